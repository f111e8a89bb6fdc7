import { isDay } from '@portal/contract/fields.ts'
import { type RateProvider, rateProviders } from '@portal/contract/lookups/providers.rules.ts'
import { message, severalOf } from '@portal/contract/message.ts'
import { type Reading, readDay, shownCell } from '../platform/sheets/cells.ts'
import { headerKey } from '../platform/sheets/header.ts'
import { type Cell, SheetRefusal, type SheetRow } from '../platform/sheets/sheet.ts'
import { type DateForm, rateLayouts } from './rate-layouts.data.ts'

/** The first and last day of a rate; a weekend's sheet covers several. */
export type Dates = { from: string; to: string }
export const longestRange = 31

const dayMs = 86_400_000
export function daysBetween({ from, to }: Dates): string[] {
  const count = Math.min(1 + Math.round((Date.parse(to) - Date.parse(from)) / dayMs), longestRange + 1)
  return Array.from({ length: Math.max(0, count) }, (_, at) =>
    new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10),
  )
}

const two = (text: string) => text.padStart(2, '0')
const american = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/
const toIsoOrder = (text: string) =>
  text.replace(american, (_, month: string, day: string, year: string) => `${year}-${two(month)}-${two(day)}`)
/**
 * Reads a date cell, a serial, or text in one of the provider's formats. Never guesses another order of day and month.
 */
export function readDate(cell: Cell, forms: readonly DateForm[], is1904: boolean): Reading<string> {
  const isAmerican = typeof cell === 'string' && forms.includes('MM/DD/YYYY')
  const read = readDay(isAmerican ? toIsoOrder(cell.trim()) : cell, is1904)
  if (read.fault !== undefined)
    return typeof cell === 'object' && cell.kind !== 'date'
      ? read
      : { fault: message('rate.date-form', { formats: severalOf(forms) }) }
  return read.value !== undefined && !isDay(read.value) ? { fault: 'field.no-such-day' } : read
}

/** Every date in a text, in order. */
function datesIn(text: string, forms: readonly DateForm[]): string[] {
  const all = forms.includes('MM/DD/YYYY') ? text.replace(new RegExp(american, 'g'), toIsoOrder) : text
  return (all.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g) ?? []).filter(isDay)
}
const banner = /\b(effective date|prices? effective|effective|as of)\b/i
const bannerRows = 10
const rangeWord = /^(to|until|through|till|[-–—])$/i

export type EffectiveDates = {
  look(row: SheetRow, sheet: { is1904: boolean }): void
  readonly dates: Dates | null
  /** For a row without a date: rejects the file if neither a banner nor a column could hold one. */
  refuseOr(otherwise: () => undefined): undefined
}

/** Reads the rows above the table: the effective date, and whether the table is another provider's. */
export function effectiveDates(provider: RateProvider): EffectiveDates {
  const { dates: forms } = rateLayouts[provider]
  let dates: Dates | null = null
  let unread: string | null = null
  let hasColumn = false
  const take = (row: number, found: readonly string[]) => {
    const [from, to = from] = found
    if (from === undefined || to === undefined) return
    if (dates && (dates.from !== from || dates.to !== to)) throw new SheetRefusal(message('rate.other-date', { row }))
    if (found.length > 2 || to < from) throw new SheetRefusal(message('rate.odd-date', { row }))
    dates = { from, to }
  }
  const lookForBanner = ({ row, cells }: SheetRow, is1904: boolean) => {
    const at = cells.findIndex((cell) => typeof cell === 'string' && banner.test(cell))
    if (at < 0) return
    const within = datesIn(String(cells[at]), forms)
    if (within.length > 0) return take(row, within)
    const beside = datesBeside(cells.slice(at + 1), forms, is1904)
    if (beside.length > 0) take(row, beside)
    else
      unread ??= cells
        .slice(at, at + 3)
        .map(shownCell)
        .filter(Boolean)
        .join(' ')
  }
  return {
    look(row, { is1904 }) {
      const names = new Set(row.cells.map((cell) => headerKey(shownCell(cell))))
      if (isTableOf(provider, names)) hasColumn = hasDateColumn(provider, names)
      else {
        const other = rateProviders.find((one) => one !== provider && isTableOf(one, names))
        if (other) throw new SheetRefusal(message('rate.other-provider', { other, provider }))
        if (row.row <= bannerRows) lookForBanner(row, is1904)
      }
    },
    get dates() {
      return dates
    },
    refuseOr(otherwise) {
      if (hasColumn) return otherwise()
      if (unread !== null)
        throw new SheetRefusal(message('rate.unread-date', { text: unread, formats: severalOf(forms) }))
      throw new SheetRefusal(message('rate.no-date', { rows: bannerRows }))
    },
  }
}

/** The dates in the cells right of a banner, up to the first cell with other content. */
function datesBeside(cells: readonly Cell[], forms: readonly DateForm[], is1904: boolean): string[] {
  const found: string[] = []
  for (const cell of cells) {
    if (cell === undefined || (typeof cell === 'string' && (cell.trim() === '' || rangeWord.test(cell.trim()))))
      continue
    const inText = typeof cell === 'string' ? datesIn(cell, forms) : []
    const read = inText.length > 0 ? inText : [readDate(cell, forms, is1904).value ?? []].flat()
    if (read.length === 0 || !read.every(isDay)) return found
    found.push(...read)
  }
  return found
}

const hasColumnOf = (
  names: ReadonlySet<string>,
  { label, aliases = [] }: { label: string; aliases?: readonly string[] },
) => [label, ...aliases].some((name) => names.has(headerKey(name)))
const isTableOf = (provider: RateProvider, names: ReadonlySet<string>) =>
  rateLayouts[provider].columns.filter(({ isRequired }) => isRequired).every((column) => hasColumnOf(names, column))
const hasDateColumn = (provider: RateProvider, names: ReadonlySet<string>) =>
  rateLayouts[provider].columns.some((column) => column.field === 'from_date' && hasColumnOf(names, column))
