import { customers } from '@portal/contract/customers/customers.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

/** A customer's cards, users, documents and what waits (CUST-5, UX-1). */
export function useOverview(id: number) {
  const params = { id }
  return useQuery({
    queryKey: queryKeyOf(customers.overview, { params }),
    queryFn: ({ signal }) => call(customers.overview, { params }, { signal }),
    // Cards, users and markups are changed elsewhere.
    refetchOnMount: 'always',
  })
}
