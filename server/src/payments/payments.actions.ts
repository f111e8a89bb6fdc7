import { AppError, type ErrorCode } from '@portal/contract/errors.ts'
import { type InvoiceStatus, isPayable } from '@portal/contract/invoices/invoice-status.rules.ts'
import { message } from '@portal/contract/message.ts'
import type { Payment, PaymentInput, ReversalInput, ReversalPreview } from '@portal/contract/payments/payments.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { getTerms } from '../accounts/accounts.queries.ts'
import { holdForNsf, releaseIfPaid, settleCredit, wouldHoldForCredit } from '../accounts/holds.actions.ts'
import { countActiveCards } from '../accounts/holds.queries.ts'
import { findCompany, getToday } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { getInvoice, lockInvoice, type StoredInvoice } from '../invoices/invoices.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { type StoredPayment, toPayment } from './payments.columns.ts'
import { findNsfFee, getPayment, insertFee, insertPayment, isNsfWithout } from './payments.queries.ts'

/** A rejection reported at its field. */
const refuseAt = (code: ErrorCode, field: string): AppError => new AppError(code, { [field]: code })

const unpayable: Partial<Record<InvoiceStatus, ErrorCode>> = {
  DRAFT: 'payment.invoice-draft',
  FULLY_PAID: 'payment.invoice-paid',
  VOID: 'payment.invoice-void',
}
function demandPayable({ status }: StoredInvoice): void {
  if (isPayable(status as InvoiceStatus)) return
  throw refuseAt(unpayable[status as InvoiceStatus] ?? 'payment.invoice-void', 'invoice_id')
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

export async function registerPayment({ db, actor, audit }: Context, input: PaymentInput, now: Date): Promise<Payment> {
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
  const id = await insertPayment(db, {
    company_id: invoice.company_id,
    invoice_id: invoice.id,
    currency: invoice.currency,
    created_by: actor.user_id,
    payment_date: input.payment_date,
    payment_mode: input.payment_mode,
    reference_id: input.referenceId,
    amount_cents: toUnits(input.amount_paid, 'money'),
  })
  const after = await getInvoice(db, actor.scope, invoice.id)
  const isPaidAgain = invoice.is_nsf && !after.is_nsf
  const released = isPaidAgain ? await releaseIfPaid(db, invoice.company_id) : 0
  const cards = released + (await settleCredit(db, invoice.company_id, now))
  const stored = await getPayment(db, actor.scope, id)
  await audit({
    record: recordOf(stored),
    after: { ...auditFields(stored), status: after.status, ...(cards > 0 ? { cards_changed: cards } : {}) },
  })
  return toPayment(stored, after, cards)
}

/** Charges the NSF fee to the customer's next invoice, in its own currency. No fee if the provider sets none. */
async function chargeFee({ db }: Context, payment: StoredPayment, now: Date): Promise<number> {
  const cents = await findNsfFee(db)
  if (cents === 0) return 0
  const { currency } = await getTerms(db, payment.company_id)
  const description = `NSF fee ${payment.invoice_number}`
  await insertFee(db, { company_id: payment.company_id, code: `NSF-${payment.id}`, description, cents, currency, now })
  return cents
}

function demandReversible({ reverses_id, is_reversed }: StoredPayment): void {
  if (reverses_id !== null) throw new AppError('payment.is-reversal')
  if (is_reversed) throw new AppError('payment.reversed')
}

/** Shows what each kind of reversal would do before it is done (PAY-7). */
export async function previewReversal(db: Db, scope: Scope, id: number): Promise<ReversalPreview> {
  const payment = await getPayment(db, scope, id)
  demandReversible(payment)
  const { company_id } = payment
  const [invoice, terms, fee, cards] = await Promise.all([
    getInvoice(db, scope, payment.invoice_id),
    getTerms(db, company_id),
    findNsfFee(db),
    countActiveCards(db, company_id),
  ])
  const restores_nsf = !invoice.is_nsf && (await isNsfWithout(db, payment))
  const passes_credit_limit = await wouldHoldForCredit(db, company_id, payment)
  return {
    nsf: { fee: fromUnits(fee, 'money'), fee_currency: terms.currency as Currency, cards_held: cards },
    mistake: { cards_held: restores_nsf || passes_credit_limit ? cards : 0, restores_nsf },
    passes_credit_limit,
  }
}

/**
 * A reversal is its own row; nothing is changed or deleted (PAY-5, PAY-7, M13). A payment returned by the bank costs a
 * fee and holds the cards. A payment entered by mistake leaves no trace in the balances: if it covered a returned
 * payment, that one is open again.
 */
export async function reversePayment(
  context: Context,
  id: number,
  { kind, reason }: ReversalInput,
  now: Date,
): Promise<Payment> {
  const { db, actor, audit } = context
  const { invoice_id } = await getPayment(db, actor.scope, id)
  const before = await lockInvoice(db, actor.scope, invoice_id)
  // Read again, because another reversal may have come first during the wait for the lock.
  const payment = await getPayment(db, actor.scope, id)
  demandReversible(payment)
  const reversalId = await insertPayment(db, {
    company_id: payment.company_id,
    invoice_id,
    currency: payment.currency,
    created_by: actor.user_id,
    reverses_id: id,
    note: reason,
    payment_date: await getToday(db, now),
    payment_mode: payment.payment_mode,
    reference_id: payment.reference_id,
    amount_cents: -payment.amount_cents,
    is_mistake: kind === 'mistake',
  })
  const after = await getInvoice(db, actor.scope, invoice_id)
  const charged = kind === 'nsf' ? { fee: fromUnits(await chargeFee(context, payment, now), 'money') } : {}
  const isHeld = kind === 'nsf' || (after.is_nsf && !before.is_nsf)
  const held = isHeld ? await holdForNsf(db, payment.company_id, payment.invoice_number) : 0
  const cards = held + (await settleCredit(db, payment.company_id, now))
  const stored = await getPayment(db, actor.scope, reversalId)
  const facts = { reverses: id, kind, reason, ...charged, status: after.status, cards_changed: cards }
  await audit({ record: recordOf(stored), before: auditFields(payment), after: { ...auditFields(stored), ...facts } })
  return toPayment(stored, after, cards)
}
