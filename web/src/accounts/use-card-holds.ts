import { accounts, type CardHolds } from '@portal/contract/accounts/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan, useSession } from '../api/session.ts'

const none: CardHolds = { nsf: 0, credit: 0, card_ids: [] }

/** The customer's cards that a provider's rule holds and the customer cannot release. Empty while loading. */
export function useCardHolds(): CardHolds {
  const can = useCan()
  const isCustomer = useSession().company.kind === 'customer'
  const { data } = useQuery({
    queryKey: queryKeyOf(accounts.holds),
    queryFn: ({ signal }) => call(accounts.holds, {}, { signal }),
    enabled: isCustomer && can(accounts.holds),
  })
  return data ?? none
}
