import { customers } from '@portal/contract/customers/customers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { featureKeyOf } from '../../api/query-keys.ts'

/** Counts what is still missing again, after a step added markups, cards or users. */
export function useRefreshed(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: featureKeyOf(customers.overview) })
}
