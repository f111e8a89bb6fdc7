import { accounts } from '@portal/contract/accounts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'

/** What a customer owes, with permission to see invoices. */
export function useAccount(companyId: number) {
  const mayRead = useCan()(accounts.get)
  const query = useQuery({
    queryKey: queryKeyOf(accounts.get, { id: companyId }),
    queryFn: ({ signal }) => call(accounts.get, { params: { id: companyId } }, { signal }),
    enabled: mayRead,
  })
  return { ...query, mayRead }
}
