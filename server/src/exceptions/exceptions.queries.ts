import { AppError } from '@portal/contract/errors.ts'
import { type ExceptionRow, exceptionList, type Verdict } from '@portal/contract/exceptions/exceptions.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type SqlBool, sql } from 'kysely'
import { unitIdOf } from '../cards/cards.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { byProvider } from '../lookups/by-provider.queries.ts'
import { isStaff, onlyCompany } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import {
  readableColumns,
  type StoredException,
  staffExceptionColumns,
  toExceptionCells,
  toExceptionRow,
} from './exceptions.columns.ts'

/** Every read of an exception starts here. The policy also hides the rules that speak of cost from customers. */
const visibleExceptions = visible('exceptions', 'company_id')

/** With its transaction, and the other one if the reader can see it. */
const withRecords = (scope: Scope) => (rows: ReturnType<typeof visibleExceptions>) => {
  const only = onlyCompany(scope)
  return rows
    .innerJoin('transactions', 'transactions.id', 'exceptions.transaction_id')
    .innerJoin('companies', 'companies.id', 'exceptions.company_id')
    .leftJoin('fuel_providers', 'fuel_providers.id', 'exceptions.provider_id')
    .leftJoin('transactions as other', (join) =>
      join
        .onRef('other.id', '=', 'exceptions.other_transaction_id')
        .on(only === null ? sql<SqlBool>`true` : sql<SqlBool>`other.company_id = ${only}`),
    )
    .leftJoin('users as customer_user', 'customer_user.id', 'exceptions.customer_by')
    .select(readableColumns.map((name) => `exceptions.${name}` as const))
    .select([
      'transactions.authentication_id',
      'transactions.txn_at',
      'transactions.amount_cents',
      'transactions.currency',
      'transactions.card_number',
      'transactions.vehicle',
      unitIdOf('transactions', 'vehicle').as('unit_id'),
      'transactions.location',
      'transactions.invoice_id',
      'companies.name as company_name',
      'fuel_providers.name as provider_name',
      'other.id as other_id',
      'other.authentication_id as other_code',
      'other.txn_at as other_at',
    ])
    .select(userNameOf('customer_user').as('customer_name'))
    .$if(isStaff(scope), (some) =>
      some
        .leftJoin('users as staff_user', 'staff_user.id', 'exceptions.staff_by')
        .select(staffExceptionColumns.map((name) => `exceptions.${name}` as const))
        .select(userNameOf('staff_user').as('staff_name')),
    )
}

const verdictIs = (verdict: Verdict) => sql<SqlBool>`exceptions.staff_verdict = ${sql.lit(verdict)}`
const columns = {
  id: 'exceptions.id',
  created_at: { column: 'exceptions.created_at', isInstant: true },
  txn_date: { column: 'transactions.txn_at', isLocalTime: true },
  state: {
    column: 'exceptions.staff_verdict',
    meanings: {
      open: sql<SqlBool>`exceptions.staff_verdict is null`,
      confirmed: verdictIs('confirmed'),
      dismissed: verdictIs('dismissed'),
    },
  },
  rule: 'exceptions.rule',
  severity: 'exceptions.severity',
  company_name: 'companies.name',
  card_number: { column: 'transactions.card_number', isNullable: true },
  authentication_id: 'transactions.authentication_id',
  provider: byProvider('exceptions.provider_id'),
  transaction_id: 'exceptions.transaction_id',
} as const

export const listExceptions = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'exceptions', ExceptionRow>> =>
  paginate(db, scope, exceptionList, query, columns, {
    from: visibleExceptions(db, scope),
    show: withRecords(scope),
    row: (stored: StoredException) =>
      query.format ? toExceptionCells(toExceptionRow(stored)) : toExceptionRow(stored),
  })

export async function getException(db: Db, scope: Scope, id: number): Promise<ExceptionRow> {
  const stored = (await withRecords(scope)(visibleExceptions(db, scope))
    .where('exceptions.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))) as StoredException
  return toExceptionRow(stored)
}

/** Locks the transaction of an exception, so that two verdicts about it wait for each other. */
export async function lockJudged(db: Db, scope: Scope, id: number): Promise<void> {
  const { transaction_id } = await visibleExceptions(db, scope)
    .select('exceptions.transaction_id')
    .where('exceptions.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
  await sql`select from transactions where id = ${transaction_id} for update`.execute(db)
}

type Given = { verdict: Verdict; note: string | null; by: number }
export async function updateStaffVerdict(db: Db, id: number, { verdict, note, by }: Given): Promise<void> {
  await db
    .updateTable('exceptions')
    .set(({ eb, fn }) => ({
      staff_verdict: verdict,
      staff_note: note,
      staff_by: by,
      staff_at: fn('now'),
      is_by_acceptance: false,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}
export async function updateCustomerVerdict(db: Db, id: number, { verdict, note, by }: Given): Promise<void> {
  await db
    .updateTable('exceptions')
    .set(({ eb, fn }) => ({
      customer_verdict: verdict,
      customer_note: note,
      customer_by: by,
      customer_at: fn('now'),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** `at` is null to undo the acceptance. */
export async function updateAccepted(db: Db, ids: readonly number[], at: Date | null): Promise<void> {
  await db
    .updateTable('transactions')
    .set(({ eb }) => ({
      accepted_at: at?.toISOString() ?? null,
      version: eb('version', '+', 1),
      updated_at: eb.fn('now'),
    }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

/** What of the transactions is not judged yet is dismissed with their acceptance (TXN-23, EXC-2). */
export async function dismissOpen(db: Db, ids: readonly number[], by: number | null): Promise<void> {
  await sql`
    update exceptions set staff_verdict = 'dismissed', staff_by = ${by}, staff_at = now(), is_by_acceptance = true, version = version + 1
    where transaction_id = any(${ids}::bigint[]) and staff_verdict is null`.execute(db)
}
/** With the undo, what was dismissed by the acceptance is open again, and so is what keeps them out of billing. */
export async function reopenDismissed(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update exceptions e set staff_verdict = null, staff_note = null, staff_by = null, staff_at = null, is_by_acceptance = false, version = e.version + 1
    from transactions t where t.id = e.transaction_id and t.id = any(${ids}::bigint[]) and e.staff_verdict = 'dismissed'
      and (e.is_by_acceptance or e.rule = any(t.flags))`.execute(db)
}

type JudgedHold = {
  is_accepted: boolean
  is_billed: boolean
  holds: boolean
  is_free: boolean
}
/**
 * What a transaction waits for: `holds` if one of its flags is an exception that is not dismissed; `is_free` if each of
 * its flags is an exception and all of those are dismissed.
 */
export async function getHold(db: Db, id: number): Promise<JudgedHold> {
  const { rows } = await sql<JudgedHold>`
    select t.accepted_at is not null as is_accepted, t.invoice_id is not null as is_billed,
      exists (select from exceptions e where e.transaction_id = t.id and e.rule = any(t.flags) and e.staff_verdict is distinct from 'dismissed') as holds,
      t.flags <> '{}' and not exists (
        select from unnest(t.flags) flag where not exists (select from exceptions e where e.transaction_id = t.id and e.rule = flag)
          or exists (select from exceptions e where e.transaction_id = t.id and e.rule = flag and e.staff_verdict is distinct from 'dismissed')) as is_free
    from transactions t where t.id = ${id}`.execute(db)
  return rows[0] as JudgedHold
}
