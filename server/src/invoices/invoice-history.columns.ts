import type { InvoiceHistoryEntry } from '@portal/contract/invoices/invoices.ts'
import { mailStatusWords } from '@portal/contract/outbox/outbox-words.data.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type HistoryRow, toHistoryEntry } from '../platform/audit/history.ts'

/** Shows amounts in dollars and the mail status by its label. */
export const toInvoiceHistoryEntry = (row: HistoryRow): InvoiceHistoryEntry =>
  toHistoryEntry(row, ({ amount_cents, mail_status, ...fields }) => {
    if (typeof amount_cents === 'number') fields.amount = fromUnits(amount_cents, 'money')
    if (typeof mail_status === 'string')
      fields.mail_status = (mailStatusWords as Record<string, string>)[mail_status] ?? mail_status
    return fields
  })
