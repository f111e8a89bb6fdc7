import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type PaymentRow, paymentList } from '@portal/contract/payments/payments.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredPayment, toPaymentRow } from './payments.columns.ts'

/** Every read of a payment starts here, so that no request reaches another company's payments. */
const visiblePayments = (db: Db, scope: Scope) =>
  visible('settlements', 'company_id')(db, scope).where('settlements.kind', '=', 'payment')
const shown = (payments: ReturnType<typeof visiblePayments>) =>
  payments
    .innerJoin('invoices', 'invoices.id', 'settlements.invoice_id')
    .innerJoin('companies', 'companies.id', 'settlements.company_id')
    .select([
      'settlements.id',
      'settlements.company_id',
      'settlements.receipt_id',
      'settlements.invoice_id',
      'settlements.amount_cents',
      'settlements.currency',
      'settlements.payment_date',
      'settlements.payment_mode',
      'settlements.reference_id',
      'settlements.note',
      'settlements.version',
      'settlements.updated_at',
      'settlements.reverses_id',
      'invoices.invoice_number',
      'invoices.issued_date',
      'invoices.due_date',
      'companies.name as company_name',
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('settlements as later').whereRef('later.reverses_id', '=', 'settlements.id').select('later.id'),
        )
          .$castTo<boolean>()
          .as('is_reversed'),
      // The reversal's row holds the kind for both rows of the pair.
      sql<string | null>`(select case when pair.is_mistake then 'mistake' else 'nsf' end from settlements pair
        where pair.reverses_id = coalesce(settlements.reverses_id, settlements.id))`.as('reversal_kind'),
    ])

export const listPayments = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'payments', PaymentRow>> =>
  paginate(
    db,
    scope,
    paymentList,
    query,
    {
      id: 'settlements.id',
      company_name: 'companies.name',
      invoice_number: 'invoices.invoice_number',
      issued_date: 'invoices.issued_date',
      due_date: 'invoices.due_date',
      payment_mode: 'settlements.payment_mode',
      payment_date: 'settlements.payment_date',
      amount_paid: 'settlements.amount_cents',
      currency: 'settlements.currency',
      referenceId: 'settlements.reference_id',
    },
    { from: visiblePayments(db, scope), show: shown, row: toPaymentRow },
  )

export const getPayment = (db: Db, scope: Scope, id: number): Promise<StoredPayment> =>
  shown(visiblePayments(db, scope))
    .where('settlements.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
