import { choicesMatching, type FilterSpec, type FilterTerm, formatFilter, parseFilter } from '@portal/contract/list.ts'

export const termOf = (filters: readonly string[], field: string): FilterTerm | null =>
  filters.map(parseFilter).find((term) => term?.field === field) ?? null

/** The value of a field's filter. A search for choices that matches one shows that choice. */
export function shownTerm(filters: readonly string[], field: string, spec: FilterSpec): string {
  const term = termOf(filters, field)
  const [only, ...more] = term && spec.kind === 'choice' ? choicesMatching(spec.options, term) : []
  return (more.length === 0 ? only : undefined) ?? term?.query ?? ''
}

/** Further filters of the same field: a handwritten address can have more than its input shows. */
export function furtherTerms(filters: readonly string[], field: string): string[] {
  const [, ...further] = filters.map(parseFilter).filter((term) => term?.field === field)
  return [...new Set(further.map((term) => term?.query ?? ''))]
}

/** The filters with this field's value added, replaced or removed. The others keep their order. */
export function withTerm(filters: readonly string[], field: string, spec: FilterSpec, query: string): string[] {
  const term = query === '' ? null : formatFilter({ field, operator: spec.kind === 'text' ? '::' : ':', query })
  const at = filters.findIndex((filter) => parseFilter(filter)?.field === field)
  if (at < 0) return term ? [...filters, term] : [...filters]
  return filters.flatMap((filter, index) =>
    index === at ? (term ?? []) : parseFilter(filter)?.field === field ? [] : filter,
  )
}

/** French writes `906,18`. */
export const plainNumbers = (text: string, language: string): string =>
  language.startsWith('fr') ? text.replace(/(\d),(?=\d)/g, '$1.') : text
