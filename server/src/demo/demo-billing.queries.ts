import { grantsOf, roles } from '@portal/contract/permissions.ts'
import type pg from 'pg'
import type { Db } from '../db/connect.ts'
import { type Actor, staffScope } from '../platform/access/scope.ts'

export async function isBilled(db: Db): Promise<boolean> {
  return (await db.selectFrom('invoices').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The provider's first Admin, who bills the demo; undefined if there is none. */
export async function findBiller(db: Db): Promise<Actor | undefined> {
  const found = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select(['users.id', 'email', 'first_name', 'last_name', 'company_id', 'companies.name'])
    .where('kind', '=', 'provider')
    .where('role', '=', roles.admin)
    .orderBy('users.id')
    .executeTakeFirst()
  if (!found) return undefined
  const { id, email, first_name, last_name, company_id, name } = found
  const rights = { role: roles.admin, levels: {}, kind: 'provider' } as const
  return {
    user_id: id,
    email,
    first_name,
    last_name,
    company_id,
    home_company_id: company_id,
    company_name: name,
    ...rights,
    grants: grantsOf(rights),
    is_switched: false,
    is_switch_eligible: false,
    expires_at: '',
    home_expires_at: null,
    has_factor: false,
    proved_at: null,
    must_change_password: false,
    scope: staffScope(company_id),
    tokenHash: Buffer.alloc(0),
    stamp: '',
  }
}

export type DemoInvoice = {
  id: number
  invoice_number: string
  company_name: string
  currency: 'CAD' | 'USD'
  issued_date: string
  due_date: string
  start_date: string
  end_date: string
  total_cents: number
}
export const listDrafts = (db: Db, runId: number): Promise<DemoInvoice[]> =>
  db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.company_id')
    .select([
      'invoices.id',
      'invoice_number',
      'companies.name as company_name',
      'currency',
      'issued_date',
      'due_date',
      'start_date',
      'end_date',
      'total_cents',
    ])
    .where('billing_run_id', '=', runId)
    .orderBy('invoices.id')
    .$castTo<DemoInvoice>()
    .execute()

/** The last payment for a customer's fully paid invoice, which the demo returns as NSF. */
export const findLastPayment = (db: Db, companyName: string): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('settlements')
    .innerJoin('invoices', 'invoices.id', 'settlements.invoice_id')
    .innerJoin('companies', 'companies.id', 'settlements.company_id')
    .select('settlements.id')
    .where('companies.name', '=', companyName)
    .where('invoices.status', '=', 'FULLY_PAID')
    .where('settlements.kind', '=', 'payment')
    .orderBy('settlements.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listCompanyIds = async (db: Db, names: readonly string[]): Promise<number[]> =>
  (
    await db
      .selectFrom('companies')
      .select('id')
      .where('name', 'in', names)
      .where('kind', '=', 'customer')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** The demo is created at once, so this backdates each change to its day. Only the owner can do so. */
export async function backdate(owner: pg.Client): Promise<void> {
  const at = (day: string, clock: string) => `(${day} + time '${clock}') at time zone 'America/Toronto'`
  await owner.query(
    `update billing_runs set created_at = ${at('issued_date', '08:30')}, finished_at = ${at('issued_date', '08:31')}`,
  )
  await owner.query(
    `update invoices set created_at = ${at('issued_date', '08:30')},
       updated_at = coalesce((select max(${at('payment_date', '14:00')}) from settlements where invoice_id = invoices.id), sent_at, ${at('issued_date', '08:30')})`,
  )
  await owner.query(`update settlements set created_at = ${at('coalesce(payment_date, settled_on)', '14:00')}`)
  await owner.query(`update receipts set created_at = ${at('receipt_date', '14:00')}`)
  await owner.query(`update credit_notes set created_at = ${at('issued_date', '14:00')}`)
}
