import { type BillingCycle, isCycleEnd } from '@portal/contract/billing/billing-cycles.rules.ts'
import type { BillingRun, PreviewRow, RunStatus } from '@portal/contract/billing/billing-runs.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { BillingRuns } from '../db/schema.ts'
import { pick } from '../platform/pick.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'
import { outcomeOf } from './billing-runs.rules.ts'

export type StoredRun = Selectable<BillingRuns>
export type NamedRun = StoredRun & {
  user_id: number | null
  user_name: string | null
  sums: { currency: Currency; cents: number }[]
  missing: { id: number; name: string }[]
}

const shownAsStored = [
  'id',
  'start_date',
  'end_date',
  'issued_date',
  'customers_total',
  'customers_done',
  'invoices_made',
  'carried',
  'user_id',
  'user_name',
  'created_at',
  'finished_at',
] as const satisfies readonly (keyof NamedRun)[]

export function toRun(stored: NamedRun): BillingRun {
  return {
    ...pick(stored, shownAsStored),
    fault: sentenceOf(stored.fault),
    fault_message: storedParts(stored.fault),
    status: stored.status as RunStatus,
    is_all_customers: stored.customer_ids === null,
    left_out: stored.missing,
    totals: stored.sums.map(({ currency, cents }) => ({ currency, total: fromUnits(cents, 'money') })),
  }
}

export type StoredPreview = {
  billing_cycle: string
  company_id: number
  company_name: string
  currency: string
  transactions: number
  late: number
  total_cents: number
  flagged: number
  flagged_cents: number
}
export const toPreviewRow = (stored: StoredPreview, endDate: string): PreviewRow => {
  const { total_cents, flagged_cents, currency, ...rest } = stored
  const billing_cycle = stored.billing_cycle as BillingCycle
  return {
    ...rest,
    billing_cycle,
    is_due: isCycleEnd(billing_cycle, endDate),
    currency: currency as Currency,
    total: fromUnits(total_cents, 'money'),
    flagged_total: fromUnits(flagged_cents, 'money'),
    outcome: outcomeOf(stored),
  }
}
