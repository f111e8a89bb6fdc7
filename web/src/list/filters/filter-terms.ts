import { choicesMatching, type FilterSpec, type FilterTerm, formatFilter, parseFilter } from '@portal/contract/list.ts'

export const termOf = (filters: readonly string[], field: string): FilterTerm | null =>
  filters.map(parseFilter).find((term) => term?.field === field) ?? null

/** What the field's box shows: of a search for choices that finds one, that one. */
export function shownTerm(filters: readonly string[], field: string, spec: FilterSpec): string {
  const term = termOf(filters, field)
  const [only, ...more] = term && spec.kind === 'choice' ? choicesMatching(spec.options, term) : []
  return (more.length === 0 ? only : undefined) ?? term?.query ?? ''
}

/** What else is asked of the same field: an address made by hand can hold more than the one that its box shows. */
export function furtherTerms(filters: readonly string[], field: string): string[] {
  const [, ...further] = filters.map(parseFilter).filter((term) => term?.field === field)
  return [...new Set(further.map((term) => term?.query ?? ''))]
}

/** The filters with this field's value put in, exchanged or taken out; the others keep their place. */
export function withTerm(filters: readonly string[], field: string, spec: FilterSpec, query: string): string[] {
  const term = query === '' ? null : formatFilter({ field, operator: spec.kind === 'text' ? '::' : ':', query })
  const at = filters.findIndex((filter) => parseFilter(filter)?.field === field)
  if (at < 0) return term ? [...filters, term] : [...filters]
  return filters.flatMap((filter, index) =>
    index === at ? (term ?? []) : parseFilter(filter)?.field === field ? [] : filter,
  )
}
