import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ListMetadata, ListQuery, ListSpec } from '@portal/contract/list.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { rememberListAddress } from '../api/list-address.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { type Search, stringifySearch } from '../api/search.ts'
import { isBare, readListSearch, unknownFilters, writeListSearch } from './list-search.ts'
import type { AnyRow, Change, ListEndpoint, LoadedPage } from './list-types.ts'

type ListState = {
  query: ListQuery
  unknown: string[]
  change: Change
  open: (search: Search, how?: { replace: boolean }) => void
}
/**
 * The list's state, which lives only in the address (LIST-8). With `opening`, a list whose address says nothing opens with
 * that, and the address then shows it (LIT-9).
 */
export function useListState(list: ListSpec, opening: Search | null = null): ListState {
  const address: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [pending, setPending] = useState(opening)
  if (pending && !isBare(address)) setPending(null)
  const searchAt = (now: Search): Search => (pending && isBare(now) ? pending : now)
  /** Starts from the current address, so two filters typed in quick succession do not overwrite each other. */
  const change: Change = (patch, { replace } = { replace: false }) => {
    navigate({
      to: '.',
      replace,
      resetScroll: false,
      search: ((now: Search) => {
        const query = readListSearch(list, searchAt(now))
        return writeListSearch(list, { ...query, page: 1, ...(typeof patch === 'function' ? patch(query) : patch) })
      }) as never,
    })
  }
  const open: ListState['open'] = (search, { replace } = { replace: false }) => {
    setPending(null)
    navigate({ to: '.', replace, resetScroll: false, search: search as never })
  }
  const search = searchAt(address)
  return { query: readListSearch(list, search), unknown: unknownFilters(list, search), change, open }
}

export function useListPage(endpoint: ListEndpoint, query: ListQuery) {
  const result = useQuery({
    queryKey: queryKeyOf(endpoint, query),
    queryFn: async ({ signal }): Promise<LoadedPage> => {
      const answer = (await call(endpoint as Endpoint, { query } as never, { signal })) as unknown as Record<
        string,
        unknown
      >
      return { metadata: answer.metadata as ListMetadata, rows: answer[endpoint.list.rows] as AnyRow[], reply: answer }
    },
    placeholderData: keepPreviousData,
  })
  return result
}

/** A page past the end returns the last page, and the address follows. Forms return to the address stored here. */
export function useTidyAddress(
  path: string,
  list: ListSpec,
  { query, unknown, change }: ReturnType<typeof useListState>,
  loaded: LoadedPage | undefined,
  isPlaceholder: boolean,
): void {
  const page = loaded?.metadata.page
  const search = stringifySearch(writeListSearch(list, query))
  const written = stringifySearch(useSearch({ strict: false }))
  useEffect(() => rememberListAddress(path, search), [path, search])
  // The address keeps only what the list uses, so a shared link shows the same. Unknown filters stay until they were
  // shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new on every render; only the two addresses matter.
  useEffect(() => {
    if (written !== search && unknown.length === 0) change({ page: query.page }, { replace: true })
  }, [written, search, unknown.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new on every render; only the two page numbers matter.
  useEffect(() => {
    if (page !== undefined && !isPlaceholder && page !== query.page && page >= 1) change({ page }, { replace: true })
  }, [page, query.page, isPlaceholder])
}

/** Whether the address opens a new record's form over the list (NAV-8). */
export const useIsAdding = (): boolean =>
  useRouterState({ select: ({ location }) => /\/add-new\/?$/i.test(location.pathname) })
