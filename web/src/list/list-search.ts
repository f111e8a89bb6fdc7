import { defaultSize, type ListQuery, type ListSpec } from '@portal/contract/list.ts'
import { listParamNames, paramsIn } from '@portal/contract/list-params.ts'
import type { Search } from '../api/search.ts'

/** The parameters that any list's address can have, in both forms of LIST-7. */
const names: readonly string[] = [
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
  'filterField',
  'matchStrategy',
  'query',
  'name',
  'as_of',
  ...listParamNames,
]
/** The parameters that the router keeps before the list is loaded. */
export const keepListSearch = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)))

/** Whether the address says nothing of the list. */
export const isBare = (search: Search): boolean => Object.keys(keepListSearch(search)).length === 0

/** Parameters that belong together. */
const together: readonly (readonly string[])[] = [
  ['sortParam', 'sortingOrder'],
  ['sortField', 'sortOrder'],
  ['filterField', 'matchStrategy', 'query'],
]
const isReadable = (list: ListSpec, part: Search): boolean => list.query.safeParse(part).success
/** Splits the address into parts that are valid or invalid on their own. */
function partsOf({ filter, ...search }: Search): { filters: string[]; others: Search[] } {
  const groupOf = (name: string) => together.find((group) => group.includes(name)) ?? [name]
  const groups = new Set(Object.keys(search).map(groupOf).map(String))
  const others = [...groups].map((group) =>
    Object.fromEntries(Object.entries(search).filter(([name]) => group.split(',').includes(name))),
  )
  return { filters: [filter ?? []].flat().map(String), others }
}

/** Reads an address leniently: invalid parts are ignored, so an old link still opens the list. */
export function readListSearch(list: ListSpec, search: Search): ListQuery {
  const whole = list.query.safeParse(search)
  if (whole.success) return whole.data
  const { filters, others } = partsOf(search)
  const kept = others.filter((part) => isReadable(list, part))
  const filter = filters.filter((term) => isReadable(list, { filter: term })).slice(0, 20)
  return list.query.parse(Object.assign({}, ...kept, { filter }))
}

/** The filters that the list does not apply, as written, so the page can name them (LIST-14). */
export function unknownFilters(list: ListSpec, search: Search): string[] {
  const { filters, others } = partsOf(search)
  const unread = filters.filter((term) => !isReadable(list, { filter: term }))
  const second = others.filter((part) => part.filterField !== undefined && !isReadable(list, part))
  return [...unread, ...second.map(({ filterField, query = '' }) => `${filterField}:${query}`)]
}

/** The address has the call's own parameters, without defaults (LIST-8). */
export function writeListSearch(list: ListSpec, { page, size, sort, filter, ...query }: ListQuery): Search {
  return {
    ...(page > 1 ? { page } : {}),
    ...(size === defaultSize ? {} : { size }),
    ...(sort === list.defaultSort ? {} : { sort }),
    ...(filter.length > 0 ? { filter } : {}),
    ...paramsIn(query),
  }
}
