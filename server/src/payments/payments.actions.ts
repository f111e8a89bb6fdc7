import { AppError, type ErrorCode } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Payment, PaymentInput, ReversalInput, ReversalPreview } from '@portal/contract/payments/payments.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { holdForNsf, settleCredit } from '../accounts/holds.actions.ts'
import { findCompany, getToday } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { getInvoice, lockInvoice, type StoredInvoice } from '../invoices/invoices.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { unpayableAs } from '../receipts/allocations.actions.ts'
import {
  listLive,
  previewReceiptReversal,
  undoAllocations,
  undoReceipt,
} from '../receipts/receipt-reversals.actions.ts'
import { bookReceipt } from '../receipts/receipts.actions.ts'
import { getReceipt, lockReceipt } from '../receipts/receipts.queries.ts'
import { type StoredPayment, toPayment } from './payments.columns.ts'
import { getPayment } from './payments.queries.ts'

/** A rejection reported at its field. */
const refuseAt = (code: ErrorCode, field: string): AppError => new AppError(code, { [field]: code })

function demandPayable(invoice: StoredInvoice): void {
  const reason = unpayableAs(invoice)
  if (reason) throw refuseAt(reason, 'invoice_id')
}

/** Checks against the locked row, never an earlier read, so that an amount just paid is not paid again (PAY-2, M5). */
function demandWithin(invoice: StoredInvoice, { amount_due, amount_paid, currency }: PaymentInput): void {
  if (currency !== invoice.currency) throw refuseAt('payment.currency', 'currency')
  const due = invoice.due_cents ?? 0
  if (toUnits(amount_paid, 'money') > due)
    throw new AppError('payment.exceeds-due', { amount_paid: 'payment.exceeds-due' })
  if (toUnits(amount_due, 'money') === due) return
  throw new AppError('payment.stale-due', {
    amount_due: message('payment.due-now', { due: fromUnits(due, 'money'), currency: invoice.currency as Currency }),
  })
}

const recordOf = ({ id, invoice_number }: StoredPayment) => ({ type: 'payment', id, label: invoice_number })
const auditFields = ({ amount_cents, currency, payment_mode, payment_date, reference_id }: StoredPayment) => ({
  amount: fromUnits(amount_cents, 'money'),
  currency,
  payment_mode,
  payment_date,
  reference: reference_id,
})

/** A customer may pay ahead, but more than a year before the invoice is a typing error. */
const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

/** Add Payment: a receipt with one allocation (PAY-1, RECV-1). */
export async function registerPayment(context: Context, input: PaymentInput, now: Date): Promise<Payment> {
  const { db, actor, audit } = context
  const invoice = await lockInvoice(db, actor.scope, input.invoice_id).catch((error: unknown) => {
    throw error instanceof AppError
      ? new AppError('record.not-found', { invoice_id: 'payment.invoice-unknown' })
      : error
  })
  const company = await findCompany(db, actor.scope, invoice.company_id)
  if (company?.name !== input.company_name) throw refuseAt('payment.other-company', 'company_name')
  if (input.payment_date > (await getToday(db, now))) throw refuseAt('payment.future', 'payment_date')
  if (input.payment_date < yearBefore(invoice.issued_date)) throw refuseAt('payment.too-early', 'payment_date')
  demandPayable(invoice)
  demandWithin(invoice, input)
  const cents = toUnits(input.amount_paid, 'money')
  const receipt = {
    company_id: invoice.company_id,
    currency: invoice.currency,
    receipt_date: input.payment_date,
    payment_mode: input.payment_mode,
    reference: input.referenceId,
    amount_cents: cents,
  }
  const { payments, cards } = await bookReceipt(context, receipt, [{ invoice, cents }], now)
  const after = await getInvoice(db, actor.scope, invoice.id)
  const stored = await getPayment(db, actor.scope, payments[0] as number)
  await audit({
    record: recordOf(stored),
    after: { ...auditFields(stored), status: after.status, ...(cards > 0 ? { cards_changed: cards } : {}) },
  })
  return toPayment(stored, after, cards)
}

function demandReversible({ reverses_id, is_reversed }: StoredPayment): void {
  if (reverses_id !== null) throw new AppError('payment.is-reversal')
  if (is_reversed) throw new AppError('payment.reversed')
}

/** Shows what each kind of reversal would do before it is done (PAY-7). */
export async function previewReversal(db: Db, scope: Scope, id: number): Promise<ReversalPreview> {
  const payment = await getPayment(db, scope, id)
  demandReversible(payment)
  const receipt = await getReceipt(db, scope, payment.receipt_id as number)
  const live = await listLive(db, receipt.id)
  return previewReceiptReversal(db, receipt, live, live.find((one) => one.id === id) ?? null)
}

/**
 * A reversal is its own row; nothing is changed or deleted (PAY-5, PAY-7, M13). A payment returned by the bank returns
 * the whole receipt. One entered by mistake puts its money on account, or reverses the receipt if it was the only one.
 */
export async function reversePayment(context: Context, id: number, input: ReversalInput, now: Date): Promise<Payment> {
  const { db, actor, audit } = context
  const { receipt_id, invoice_id } = await getPayment(db, actor.scope, id)
  const receipt = await lockReceipt(db, actor.scope, receipt_id as number)
  // Read again, because another reversal may have come first during the wait for the lock.
  const payment = await getPayment(db, actor.scope, id)
  demandReversible(payment)
  const live = await listLive(db, receipt.id)
  const isPart = input.kind === 'mistake' && live.length > 1
  const undone = isPart ? await undoPart(context, payment, input, now) : await undoReceipt(context, receipt, input, now)
  const after = await getInvoice(db, actor.scope, invoice_id)
  const stored = await getPayment(db, actor.scope, undone.reversals.get(id) as number)
  await audit({
    record: recordOf(stored),
    before: auditFields(payment),
    after: { ...auditFields(stored), reverses: id, ...undone.facts, status: after.status },
  })
  return toPayment(stored, after, undone.cards)

  async function undoPart(
    { db: tx }: Context,
    { company_id, invoice_number }: StoredPayment,
    { kind, reason }: ReversalInput,
    at: Date,
  ) {
    const part = live.filter((one) => one.id === id)
    const today = await getToday(tx, at)
    const { reversals, restoresNsf } = await undoAllocations(context, receipt, part, { kind, reason, today })
    const held = restoresNsf ? await holdForNsf(tx, company_id, invoice_number) : 0
    const cards = held + (await settleCredit(tx, company_id, at))
    return { reversals, cards, facts: { kind, reason, cards_changed: cards } }
  }
}
