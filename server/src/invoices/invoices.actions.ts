import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import {
  canBecome,
  type InvoiceField,
  type InvoiceStatus,
  invoiceFields,
  invoiceStatuses,
  lockReasonOf,
} from '@portal/contract/invoices/invoice-status.rules.ts'
import type { Invoice, InvoiceChange } from '@portal/contract/invoices/invoices.ts'
import { message } from '@portal/contract/message.ts'
import type { Db, Scope } from '../db/connect.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context } from '../platform/http/context.ts'
import { lockPricing } from '../pricing/pricing-lock.queries.ts'
import { repricedFields } from '../rates/rate-import.queries.ts'
import { toInvoice } from './invoices.columns.ts'
import { countBilled, getWholeInvoice, lockInvoice, type StoredInvoice, updateInvoice } from './invoices.queries.ts'
import { demandNumberYear, issueInvoice } from './issued/issuing.actions.ts'
import { type Keeping, keepBeforeVoiding } from './issued/stored-invoices.actions.ts'
import { voidInvoice } from './voiding.actions.ts'

const recordOf = ({ id, invoice_number }: Pick<StoredInvoice, 'id' | 'invoice_number'>) => ({
  type: 'invoice',
  id,
  label: invoice_number,
})
const readInvoice = async (db: Db, scope: Scope, id: number): Promise<Invoice> =>
  toInvoice(await getWholeInvoice(db, scope, id), await countBilled(db, scope, id))

/** Includes the amounts for when an invoice is voided. */
const auditFields = ({ status, ...invoice }: Invoice) => ({
  status: status.value,
  issued_date: invoice.issued_date,
  due_date: invoice.due_date,
  start_date: invoice.start_date,
  end_date: invoice.end_date,
  total_amount: invoice.total_amount,
  transaction_count: invoice.transaction_count,
})

/** The fields sent with a new value. Omitted fields stay unchanged. */
function changedFields(current: Invoice, change: InvoiceChange): InvoiceField[] {
  const isMoved = change.company_id !== undefined && change.company_id !== current.company_id
  return invoiceFields.filter((field) => {
    if (field === 'status') return change.status !== current.status.key
    const sent = change[field]
    return (sent !== undefined && sent !== current[field]) || (field === 'company_name' && isMoved)
  })
}

/** Errors by locked field and for a forbidden status change, as the form shows them (INV-5, M9). */
function faultsOf(from: InvoiceStatus, changed: readonly InvoiceField[], to: InvoiceStatus): FieldErrors {
  const faults: FieldErrors = {}
  for (const field of changed) {
    const reason = lockReasonOf(from, field)
    if (reason) faults[field] = reason
  }
  if (!faults.status && !canBecome(from, to))
    faults.status = message('invoice.status-by-hand', { from: invoiceStatuses[from], to: invoiceStatuses[to] })
  return faults
}

const actions: Partial<Record<InvoiceStatus, string>> = { SENT: 'invoices.send', VOID: 'invoices.void' }

type Changed = Invoice & { repriced_transactions?: number; credit_note_number?: string }
/** Without `keeping`, a sent invoice is voided without its document: only the demo does so. */
export async function changeInvoice(
  { db, actor, audit }: Context,
  change: InvoiceChange,
  now: Date,
  keeping?: Keeping,
): Promise<Changed> {
  // Voiding reprices the released transactions. Take the pricing lock before any transaction or card lock.
  if (change.status === 'VOID') await lockPricing(db, false)
  const stored = await lockInvoice(db, actor.scope, change.id)
  if (change.version && change.version !== stored.version) throw new AppError('record.stale')
  const before = await readInvoice(db, actor.scope, stored.id)
  const [from, to] = [before.status.key, change.status]
  const changed = changedFields(before, change)
  const faults = faultsOf(from, changed, to)
  if (Object.keys(faults).length > 0) throw new AppError('record.field-locked', faults)
  const { issued_date, due_date, start_date, end_date } = change
  if (changed.includes('issued_date')) demandNumberYear({ ...stored, issued_date }, false)
  const isVoided = to === 'VOID' && from !== to
  if (isVoided && from === 'SENT' && keeping) await keepBeforeVoiding(db, keeping, stored.id)
  const voided = isVoided ? await voidInvoice({ db, actor }, stored, change.reason ?? null, now) : null
  const repriced = voided?.repriced
  const dates = { issued_date, due_date, start_date, end_date }
  if (to === 'SENT' && from !== to) await issueInvoice(db, stored, now, { dates })
  else if (!isVoided) await updateInvoice(db, stored.id, dates)
  const after = await readInvoice(db, actor.scope, stored.id)
  const { before: old, after: fresh } = changes(auditFields(before), auditFields(after))
  await audit({
    ...(from === to ? {} : { action: actions[to] ?? 'invoices.update' }),
    record: recordOf(stored),
    before: old,
    after: {
      ...fresh,
      ...(change.reason ? { reason: change.reason } : {}),
      ...(voided?.creditNote ? { credit_note: voided.creditNote.credit_note_number } : {}),
      ...(repriced ? repricedFields(repriced) : {}),
    },
  })
  return {
    ...after,
    ...(repriced?.count ? { repriced_transactions: repriced.count } : {}),
    ...(voided?.creditNote ? { credit_note_number: voided.creditNote.credit_note_number } : {}),
  }
}
