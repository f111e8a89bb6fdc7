import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { AllocateInput, ChangedReceipt, Receipt, ReceiptInput } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import { releaseIfPaid, settleCredit } from '../accounts/holds.actions.ts'
import { getToday, isCustomer } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { insertSettlement } from '../invoices/settlements.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { lockParts, type Payer, type SettledPart } from './allocations.actions.ts'
import { toOpenInvoice, toReceipt } from './receipts.columns.ts'
import {
  findSame,
  getReceipt,
  insertReceipt,
  listAllocations,
  listPayable,
  lockDuplicates,
  lockReceipt,
  sumOpen,
} from './receipts.queries.ts'
import { laterOf } from './receipts.rules.ts'

const cents = (amount: number): number => toUnits(amount, 'money')
const toMoney = (units: number): number => fromUnits(units, 'money')

export async function readReceipt(db: Db, scope: Scope, id: number): Promise<Receipt> {
  const stored = await getReceipt(db, scope, id)
  return toReceipt(stored, await listAllocations(db, stored.id))
}

export async function readOpenInvoices(
  db: Db,
  scope: Scope,
  of: { company_id: number; currency: Currency },
  now: Date,
) {
  const today = await getToday(db, now)
  const [invoices, sums] = await Promise.all([listPayable(db, scope, of, today), sumOpen(db, of)])
  return {
    invoices: invoices.map(toOpenInvoice),
    total_due: toMoney(sums.due_cents),
    on_account: toMoney(sums.on_account_cents),
  }
}

type NewReceipt = Payer & { amount_cents: number; receipt_date: string; payment_mode: string; reference: string }
type Booked = NewReceipt & { id: number }
/** Settles each invoice by part of a receipt. Cards held for a returned payment are released once it is paid. */
async function settleParts(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  receipt: Booked,
  parts: readonly (SettledPart & { settled_on: string })[],
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
  parts: readonly SettledPart[],
  now: Date,
): Promise<{ id: number; payments: number[]; cards: number }> {
  const id = await insertReceipt(context.db, { ...receipt, created_by: context.actor.user_id })
  const dated = parts.map((part) => ({ ...part, settled_on: laterOf(receipt.receipt_date, part.invoice.issued_date) }))
  return { id, ...(await settleParts(context, { ...receipt, id }, dated, now)) }
}

export const receiptRecord = ({ id, reference }: Pick<Receipt, 'id' | 'reference'>) => ({
  type: 'receipt',
  id,
  label: reference,
})
export const receiptFields = ({
  company_name,
  amount,
  currency,
  receipt_date,
  payment_mode,
  reference,
  on_account,
}: Receipt) => ({
  company_name,
  amount,
  currency,
  receipt_date,
  payment_mode,
  reference,
  on_account,
})
const paidNumbers = (parts: readonly SettledPart[]) => ({
  settled_invoices: parts.map(({ invoice }) => invoice.invoice_number),
})
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

export async function recordReceipt(
  context: Pick<Context, 'db' | 'actor' | 'audit'>,
  input: ReceiptInput,
  now: Date,
): Promise<ChangedReceipt> {
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
  await audit({
    record: receiptRecord(made),
    after: { ...receiptFields(made), ...paidNumbers(parts), ...changed(cards) },
  })
  return { ...made, cards_changed: cards }
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
  if (settled_on > today) throw new AppError('request.invalid', { allocated_on: 'receipt.allocated-future' })
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
    record: receiptRecord(after),
    before: { on_account: toMoney(receipt.open_cents) },
    after: { on_account: after.on_account, allocated_on: settled_on, ...paidNumbers(parts), ...changed(cards) },
  })
  return { ...after, cards_changed: cards }
}
