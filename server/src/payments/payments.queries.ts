import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type PaymentRow, paymentList } from '@portal/contract/payments/payments.ts'
import { formulaVersion } from '@portal/contract/pricing/price.rules.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { Payments } from '../db/schema.ts'
import { visible } from '../platform/access/visible.ts'
import { refuseOn } from '../platform/http/errors.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredPayment, toPaymentRow } from './payments.columns.ts'

/** Every read of a payment starts here, so that no request reaches another company's payments. */
const visiblePayments = visible('payments', 'company_id')
const shown = (payments: ReturnType<typeof visiblePayments>) =>
  payments
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .innerJoin('companies', 'companies.id', 'payments.company_id')
    .select([
      'payments.id',
      'payments.company_id',
      'payments.invoice_id',
      'payments.amount_cents',
      'payments.currency',
      'payments.payment_date',
      'payments.payment_mode',
      'payments.reference_id',
      'payments.note',
      'payments.reverses_id',
      'invoices.invoice_number',
      'invoices.issued_date',
      'invoices.due_date',
      'companies.name as company_name',
      ({ exists, selectFrom }) =>
        exists(selectFrom('payments as later').whereRef('later.reverses_id', '=', 'payments.id').select('later.id'))
          .$castTo<boolean>()
          .as('is_reversed'),
      // The reversal's row holds the kind for both rows of the pair.
      sql<string | null>`(select case when pair.is_mistake then 'mistake' else 'nsf' end from payments pair
        where pair.reverses_id = coalesce(payments.reverses_id, payments.id))`.as('reversal_kind'),
    ])

export const listPayments = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'payments', PaymentRow>> =>
  paginate(
    db,
    scope,
    paymentList,
    query,
    {
      id: 'payments.id',
      company_name: 'companies.name',
      invoice_number: 'invoices.invoice_number',
      issued_date: 'invoices.issued_date',
      due_date: 'invoices.due_date',
      payment_mode: 'payments.payment_mode',
      payment_date: 'payments.payment_date',
      amount_paid: 'payments.amount_cents',
      currency: 'payments.currency',
      referenceId: 'payments.reference_id',
    },
    { from: visiblePayments(db, scope), show: shown, row: toPaymentRow },
  )

export const getPayment = (db: Db, scope: Scope, id: number): Promise<StoredPayment> =>
  shown(visiblePayments(db, scope))
    .where('payments.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))

const overPaid = refuseOn('invoices_never_overpaid', new AppError('payment.exceeds-due'))
const reversedAlready = refuseOn('payments_reverses_id_key', new AppError('payment.reversed'))
/** A trigger updates the invoice, and the database rejects more than the amount due in any case (M5). */
export async function insertPayment(db: Db, payment: Insertable<Payments>): Promise<number> {
  const inserted = db.insertInto('payments').values(payment).returning('id').executeTakeFirstOrThrow()
  return (await inserted.catch(overPaid).catch(reversedAlready)).id
}

/** Whether an invoice would be marked NSF without one of its payments (PAY-7). */
export async function isNsfWithout(
  db: Db,
  { id, invoice_id }: Pick<StoredPayment, 'id' | 'invoice_id'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_nsf: boolean }>`select returned_cents(${invoice_id}, ${id}) > 0 as is_nsf`.execute(db)
  return rows[0]?.is_nsf === true
}

/** The default fee until the provider sets one. */
const defaultFeeCents = 4500
export async function findNsfFee(db: Db): Promise<number> {
  const settings = await db
    .selectFrom('billing_settings')
    .innerJoin('companies', 'companies.id', 'billing_settings.company_id')
    .where('companies.kind', '=', 'provider')
    .select('nsf_fee_cents')
    .executeTakeFirst()
  return settings?.nsf_fee_cents ?? defaultFeeCents
}

export type Fee = { company_id: number; code: string; description: string; cents: number; currency: string; now: Date }
/**
 * Inserts a transaction without a card and with one FEE line, which the customer's next invoice includes (INV-13). Fees
 * carry no tax.
 */
export async function insertFee(db: Db, { company_id, code, description, cents, currency, now }: Fee): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with fee as (
      insert into transactions (company_id, authentication_id, txn_at, location, currency, amount_cents, source)
      select ${company_id}, ${code}, date_trunc('second', ${now.toISOString()}::timestamptz at time zone time_zone), ${description}, ${currency}, ${cents}::bigint, 'fee'
      from companies where kind = 'provider' returning id, company_id, authentication_id, amount_cents
    ), line as (
      insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, product_description, quantity_milli, file_price_e6,
        file_amount_cents, price_e6, price_quantity_milli, pre_cents, amount_cents, formula, is_manual)
      select id, company_id, 0, authentication_id, 'FEE', ${description}, 1000, amount_cents * 10000, amount_cents, amount_cents * 10000, 1000, amount_cents,
        amount_cents, ${sql.lit(formulaVersion)}, true from fee
    ) select id from fee`.execute(db)
  return rows[0]?.id as number
}
