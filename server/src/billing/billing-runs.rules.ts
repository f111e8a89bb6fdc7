import type { PreviewRow } from '@portal/contract/billing/billing-runs.ts'

/**
 * What a run does with a customer's unbilled transactions. A total of zero or less is carried to a later run (INV-11).
 */
export const outcomeOf = (unbilled: { transactions: number; total_cents: number }): PreviewRow['outcome'] =>
  unbilled.transactions === 0 ? 'nothing' : unbilled.total_cents > 0 ? 'invoice' : 'carried'
