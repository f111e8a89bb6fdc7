import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import type { Invoice, InvoiceChange } from '@portal/contract/invoices.ts'
import {
  canBecome,
  type InvoiceField,
  type InvoiceStatus,
  invoiceFields,
  invoiceStatuses,
  lockReasonOf,
} from '@portal/contract/rules/invoice-status.ts'
import type { Db, Scope } from '../db/connect.ts'
import { changes } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { getToday } from './drafts.queries.ts'
import { toInvoice } from './invoices.columns.ts'
import { countBilled, freeTransactions, getWholeInvoice, lockInvoice, type StoredInvoice, updateInvoice } from './invoices.queries.ts'

export const recordOf = ({ id, invoice_number }: Pick<StoredInvoice, 'id' | 'invoice_number'>) => ({ type: 'invoice', id, label: invoice_number })
const readInvoice = async (db: Db, scope: Scope, id: number): Promise<Invoice> =>
  toInvoice(await getWholeInvoice(db, scope, id), await countBilled(db, scope, id))

/** What the trail tells of a change; money comes with it where an invoice is made void. */
const told = ({ status, ...invoice }: Invoice) => ({
  status: status.value,
  ...{ issued_date: invoice.issued_date, due_date: invoice.due_date, start_date: invoice.start_date, end_date: invoice.end_date },
  ...{ total_amount: invoice.total_amount, transaction_count: invoice.transaction_count },
})

/** The fields that were sent and differ from what is there. What was left out is as it was. */
function changedFields(current: Invoice, change: InvoiceChange): InvoiceField[] {
  const isMoved = change.company_id !== undefined && change.company_id !== current.company_id
  return invoiceFields.filter((field) => {
    if (field === 'status') return change.status !== current.status.key
    const sent = change[field]
    return (sent !== undefined && sent !== current[field]) || (field === 'company_name' && isMoved)
  })
}

/** The table of locks and the order of statuses, as the form shows them (INV-5, M9). */
function faultsOf(from: InvoiceStatus, changed: readonly InvoiceField[], to: InvoiceStatus): FieldErrors {
  const faults: FieldErrors = {}
  for (const field of changed) {
    const reason = lockReasonOf(from, field)
    if (reason) faults[field] = reason
  }
  if (!faults.status && !canBecome(from, to)) faults.status = `An invoice cannot go from ${invoiceStatuses[from]} to ${invoiceStatuses[to]} by hand.`
  return faults
}

const tooEarly = 'An invoice cannot be sent before its issued date. Choose today or an earlier day.'
/** What is sent is issued: a day to come would make the customer's terms begin before there is an invoice, by the provider's calendar. */
export async function demandIssued(db: Db, issued_date: string, now: Date, invoice_number?: string): Promise<void> {
  if (issued_date <= (await getToday(db, now))) return
  throw new AppError('request.invalid', { issued_date: tooEarly }, { message: invoice_number ? `${invoice_number}: ${tooEarly}` : tooEarly })
}

const actions: Partial<Record<InvoiceStatus, string>> = { SENT: 'invoices.send', VOID: 'invoices.void' }

export async function changeInvoice({ db, actor, audit }: Context, change: InvoiceChange, now: Date): Promise<Invoice> {
  const stored = await lockInvoice(db, actor.scope, change.id)
  if (change.version && change.version !== stored.version) throw new AppError('record.stale')
  const before = await readInvoice(db, actor.scope, stored.id)
  const [from, to] = [before.status.key, change.status]
  const changed = changedFields(before, change)
  const faults = faultsOf(from, changed, to)
  if (Object.keys(faults).length > 0) throw new AppError('record.field-locked', faults)
  const { issued_date, due_date, start_date, end_date } = change
  if (to === 'SENT' && from !== to) await demandIssued(db, issued_date, now)
  const isVoided = to === 'VOID' && from !== to
  if (isVoided) await freeTransactions(db, stored.id)
  await updateInvoice(db, stored.id, {
    ...{ issued_date, due_date, start_date, end_date },
    ...(from === to ? {} : { status: to }),
    ...(isVoided ? { voided_cents: stored.total_cents } : {}),
    ...(to === 'SENT' && from !== to ? { sent_at: now.toISOString() } : {}),
  })
  const after = await readInvoice(db, actor.scope, stored.id)
  const { before: old, after: fresh } = changes(told(before), told(after))
  await audit({
    ...(from === to ? {} : { action: actions[to] ?? 'invoices.update' }),
    record: recordOf(stored),
    before: old,
    after: { ...fresh, ...(change.reason ? { reason: change.reason } : {}) },
  })
  return after
}
