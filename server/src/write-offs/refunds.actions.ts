import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Refund, RefundInput } from '@portal/contract/write-offs/write-offs.ts'
import { settleCredit } from '../accounts/holds.actions.ts'
import { getToday } from '../companies/companies.queries.ts'
import { lockCreditNote } from '../credit-notes/credit-notes.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { lockReceipt } from '../receipts/receipts.queries.ts'
import { laterOf } from '../receipts/receipts.rules.ts'
import { getRefund, insertRefund } from './refunds.queries.ts'

const recordOf = ({ id, reference }: Refund) => ({ type: 'refund', id, label: reference })
const auditFields = ({ company_name, amount, currency, payment_mode, refund_date, reference, reason }: Refund) => ({
  company_name,
  amount,
  currency,
  payment_mode,
  refund_date,
  reference,
  reason,
})

type Source = { company_id: number; currency: string; open_cents: number; from: string; ids: object }
/** Locks what the money comes from. */
async function lockSource(
  { db, actor }: Context,
  of: { receipt_id: number | null | undefined; credit_note_number: string | null | undefined },
): Promise<Source> {
  if (of.receipt_id) {
    const receipt = await lockReceipt(db, actor.scope, of.receipt_id)
    return { ...receipt, from: receipt.receipt_date, ids: { receipt_id: receipt.id } }
  }
  const note = await lockCreditNote(db, actor.scope, of.credit_note_number ?? '')
  return { ...note, from: note.issued_date, ids: { credit_note_id: note.id } }
}

/** Pays back money on account or an open credit note (RECV-5). What was allocated stays allocated. */
export async function recordRefund(context: Context, input: RefundInput, now: Date): Promise<Refund> {
  const { db, actor, audit } = context
  const { refund_date, payment_mode, reference, reason } = input
  if (refund_date > (await getToday(db, now)))
    throw new AppError('payment.future', { refund_date: 'booking.date-future' })
  const source = await lockSource(context, {
    receipt_id: input.receipt_id,
    credit_note_number: input.credit_note_number,
  })
  if (refund_date < source.from) throw new AppError('request.invalid', { refund_date: 'refund.too-early' })
  const amount_cents = toUnits(input.amount, 'money')
  const { company_id, currency, open_cents } = source
  if (amount_cents > open_cents) {
    const left = message('refund.left', { left: fromUnits(open_cents, 'money'), currency: currency as Currency })
    throw new AppError('refund.exceeds', { amount: left }, { message: left })
  }
  const id = await insertRefund(db, {
    ...source.ids,
    company_id,
    currency,
    amount_cents,
    refund_date,
    payment_mode,
    reference,
    note: reason,
    created_by: actor.user_id,
  })
  await settleCredit(db, company_id, now)
  const made = await getRefund(db, actor.scope, id)
  await audit({ record: recordOf(made), after: auditFields(made) })
  return made
}

export async function reverseRefund(context: Context, id: number, reason: string, now: Date): Promise<Refund> {
  const { db, actor, audit } = context
  const { receipt_id, credit_note_number } = await getRefund(db, actor.scope, id)
  const source = await lockSource(context, { receipt_id, credit_note_number })
  const original = await getRefund(db, actor.scope, id)
  if (original.is_reversed || original.reverses_id !== null) throw new AppError('refund.reversed')
  const { company_id, currency } = source
  const reversal = await insertRefund(db, {
    ...source.ids,
    company_id,
    currency,
    amount_cents: -toUnits(original.amount, 'money'),
    refund_date: laterOf(await getToday(db, now), original.refund_date),
    payment_mode: original.payment_mode,
    reference: original.reference,
    note: reason,
    reverses_id: id,
    created_by: actor.user_id,
  })
  await settleCredit(db, company_id, now)
  const made = await getRefund(db, actor.scope, reversal)
  await audit({ record: recordOf(made), after: { ...auditFields(made), reverses: id } })
  return made
}
