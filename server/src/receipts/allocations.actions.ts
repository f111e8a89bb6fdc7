import { AppError, type ErrorCode, type FieldErrors } from '@portal/contract/errors.ts'
import { type InvoiceStatus, isPayable } from '@portal/contract/invoices/invoice-status.rules.ts'
import { message } from '@portal/contract/message.ts'
import type { AllocationInput } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { lockInvoices, type StoredInvoice } from '../invoices/invoices.queries.ts'
import type { Context } from '../platform/http/context.ts'

const unpayable: Partial<Record<InvoiceStatus, ErrorCode>> = {
  DRAFT: 'payment.invoice-draft',
  FULLY_PAID: 'payment.invoice-paid',
  VOID: 'payment.invoice-void',
}
/** Why an invoice cannot be paid, or null. */
export const unpayableAs = ({ status }: Pick<StoredInvoice, 'status'>): ErrorCode | null =>
  isPayable(status as InvoiceStatus) ? null : (unpayable[status as InvoiceStatus] ?? 'payment.invoice-void')

/** A locked invoice and how much of it is settled. */
export type SettledPart = { invoice: StoredInvoice; cents: number }
export type Payer = { company_id: number; currency: string }
/** Why a locked invoice cannot be paid this much, and at which field. */
function faultOf(invoice: StoredInvoice | undefined, amount: number, payer: Payer): [string, ErrorCode] | null {
  if (!invoice) return ['invoice_number', 'record.not-found']
  if (invoice.company_id !== payer.company_id) return ['invoice_number', 'payment.other-company']
  if (invoice.currency !== payer.currency) return ['invoice_number', 'payment.currency']
  const reason = unpayableAs(invoice)
  if (reason) return ['invoice_number', reason]
  return toUnits(amount, 'money') > (invoice.due_cents ?? 0) ? ['amount', 'payment.exceeds-due'] : null
}

/** Locks the invoices and checks every allocation against the locked rows (M5). Reports all faults at their fields. */
export async function lockParts(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  given: readonly AllocationInput[],
  payer: Payer & { available_cents: number },
): Promise<SettledPart[]> {
  const locked = await lockInvoices(db, actor.scope, { numbers: given.map(({ invoice_number }) => invoice_number) })
  const faults: FieldErrors = {}
  const codes: ErrorCode[] = []
  const parts = given.flatMap(({ invoice_number, amount }, at) => {
    const invoice = locked.find((one) => one.invoice_number === invoice_number)
    const fault = faultOf(invoice, amount, payer)
    if (!fault) return [{ invoice: invoice as StoredInvoice, cents: toUnits(amount, 'money') }]
    const [field, code] = fault
    faults[`allocations.${at}.${field}`] = code === 'record.not-found' ? 'payment.invoice-unknown' : code
    codes.push(code)
    return []
  })
  if (codes[0]) throw new AppError(codes[0], faults)
  const sum = parts.reduce((total, part) => total + part.cents, 0)
  if (sum > payer.available_cents)
    throw new AppError('receipt.over-allocated', {
      allocations: message('receipt.left', {
        left: fromUnits(payer.available_cents, 'money'),
        currency: payer.currency as Currency,
      }),
    })
  return parts
}
