import { defaultSize, type ListQuery, type ListSpec } from '@portal/contract/list.ts'
import type { Search } from '../api/search.ts'

/** The names that any list's address may have, in either reading of LIST-7. */
const names: readonly string[] = [
  ...['page', 'size', 'sort', 'filter', 'paged', 'sortParam', 'sortingOrder', 'sortField', 'sortOrder', 'pageSize', 'pageNumber'],
  ...['filterField', 'matchStrategy', 'query', 'name'],
]
/** What the router lets through before the list itself is there to say what it knows. */
export const keepListSearch = (search: Search): Search => Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)))

/** Reads an address leniently: what the list does not know is dropped, the rest stays, and nobody sees an error for an old link. */
export function readListSearch(list: ListSpec, search: Search): ListQuery {
  const whole = list.query.safeParse(search)
  if (whole.success) return whole.data
  const good = (part: Search) => list.query.safeParse(part).success
  const kept = Object.fromEntries(Object.entries(search).filter(([name, value]) => name !== 'filter' && good({ [name]: value })))
  const filter = [search.filter ?? []].flat().filter((term) => good({ filter: term }))
  return list.query.parse({ ...kept, filter: filter.slice(0, 20) as string[] })
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
