import type { TransactionRow } from '@portal/contract/transactions/transactions.ts'

type Reviewed = { flags: readonly string[]; accepted_at: string | null; invoice_id: number | null }
/** A flagged transaction needs review until it is accepted or invoiced (TXN-23). */
export function reviewOf({ flags, accepted_at, invoice_id }: Reviewed): TransactionRow['review'] {
  if (flags.length === 0) return null
  return accepted_at === null && invoice_id === null ? 'open' : 'accepted'
}
