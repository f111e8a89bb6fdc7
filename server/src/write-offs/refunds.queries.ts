import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type ReceiptMode, receiptModes } from '@portal/contract/payments/payment-modes.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type Refund, refundList } from '@portal/contract/write-offs/write-offs.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { Refunds } from '../db/schema.ts'
import { visible } from '../platform/access/visible.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'

const visibleRefunds = visible('refunds', 'company_id')
const shown = (refunds: ReturnType<typeof visibleRefunds>) =>
  refunds
    .innerJoin('companies', 'companies.id', 'refunds.company_id')
    .leftJoin('credit_notes', 'credit_notes.id', 'refunds.credit_note_id')
    .select(['refunds.id', 'refunds.company_id', 'companies.name as company_name', 'refunds.receipt_id'])
    .select(['credit_notes.credit_note_number', 'refunds.refund_date', 'refunds.currency', 'refunds.amount_cents'])
    .select(['refunds.payment_mode', 'refunds.reference', 'refunds.note', 'refunds.reverses_id'])
    .select(sql<boolean>`exists (select from refunds later where later.reverses_id = refunds.id)`.as('is_reversed'))
type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
const toRefund = ({
  amount_cents,
  note,
  currency,
  payment_mode,
  ...stored
}: Shown): Refund & { payment_mode_words: string } => ({
  ...stored,
  currency: currency as Currency,
  payment_mode: payment_mode as ReceiptMode,
  // Only for the downloads.
  payment_mode_words: receiptModes[payment_mode as ReceiptMode],
  amount: fromUnits(amount_cents, 'money'),
  reason: note,
})

export const listRefunds = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'refunds', Refund>> =>
  paginate(
    db,
    scope,
    refundList,
    query,
    {
      id: 'refunds.id',
      refund_date: 'refunds.refund_date',
      company_name: 'companies.name',
      payment_mode: 'refunds.payment_mode',
      amount: 'refunds.amount_cents',
      currency: 'refunds.currency',
      reference: 'refunds.reference',
    },
    { from: visibleRefunds(db, scope), show: shown, row: toRefund },
  )
export const getRefund = async (db: Db, scope: Scope, id: number): Promise<Refund> =>
  toRefund(
    await shown(visibleRefunds(db, scope))
      .where('refunds.id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )

const reversedAlready = refuseOn('refunds_reverses_id_key', new AppError('refund.reversed'))
export async function insertRefund(db: Db, refund: Insertable<Refunds>): Promise<number> {
  const inserted = db.insertInto('refunds').values(refund).returning('id').executeTakeFirstOrThrow()
  return (await inserted.catch(reversedAlready)).id
}
