import { AppError } from '@portal/contract/errors.ts'
import type { ReversalInput, ReversalPreview } from '@portal/contract/payments/payments.ts'
import type { ChangedReceipt } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { getTerms } from '../accounts/accounts.queries.ts'
import { holdForNsf, settleCredit, wouldHoldForCredit } from '../accounts/holds.actions.ts'
import { countActiveCards } from '../accounts/holds.queries.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { lockInvoices } from '../invoices/invoices.queries.ts'
import { insertSettlement } from '../invoices/settlements.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { findNsfFee, insertFee, isNsfWithout } from './nsf-fees.queries.ts'
import { readReceipt, receiptFields, receiptRecord } from './receipts.actions.ts'
import type { StoredAllocation, StoredReceipt } from './receipts.columns.ts'
import { getReceipt, insertReceipt, listAllocations, lockReceipt } from './receipts.queries.ts'
import { laterOf } from './receipts.rules.ts'

const toMoney = (units: number): number => fromUnits(units, 'money')

function demandReversible({ reverses_id, reversed_on, refunded_cents }: StoredReceipt): void {
  if (reverses_id !== null) throw new AppError('receipt.is-reversal')
  if (reversed_on !== null) throw new AppError('receipt.reversed')
  if (refunded_cents > 0) throw new AppError('receipt.refunded')
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
  await insertFee(db, {
    company_id: receipt.company_id,
    code: `NSF-${receipt.id}`,
    description,
    cents: fee,
    currency,
    now,
  })
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
  const held = isHeld
    ? await holdForNsf(db, company_id, undone.map(({ invoice_number }) => invoice_number).join(', '))
    : 0
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
    record: receiptRecord(reversal),
    before: receiptFields(before),
    after: {
      ...receiptFields(reversal),
      reverses: id,
      settled_invoices: before.allocations
        .filter((one) => undone.reversals.has(one.id))
        .map((one) => one.invoice_number),
      ...undone.facts,
    },
  })
  return { ...reversal, cards_changed: undone.cards }
}
