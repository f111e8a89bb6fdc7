import { help } from '@portal/contract/help/help.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

/** They change with the portal's version only. */
export const useLayouts = () =>
  useQuery({
    queryKey: queryKeyOf(help.layouts),
    queryFn: ({ signal }) => call(help.layouts, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
