import type { FilterSpec, ListSpec } from '@portal/contract/list.ts'
import { decimals } from '@portal/contract/rules/money.ts'

/** What a walk over a list asks of it: every sort, every filter, found and not found, on its first, middle and last page. */
export type Question = { what: string; sort: string; filter?: string; isAbsent?: true }
type Row = Record<string, unknown>

const absent: Record<string, string> = {
  text: 'qqzz',
  date: '1990-01-01..1990-01-31',
  id: '999999999999',
}
const wide: Record<string, string> = { date: '2000-01-01..2040-12-31' }

/** A value of the list's own rows, which are named as its filters are. */
const valueIn = (rows: readonly Row[], field: string): string | null => {
  const found = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined && value !== '')
  const value = found[found.length >> 1]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
const middleOf = (value: string): string =>
  value.slice(value.length >> 2, (value.length >> 2) + Math.max(3, value.length >> 1))

function textTerms(value: string | null): string[] {
  const parts = ['a', '1', 'an', '12', 'Qqzz', '4711471147']
  return [
    ...(value === null
      ? []
      : [`:${value}`, `::${value}`, `::${middleOf(value)}`, `::${value.slice(-5)}`, `::${value.slice(0, 4)}`]),
    ...parts.map((part) => `::${part}`),
    ':qqzz',
  ]
}
function numberTerms(kind: string, value: string | null): string[] {
  const some = Number(value ?? 1)
  const step = 10 ** -(decimals[kind as keyof typeof decimals] ?? 0)
  const text = (number: number) => String(Number(number.toFixed(6)))
  return [
    `:${text(some)}`,
    `:${text(some - step)}..${text(some * 1.05 + step)}`,
    `:${text(some)}..`,
    `:..${text(some)}`,
    ':0..',
    ':999999999..',
  ]
}
function dateTerms(value: string | null): string[] {
  const day = value?.slice(0, 10) ?? '2026-11-01'
  return [`:${day}`, `:${day.slice(0, 7)}-01..${day.slice(0, 7)}-28`, `:${wide.date}`, `:${absent.date}`]
}
function termsOf(spec: FilterSpec, value: string | null): string[] {
  if (spec.kind === 'choice') return [...spec.options.map((option) => `:${option.value}`), '::o', '::no such choice']
  if (spec.kind === 'text') return textTerms(value)
  if (spec.kind === 'id') return [...(value === null ? [':1'] : [`:${value}`]), `:${absent.id}`]
  if (spec.kind === 'date') return dateTerms(value)
  return numberTerms(spec.kind, value)
}

/** All that a list has on offer. Each filter comes in the list's own order both ways, and in every other order once. */
export function questionsOf(list: ListSpec, rows: readonly Row[]): Question[] {
  const [own] = list.defaultSort.split(',') as [string]
  const sorts = list.sort.flatMap((field) =>
    ['asc', 'desc'].map((way) => ({ what: 'no filter', sort: `${field},${way}` })),
  )
  const filters = Object.entries(list.filters).flatMap(([field, spec]) =>
    termsOf(spec, valueIn(rows, field)).flatMap((term) =>
      [`${own},desc`, `${own},asc`, ...list.sort.filter((other) => other !== own).map((other) => `${other},asc`)].map(
        (sort) => ({
          what: `${field}${term}`,
          sort,
          filter: `${field}${term}`,
        }),
      ),
    ),
  )
  return [...sorts, ...filters]
}
