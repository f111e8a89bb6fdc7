import { type BillingRun, billingRunList, type PreviewRow } from '@portal/contract/billing/billing-runs.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { sql, type Updateable } from 'kysely'
import pg from 'pg'
import { type Db, executeWithNext, type Scope } from '../db/connect.ts'
import type { BillingRuns } from '../db/schema.ts'
import { visible } from '../platform/access/visible.ts'
import { userNameOf } from '../platform/audit/history.queries.ts'
import { lockClaim, type Queue } from '../platform/jobs/claims.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type NamedRun, type StoredPreview, type StoredRun, toPreviewRow, toRun } from './billing-runs.columns.ts'
import { isBillable, type MadeDraft } from './drafts.queries.ts'

/** Every read of a run starts here. The row policy also hides runs from customers. */
const visibleRuns = visible('billing_runs', 'company_id')
const sums = sql<NamedRun['sums']>`coalesce((
  select jsonb_agg(jsonb_build_object('currency', currency, 'cents', cents) order by currency)
  from (select currency, sum(total_cents)::bigint as cents from invoices where billing_run_id = billing_runs.id group by 1) s), '[]')`
const leftOut = sql<NamedRun['missing']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id) from companies where id = any(billing_runs.left_out)), '[]')`
const withNames = (runs: ReturnType<typeof visibleRuns>) =>
  runs
    .leftJoin('users', 'users.id', 'billing_runs.created_by')
    .selectAll('billing_runs')
    .select(['created_by as user_id', userNameOf('users').as('user_name'), sums.as('sums'), leftOut.as('missing')])

export const listRuns = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'billing_runs', BillingRun>> =>
  paginate(
    db,
    scope,
    billingRunList,
    query,
    {
      id: 'billing_runs.id',
      created_at: { column: 'billing_runs.created_at', isInstant: true },
      end_date: 'billing_runs.end_date',
      status: 'billing_runs.status',
    },
    { from: visibleRuns(db, scope), show: withNames, row: toRun },
  )
export async function getRun(db: Db, scope: Scope, id: number): Promise<BillingRun> {
  return toRun(
    await withNames(visibleRuns(db, scope))
      .where('billing_runs.id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )
}

/**
 * Previews a run up to that day: transactions it would bill and flagged ones it would skip. Reads all unbilled
 * transactions once.
 */
export async function previewRun(db: Db, startDate: string, endDate: string): Promise<PreviewRow[]> {
  const { rows } = await sql<StoredPreview>`
    select grouped.company_id, name as company_name, customers.billing_cycle, grouped.currency, transactions, late, total_cents, flagged, flagged_cents
    from (
      select company_id, currency, count(*) filter (where ok)::int as transactions, count(*) filter (where ok and txn_at < ${startDate}::date)::int as late,
        coalesce(sum(amount_cents) filter (where ok), 0)::bigint as total_cents, count(*) filter (where not ok)::int as flagged,
        coalesce(sum(amount_cents) filter (where not ok), 0)::bigint as flagged_cents
      from (
        select transactions.company_id, transactions.currency, transactions.txn_at, amount_cents, ${isBillable} as ok
        from unbilled_transactions u join transactions on transactions.id = u.transaction_id where u.txn_at < ${endDate}::date + 1
      ) unbilled group by 1, 2
    ) grouped join companies on companies.id = grouped.company_id and kind = 'customer' join customers on customers.company_id = companies.id
    order by name, 1, grouped.currency`.execute(db)
  return rows.map((row) => toPreviewRow(row, endDate))
}

export const listNames = async (db: Db, ids: readonly number[]): Promise<string[]> =>
  (
    await db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('name')
      .execute()
  ).map(({ name }) => name)
/** Keeps only the ids of customers. */
export const findCustomers = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('companies')
      .select('id')
      .where('kind', '=', 'customer')
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .execute()
  ).map(({ id }) => id)

export type NewRun = Pick<StoredRun, 'company_id' | 'start_date' | 'end_date' | 'issued_date' | 'created_by'> & {
  customer_ids: number[] | null
}
export async function insertRun(db: Db, run: NewRun): Promise<number> {
  const { id } = await db.insertInto('billing_runs').values(run).returning('id').executeTakeFirstOrThrow()
  return id
}

/** `fruitless` counts the attempts since the run last made progress. */
export const runQueue: Queue<'billing_runs'> = {
  table: 'billing_runs',
  busy: 'running',
  first: 'oldest',
  onClaim: { fruitless: sql`fruitless + 1` },
}
/** Re-reads and locks the run until the transaction ends. Undefined if another worker has claimed it since. */
export const lockRun = (db: Db, claimed: StoredRun): Promise<StoredRun | undefined> => lockClaim(db, runQueue, claimed)

export async function updateRun(db: Db, id: number, changed: Updateable<BillingRuns>): Promise<void> {
  await db.updateTable('billing_runs').set(changed).where('id', '=', id).execute()
}

/** The chosen customers, or all with unbilled transactions. Every run uses the same order. */
export async function listCustomersToBill(db: Db, { customer_ids, end_date }: StoredRun): Promise<number[]> {
  if (customer_ids !== null)
    return [...new Set((customer_ids as unknown as (number | string)[]).map(Number))].sort((a, b) => a - b)
  const { rows } = await sql<{ id: number }>`
    select id from companies where kind = 'customer'
      and exists (select from unbilled_transactions where company_id = companies.id and txn_at < ${end_date}::date + 1)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
/** A customer of a run's list; `is_large` if it has more unbilled transactions than the limit. */
export type WaitingCustomer = { id: number; is_large: boolean }
/** The customers that a run has still to bill, in the order of its list. Those that were put off come last. */
export async function listWaiting(db: Db, runId: number, limit: number): Promise<WaitingCustomer[]> {
  const { rows } = await sql<WaitingCustomer>`
    select listed.id, (
      select count(*) from (select from unbilled_transactions where company_id = listed.id limit ${limit + 1}) waiting
    ) > ${limit} as is_large
    from billing_runs run cross join unnest(walk) with ordinality as listed (id, place)
    where run.id = ${runId}::bigint and listed.id <> all(left_out)
      and not exists (select from billing_run_customers done where done.run_id = run.id and done.company_id = listed.id)
    order by listed.id = any(put_off), place`.execute(db)
  return rows
}

/**
 * Notes a customer as done with the run's progress, and renews its claim. If the claim is lost, no run is found for the
 * customer, and the commit fails. Comes last in its transaction, because until the end no other customer of the run gets
 * further.
 */
export const noteCustomer = (
  db: Db,
  { id, attempts }: StoredRun,
  until: Date,
  done: { customer: number; made: number; carried: number },
): Promise<void> =>
  executeWithNext(
    db,
    db
      .with('run', (query) =>
        query
          .updateTable('billing_runs')
          .set(({ eb }) => ({
            customers_done: eb('customers_done', '+', 1),
            invoices_made: eb('invoices_made', '+', done.made),
            carried: eb('carried', '+', done.carried),
            fruitless: 0,
            locked_until: until.toISOString(),
          }))
          .where('id', '=', id)
          .where('attempts', '=', attempts)
          .where('status', '=', runQueue.busy)
          .returning('id'),
      )
      .insertInto('billing_run_customers')
      .values({ run_id: sql<number>`(select id from run)`, company_id: done.customer })
      .compile(),
  )
const notNull = '23502'
export const isClaimLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === notNull &&
  error.table === 'billing_run_customers' &&
  error.column === 'run_id'

/**
 * Does not wait until the disk has the commit. A crash of the database can lose the last customers of a run, but each whole and
 * with the run's note of it, so that they are billed again. Whatever is committed later takes these commits along.
 */
export async function commitLater(db: Db): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)`.execute(db)
}

type RunEntry = { action: string; record_type: string; record_id: number; record_label: string; after: object }
/** Audit entries of the job, attributed to the user who started the run (A1). */
export const insertRunEntries = (
  db: Db,
  { created_by: user_id, company_id }: StoredRun,
  notes: readonly RunEntry[],
): Promise<void> =>
  executeWithNext(
    db,
    db
      .insertInto('audit_log')
      .values(
        notes.map(({ after, ...note }) => ({
          ...note,
          user_id,
          user_email: sql<string>`(select email from users where id = ${user_id})`,
          company_id,
          after: JSON.stringify(after),
        })),
      )
      .compile(),
  )
export const draftEntry = ({ start_date, end_date }: StoredRun, made: MadeDraft): RunEntry => ({
  action: 'drafts.create',
  record_type: 'invoice',
  record_id: made.id,
  record_label: made.invoice_number,
  after: { currency: made.currency, total_amount: made.total_cents / 100, start_date, end_date },
})
