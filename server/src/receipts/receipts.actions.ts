import { AppError, type ErrorCode, type FieldErrors } from '@portal/contract/errors.ts'
import { type InvoiceStatus, isPayable } from '@portal/contract/invoices/invoice-status.rules.ts'
import { message } from '@portal/contract/message.ts'
import type { ReversalInput, ReversalPreview } from '@portal/contract/payments/payments.ts'
import type { AllocateInput, AllocationInput, ChangedReceipt, Receipt, ReceiptInput } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { getTerms } from '../accounts/accounts.queries.ts'
import { holdForNsf, releaseIfPaid, settleCredit, wouldHoldForCredit } from '../accounts/holds.actions.ts'
import { countActiveCards } from '../accounts/holds.queries.ts'
import { getToday, isCustomer } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { lockInvoices, type StoredInvoice } from '../invoices/invoices.queries.ts'
import { insertSettlement } from '../invoices/settlements.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { findNsfFee, insertFee, isNsfWithout } from './nsf-fees.queries.ts'
import { type StoredAllocation, type StoredReceipt, toOpenInvoice, toReceipt } from './receipts.columns.ts'
import {
  findSame,
  getReceipt,
  insertReceipt,
  listAllocations,
  listOpenInvoices,
  lockDuplicates,
  lockReceipt,
  sumOpen,
} from './receipts.queries.ts'

const laterOf = (one: string, other: string): string => (one > other ? one : other)
const cents = (amount: number): number => toUnits(amount, 'money')
const toMoney = (units: number): number => fromUnits(units, 'money')

export async function readReceipt(db: Db, scope: Scope, id: number): Promise<Receipt> {
  const stored = await getReceipt(db, scope, id)
  return toReceipt(stored, await listAllocations(db, stored.id))
}

export async function readOpenInvoices(db: Db, scope: Scope, of: { company_id: number; currency: Currency }, now: Date) {
  const today = await getToday(db, now)
  const [invoices, sums] = await Promise.all([listOpenInvoices(db, scope, of, today), sumOpen(db, of)])
  return {
    invoices: invoices.map(toOpenInvoice),
    total_due: toMoney(sums.due_cents),
    on_account: toMoney(sums.on_account_cents),
  }
}

const unpayable: Partial<Record<InvoiceStatus, ErrorCode>> = {
  DRAFT: 'payment.invoice-draft',
  FULLY_PAID: 'payment.invoice-paid',
  VOID: 'payment.invoice-void',
}
/** Why an invoice cannot be paid, or null. */
export const unpayableAs = ({ status }: Pick<StoredInvoice, 'status'>): ErrorCode | null =>
  isPayable(status as InvoiceStatus) ? null : (unpayable[status as InvoiceStatus] ?? 'payment.invoice-void')

type Part = { invoice: StoredInvoice; cents: number }
type Payer = { company_id: number; currency: string }
/** Why a locked invoice cannot be paid this much, and at which field. */
function faultOf(invoice: StoredInvoice | undefined, amount: number, payer: Payer): [string, ErrorCode] | null {
  if (!invoice) return ['invoice_number', 'record.not-found']
  if (invoice.company_id !== payer.company_id) return ['invoice_number', 'payment.other-company']
  if (invoice.currency !== payer.currency) return ['invoice_number', 'payment.currency']
  const reason = unpayableAs(invoice)
  if (reason) return ['invoice_number', reason]
  return cents(amount) > (invoice.due_cents ?? 0) ? ['amount', 'payment.exceeds-due'] : null
}

/** Locks the invoices and checks every allocation against the locked rows (M5). Reports all faults at their fields. */
async function lockParts(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  given: readonly AllocationInput[],
  payer: Payer & { available_cents: number },
): Promise<Part[]> {
  const locked = await lockInvoices(db, actor.scope, { numbers: given.map(({ invoice_number }) => invoice_number) })
  const faults: FieldErrors = {}
  const codes: ErrorCode[] = []
  const parts = given.flatMap(({ invoice_number, amount }, at) => {
    const invoice = locked.find((one) => one.invoice_number === invoice_number)
    const fault = faultOf(invoice, amount, payer)
    if (!fault) return [{ invoice: invoice as StoredInvoice, cents: cents(amount) }]
    const [field, code] = fault
    faults[`allocations.${at}.${field}`] = code === 'record.not-found' ? 'payment.invoice-unknown' : code
    codes.push(code)
    return []
  })
  if (codes[0]) throw new AppError(codes[0], faults)
  const sum = parts.reduce((total, part) => total + part.cents, 0)
  if (sum > payer.available_cents)
    throw new AppError('receipt.over-allocated', {
      allocations: message('receipt.left', { left: toMoney(payer.available_cents), currency: payer.currency as Currency }),
    })
  return parts
}

type NewReceipt = Payer & { amount_cents: number; receipt_date: string; payment_mode: string; reference: string }
type Booked = NewReceipt & { id: number }
/** Settles each invoice by part of a receipt. Cards held for a returned payment are released once it is paid. */
async function settleParts(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  receipt: Booked,
  parts: readonly (Part & { settled_on: string })[],
  now: Date,
): Promise<{ payments: number[]; cards: number }> {
  const payments: number[] = []
  for (const { invoice, cents: amount_cents, settled_on } of parts)
    payments.push(
      await insertSettlement(db, {
        kind: 'payment',
        company_id: receipt.company_id,
        currency: receipt.currency,
        invoice_id: invoice.id,
        receipt_id: receipt.id,
        amount_cents,
        settled_on,
        payment_date: receipt.receipt_date,
        payment_mode: receipt.payment_mode,
        reference_id: receipt.reference,
        created_by: actor.user_id,
      }),
    )
  const released = parts.some(({ invoice }) => invoice.is_nsf) ? await releaseIfPaid(db, receipt.company_id) : 0
  return { payments, cards: released + (await settleCredit(db, receipt.company_id, now)) }
}

/** Books a receipt and its allocations. Each counts from the later of the receipt's and the invoice's date (RECV-1). */
export async function bookReceipt(
  context: Pick<Context, 'db' | 'actor'>,
  receipt: NewReceipt,
  parts: readonly Part[],
  now: Date,
): Promise<{ id: number; payments: number[]; cards: number }> {
  const id = await insertReceipt(context.db, { ...receipt, created_by: context.actor.user_id })
  const dated = parts.map((part) => ({ ...part, settled_on: laterOf(receipt.receipt_date, part.invoice.issued_date) }))
  return { id, ...(await settleParts(context, { ...receipt, id }, dated, now)) }
}

const recordOf = ({ id, reference }: Pick<Receipt, 'id' | 'reference'>) => ({ type: 'receipt', id, label: reference })
const auditFields = ({ company_name, amount, currency, receipt_date, payment_mode, reference, on_account }: Receipt) => ({
  company_name,
  amount,
  currency,
  receipt_date,
  payment_mode,
  reference,
  on_account,
})
const paidNumbers = (parts: readonly Part[]) => ({ invoices: parts.map(({ invoice }) => invoice.invoice_number) })
const changed = (cards: number) => (cards > 0 ? { cards_changed: cards } : {})

/** An equal receipt may be the same money typed twice, so the person confirms it (RECV-2). */
async function demandConfirmed(db: Db, receipt: NewReceipt): Promise<void> {
  const same = await findSame(db, receipt)
  if (!same) return
  throw new AppError(
    'receipt.possible-duplicate',
    { reference: message('receipt.duplicate-of', { id: same.id, day: same.receipt_date }) },
    { facts: { receipt_id: String(same.id) } },
  )
}

export async function recordReceipt(context: Context, input: ReceiptInput, now: Date): Promise<ChangedReceipt> {
  const { db, actor, audit } = context
  const { company_id, currency, receipt_date, payment_mode, reference } = input
  if (!(await isCustomer(db, company_id))) throw new AppError('request.invalid', { company_id: 'field.company' })
  if (receipt_date > (await getToday(db, now))) throw new AppError('payment.future', { receipt_date: 'payment.future' })
  const receipt = { company_id, currency, receipt_date, payment_mode, reference, amount_cents: cents(input.amount) }
  await lockDuplicates(db, company_id)
  if (!input.confirm_duplicate) await demandConfirmed(db, receipt)
  const parts = await lockParts(context, input.allocations, { ...receipt, available_cents: receipt.amount_cents })
  const { id, cards } = await bookReceipt(context, receipt, parts, now)
  const made = await readReceipt(db, actor.scope, id)
  await audit({ record: recordOf(made), after: { ...auditFields(made), ...paidNumbers(parts), ...changed(cards) } })
  return { ...made, cards_changed: cards }
}

function demandReversible({ reverses_id, reversed_on, refunded_cents }: StoredReceipt): void {
  if (reverses_id !== null) throw new AppError('receipt.is-reversal')
  if (reversed_on !== null) throw new AppError('receipt.reversed')
  if (refunded_cents > 0) throw new AppError('receipt.refunded')
}

/** Allocates money on account. Counts from today, or from a chosen day after both the receipt and the invoice. */
export async function allocateReceipt(
  context: Context,
  id: number,
  { allocations, allocated_on }: AllocateInput,
  now: Date,
): Promise<ChangedReceipt> {
  const { db, actor, audit } = context
  const receipt = await lockReceipt(db, actor.scope, id)
  if (receipt.reverses_id !== null || receipt.open_cents === 0) throw new AppError('receipt.nothing-left')
  const parts = await lockParts(context, allocations, { ...receipt, available_cents: receipt.open_cents })
  const today = await getToday(db, now)
  const settled_on = allocated_on ?? today
  if (settled_on > today)
    throw new AppError('request.invalid', { allocated_on: 'receipt.allocated-future' })
  const earliest = parts.reduce((day, { invoice }) => laterOf(day, invoice.issued_date), receipt.receipt_date)
  if (settled_on < earliest) throw new AppError('request.invalid', { allocated_on: 'receipt.allocated-too-early' })
  const { cards } = await settleParts(
    context,
    receipt,
    parts.map((part) => ({ ...part, settled_on })),
    now,
  )
  const after = await readReceipt(db, actor.scope, id)
  await audit({
    record: recordOf(after),
    before: { on_account: toMoney(receipt.open_cents) },
    after: { on_account: after.on_account, allocated_on: settled_on, ...paidNumbers(parts), ...changed(cards) },
  })
  return { ...after, cards_changed: cards }
}

const isLive = ({ reverses_id, is_reversed }: StoredAllocation): boolean => reverses_id === null && !is_reversed
export const listLive = async (db: Db, receiptId: number): Promise<StoredAllocation[]> =>
  (await listAllocations(db, receiptId)).filter(isLive)

/** What reversing a whole receipt, or one of its payments as a mistake, would do (PAY-7). */
export async function previewReceiptReversal(
  db: Db,
  receipt: StoredReceipt,
  live: readonly StoredAllocation[],
  only: StoredAllocation | null,
): Promise<ReversalPreview> {
  const { company_id } = receipt
  const [terms, fee, cards] = await Promise.all([
    getTerms(db, company_id),
    findNsfFee(db),
    countActiveCards(db, company_id),
  ])
  const keepsMoney = only !== null && live.length > 1
  const undone = keepsMoney ? [only] : live
  const marks = await Promise.all(undone.map((allocation) => isNsfWithout(db, allocation)))
  const restores_nsf = marks.includes(true)
  const passes_credit_limit = await wouldHoldForCredit(db, company_id, receipt)
  const isHeld = restores_nsf || (passes_credit_limit && !keepsMoney)
  return {
    nsf: {
      fee: toMoney(fee),
      fee_currency: terms.currency as Currency,
      cards_held: live.length > 0 || passes_credit_limit ? cards : 0,
    },
    mistake: { cards_held: isHeld ? cards : 0, restores_nsf },
    passes_credit_limit,
    puts_on_account: keepsMoney ? toMoney(only.amount_cents) : null,
    invoices: live.map(({ invoice_number, amount_cents }) => ({ invoice_number, amount: toMoney(amount_cents) })),
  }
}
export async function readReceiptReversal(db: Db, scope: Scope, id: number): Promise<ReversalPreview> {
  const receipt = await getReceipt(db, scope, id)
  demandReversible(receipt)
  return previewReceiptReversal(db, receipt, await listLive(db, id), null)
}

/** Reverses payments of one locked receipt, each by a row of its own. Locks their invoices in id order. */
export async function undoAllocations(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  receipt: StoredReceipt,
  undone: readonly StoredAllocation[],
  { kind, reason, today }: ReversalInput & { today: string },
): Promise<{ reversals: Map<number, number>; restoresNsf: boolean }> {
  const ids = undone.map(({ invoice_id }) => invoice_id)
  const before = await lockInvoices(db, actor.scope, { ids })
  const reversals = new Map<number, number>()
  for (const allocation of undone)
    reversals.set(
      allocation.id,
      await insertSettlement(db, {
        kind: 'payment',
        company_id: receipt.company_id,
        currency: receipt.currency,
        invoice_id: allocation.invoice_id,
        receipt_id: receipt.id,
        amount_cents: -allocation.amount_cents,
        settled_on: laterOf(today, allocation.settled_on),
        payment_date: today,
        payment_mode: receipt.payment_mode,
        reference_id: receipt.reference,
        reverses_id: allocation.id,
        is_mistake: kind === 'mistake',
        note: reason,
        created_by: actor.user_id,
      }),
    )
  const after = await lockInvoices(db, actor.scope, { ids })
  const wasMarked = (id: number) => before.some((invoice) => invoice.id === id && invoice.is_nsf)
  return { reversals, restoresNsf: after.some(({ id, is_nsf }) => is_nsf && !wasMarked(id)) }
}

/** Charges the NSF fee once to the customer's next invoice, in its own currency. No fee if the provider sets none. */
async function chargeFee(
  db: Db,
  receipt: StoredReceipt,
  undone: readonly StoredAllocation[],
  now: Date,
): Promise<number> {
  const fee = await findNsfFee(db)
  if (fee === 0) return 0
  const { currency } = await getTerms(db, receipt.company_id)
  const [first, ...others] = undone
  const description = `NSF fee ${first && others.length === 0 ? first.invoice_number : receipt.reference}`
  await insertFee(db, { company_id: receipt.company_id, code: `NSF-${receipt.id}`, description, cents: fee, currency, now })
  return fee
}

/**
 * Reverses a locked receipt and every payment made of it (RECV-1). Returned by the bank: one fee, and the cards are held.
 * Entered by mistake: neither, unless it covered a returned payment, which is open again.
 */
export async function undoReceipt(
  context: Pick<Context, 'db' | 'actor'>,
  receipt: StoredReceipt,
  { kind, reason }: ReversalInput,
  now: Date,
): Promise<{ id: number; reversals: Map<number, number>; cards: number; facts: object }> {
  const { db, actor } = context
  demandReversible(receipt)
  const undone = await listLive(db, receipt.id)
  const today = await getToday(db, now)
  const { reversals, restoresNsf } = await undoAllocations(context, receipt, undone, { kind, reason, today })
  const { company_id, currency, payment_mode, reference, amount_cents } = receipt
  const id = await insertReceipt(db, {
    company_id,
    currency,
    payment_mode,
    reference,
    amount_cents: -amount_cents,
    receipt_date: laterOf(today, receipt.receipt_date),
    reverses_id: receipt.id,
    is_mistake: kind === 'mistake',
    note: reason,
    created_by: actor.user_id,
  })
  const fee = kind === 'nsf' ? { fee: toMoney(await chargeFee(db, receipt, undone, now)) } : {}
  const isHeld = restoresNsf || (kind === 'nsf' && undone.length > 0)
  const held = isHeld ? await holdForNsf(db, company_id, undone.map(({ invoice_number }) => invoice_number).join(', ')) : 0
  const cards = held + (await settleCredit(db, company_id, now))
  return { id, reversals, cards, facts: { kind, reason, ...fee, cards_changed: cards } }
}

export async function reverseReceipt(
  context: Context,
  id: number,
  input: ReversalInput,
  now: Date,
): Promise<ChangedReceipt> {
  const { db, actor, audit } = context
  const locked = await lockReceipt(db, actor.scope, id)
  const before = await readReceipt(db, actor.scope, id)
  const undone = await undoReceipt(context, locked, input, now)
  const reversal = await readReceipt(db, actor.scope, undone.id)
  await audit({
    record: recordOf(reversal),
    before: auditFields(before),
    after: {
      ...auditFields(reversal),
      reverses: id,
      invoices: before.allocations.filter((one) => undone.reversals.has(one.id)).map((one) => one.invoice_number),
      ...undone.facts,
    },
  })
  return { ...reversal, cards_changed: undone.cards }
}
