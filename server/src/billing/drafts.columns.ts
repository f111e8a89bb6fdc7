import type { Draft, UnbilledTransaction } from '@portal/contract/billing/drafts.ts'
import { type InvoiceStatus, invoiceStatuses } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Selectable } from 'kysely'
import type { Invoices } from '../db/schema.ts'
import { toLocalTime } from '../platform/local-time.ts'

type StoredUnbilled = Omit<UnbilledTransaction, 'amount'> & { amount_cents: number }
export const toUnbilled = ({ amount_cents, timestamp, ...stored }: StoredUnbilled): UnbilledTransaction => ({
  ...stored,
  timestamp: toLocalTime(timestamp),
  amount: fromUnits(amount_cents, 'money'),
})

export function toDraft(stored: Selectable<Invoices> & { company_name: string }): Draft {
  const { id, invoice_number, company_id, company_name, issued_date, due_date, start_date, end_date, version } = stored
  const key = stored.status as InvoiceStatus
  return {
    id,
    invoice_number,
    company_id,
    company_name,
    issued_date,
    due_date,
    start_date,
    end_date,
    version,
    status: { key, value: invoiceStatuses[key] },
    total_amount: fromUnits(stored.total_cents, 'money'),
    amount_due: fromUnits(stored.due_cents ?? 0, 'money'),
    currency: stored.currency as Currency,
  }
}
