import { defaultSize, type ListQuery, type ListSpec } from '@portal/contract/list.ts'
import type { Search } from '../api/search.ts'

/** The names that any list's address may have, in either reading of LIST-7. */
const names: readonly string[] = [
  ...[
    'page',
    'size',
    'sort',
    'filter',
    'paged',
    'sortParam',
    'sortingOrder',
    'sortField',
    'sortOrder',
    'pageSize',
    'pageNumber',
  ],
  ...['filterField', 'matchStrategy', 'query', 'name'],
]
/** What the router lets through before the list itself is there to say what it knows. */
export const keepListSearch = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)))

/** Names that mean something only together. */
const together: readonly (readonly string[])[] = [
  ['sortParam', 'sortingOrder'],
  ['sortField', 'sortOrder'],
  ['filterField', 'matchStrategy', 'query'],
]
const isReadable = (list: ListSpec, part: Search): boolean => list.query.safeParse(part).success
/** The address in the parts that are readable or not each by itself. */
function partsOf({ filter, ...search }: Search): { filters: string[]; others: Search[] } {
  const groupOf = (name: string) => together.find((group) => group.includes(name)) ?? [name]
  const groups = new Set(Object.keys(search).map(groupOf).map(String))
  const others = [...groups].map((group) =>
    Object.fromEntries(Object.entries(search).filter(([name]) => group.split(',').includes(name))),
  )
  return { filters: [filter ?? []].flat().map(String), others }
}

/**
 * Reads an address leniently: what the list cannot read is left out and the rest stays, so that an old link still leads
 * to the list.
 */
export function readListSearch(list: ListSpec, search: Search): ListQuery {
  const whole = list.query.safeParse(search)
  if (whole.success) return whole.data
  const { filters, others } = partsOf(search)
  const kept = others.filter((part) => isReadable(list, part))
  const filter = filters.filter((term) => isReadable(list, { filter: term })).slice(0, 20)
  return list.query.parse(Object.assign({}, ...kept, { filter }))
}

/**
 * The filters of an address that the list does not apply, as they were written, so that the page can name them
 * (LIST-14).
 */
export function unknownFilters(list: ListSpec, search: Search): string[] {
  const { filters, others } = partsOf(search)
  const unread = filters.filter((term) => !isReadable(list, { filter: term }))
  const second = others.filter((part) => part.filterField !== undefined && !isReadable(list, part))
  return [...unread, ...second.map(({ filterField, query = '' }) => `${filterField}:${query}`)]
}

/** What the address keeps: the call's own names, without what is the default anyway (LIST-8). */
export function writeListSearch(list: ListSpec, { page, size, sort, filter }: ListQuery): Search {
  return {
    ...(page > 1 ? { page } : {}),
    ...(size === defaultSize ? {} : { size }),
    ...(sort === list.defaultSort ? {} : { sort }),
    ...(filter.length > 0 ? { filter } : {}),
  }
}
