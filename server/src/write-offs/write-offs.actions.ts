import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { roles } from '@portal/contract/permissions.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { WriteOff, WriteOffInput } from '@portal/contract/write-offs/write-offs.ts'
import { holdForNsf, releaseIfPaid, settleCredit } from '../accounts/holds.actions.ts'
import { getToday } from '../companies/companies.queries.ts'
import { getInvoice, lockInvoice, type StoredInvoice } from '../invoices/invoices.queries.ts'
import { insertSettlement } from '../invoices/settlements.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { unpayableAs } from '../receipts/allocations.actions.ts'
import { laterOf } from '../receipts/receipts.rules.ts'
import { findLimits, getWriteOff } from './write-offs.queries.ts'

const recordOf = ({ id, invoice_number }: WriteOff) => ({ type: 'write_off', id, label: invoice_number })

/** A user writes off small amounts of an invoice, in parts or at once; more needs an Admin (RECV-5). */
async function demandWithinLimit({ db, actor }: Context, { currency }: StoredInvoice, cents: number): Promise<void> {
  const { user_cents, admin_cents } = await findLimits(db)
  const limit = actor.role === roles.admin ? admin_cents : user_cents
  if (limit === null || cents <= limit) return
  throw new AppError('write-off.over-limit', undefined, {
    message: message('write-off.limit', { limit: fromUnits(limit, 'money'), currency: currency as Currency }),
  })
}

export async function writeOffInvoice(context: Context, input: WriteOffInput, now: Date): Promise<WriteOff> {
  const { db, actor, audit } = context
  const invoice = await lockInvoice(db, actor.scope, input.invoice_number).catch((error: unknown) => {
    throw error instanceof AppError
      ? new AppError('record.not-found', { invoice_number: 'payment.invoice-unknown' })
      : error
  })
  const reason = unpayableAs(invoice)
  if (reason) throw new AppError(reason, { invoice_number: reason })
  const due = invoice.due_cents ?? 0
  const cents = input.amount ? toUnits(input.amount, 'money') : due
  if (cents > due) throw new AppError('write-off.exceeds-due', { amount: 'write-off.exceeds-due' })
  await demandWithinLimit(context, invoice, cents + (invoice.written_off_cents ?? 0))
  const id = await insertSettlement(db, {
    kind: 'write_off',
    company_id: invoice.company_id,
    currency: invoice.currency,
    invoice_id: invoice.id,
    amount_cents: cents,
    settled_on: laterOf(await getToday(db, now), invoice.issued_date),
    note: input.reason,
    created_by: actor.user_id,
  })
  const released = invoice.is_nsf ? await releaseIfPaid(db, invoice.company_id) : 0
  const cards = released + (await settleCredit(db, invoice.company_id, now))
  const made = await getWriteOff(db, actor.scope, id)
  await audit({ record: recordOf(made), after: auditFields(made, cards) })
  return made
}
const auditFields = ({ company_name, amount, currency, reason }: WriteOff, cards: number) => ({
  company_name,
  amount,
  currency,
  reason,
  ...(cards > 0 ? { cards_changed: cards } : {}),
})

export async function reverseWriteOff(context: Context, id: number, reason: string, now: Date): Promise<WriteOff> {
  const { db, actor, audit } = context
  const { invoice_id } = await getWriteOff(db, actor.scope, id)
  const before = await lockInvoice(db, actor.scope, invoice_id)
  const original = await getWriteOff(db, actor.scope, id)
  if (original.is_reversed || original.reverses_id !== null) throw new AppError('write-off.reversed')
  const reversal = await insertSettlement(db, {
    kind: 'write_off',
    company_id: before.company_id,
    currency: before.currency,
    invoice_id,
    amount_cents: -toUnits(original.amount, 'money'),
    settled_on: laterOf(await getToday(db, now), original.written_off_on),
    note: reason,
    reverses_id: id,
    is_mistake: true,
    created_by: actor.user_id,
  })
  const after = await getInvoice(db, actor.scope, invoice_id)
  const held = after.is_nsf && !before.is_nsf ? await holdForNsf(db, after.company_id, after.invoice_number) : 0
  const cards = held + (await settleCredit(db, after.company_id, now))
  const made = await getWriteOff(db, actor.scope, reversal)
  await audit({ record: recordOf(made), after: { ...auditFields(made, cards), reverses: id } })
  return made
}
