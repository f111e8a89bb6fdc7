import { type CustomerRow, customerList } from '@portal/contract/customers/customers.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { sql, type Updateable } from 'kysely'
import { accepted } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import type { Customers } from '../db/schema.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type StoredCustomer, toCustomerRow } from './customers.columns.ts'

/**
 * Every read and write of a customer record starts here. A company that is waiting for approval or was rejected is not
 * a customer yet (COMP-7).
 */
const visibleCustomers = (db: Db, scope: Scope) =>
  visible('customers', 'company_id')(db, scope).where('customers.company_id', 'in', (eb) =>
    eb.selectFrom('companies').select('id').where('status', 'in', accepted),
  )
const withCompany = (customers: ReturnType<typeof visibleCustomers>) =>
  customers.innerJoin('companies', 'companies.id', 'customers.company_id')

/**
 * Counted, not entered (CUST-5): orders come from the stored transaction counts, and void invoices do not count
 * (docs/decisions/0015).
 */
const orderCount =
  sql<number>`(select coalesce(sum(count), 0)::bigint from transaction_counts where company_id = customers.company_id)`.as(
    'order_cnt',
  )
const invoiceCount =
  sql<number>`(select count(*) from invoices where invoices.company_id = customers.company_id and invoices.status <> 'VOID')`.as(
    'invoice_cnt',
  )

export const listCustomers = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'customers', CustomerRow>> =>
  paginate(
    db,
    scope,
    customerList,
    query,
    {
      id: 'customers.company_id',
      name: 'companies.name',
      company_number: 'companies.company_number',
      email: { column: 'customers.email', isNullable: true },
      phone: { column: 'customers.phone', isNullable: true },
      tax_no: { column: 'customers.tax_no', isNullable: true },
      crm_id: { column: 'customers.crm_id', isNullable: true },
      rate: { column: 'customers.rate_e4', isNullable: true },
    },
    {
      from: visibleCustomers(db, scope),
      show: (customers) =>
        withCompany(customers)
          .select([
            'customers.company_id as id',
            'companies.company_number',
            'companies.name',
            'customers.email',
            'customers.phone',
          ])
          .select([
            'customers.tax_no',
            'customers.crm_id',
            'customers.rate_e4',
            'customers.currency',
            'customers.version',
            'customers.updated_at',
            orderCount,
            invoiceCount,
          ]),
      row: toCustomerRow,
    },
  )

const notFound = () => new AppError('record.not-found')
const customerById = (db: Db, scope: Scope, id: number) =>
  withCompany(visibleCustomers(db, scope))
    .selectAll('customers')
    .select([
      'companies.name',
      'companies.company_number',
      'companies.status as company_status',
      'companies.brand',
      orderCount,
      invoiceCount,
    ])
    .where('customers.company_id', '=', id)
export const getCustomer = (db: Db, scope: Scope, id: number): Promise<StoredCustomer> =>
  customerById(db, scope, id).executeTakeFirstOrThrow(notFound)
/** Locks the record until the transaction ends, so that the second of two concurrent saves sees the first. */
export const lockCustomer = (db: Db, scope: Scope, id: number): Promise<StoredCustomer> =>
  customerById(db, scope, id).forUpdate('customers').executeTakeFirstOrThrow(notFound)

type OfCompany = { name: string; brand: string }
export async function updateCustomer(
  db: Db,
  id: number,
  { name, brand }: OfCompany,
  columns: Updateable<Customers>,
): Promise<void> {
  await db
    .updateTable('companies')
    .set(({ eb }) => ({ name, brand, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('name', '!=', name), eb('brand', '!=', brand)]))
    .execute()
  await db
    .updateTable('customers')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('company_id', '=', id)
    .execute()
}
