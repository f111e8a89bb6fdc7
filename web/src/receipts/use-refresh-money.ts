import { useQueryClient } from '@tanstack/react-query'

/** What shows money that a receipt, a credit note, a write-off or a refund moves, and the cards that it holds or frees. */
const touched = [
  'receipts',
  'bankLines',
  'payments',
  'creditNotes',
  'writeOffs',
  'refunds',
  'invoices',
  'accounts',
  'receivables',
  'cards',
  'transactions',
]

/** Loads again what a movement of money changes. */
export function useRefreshMoney(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(touched.map((feature) => queries.invalidateQueries({ queryKey: [feature] })))
}
