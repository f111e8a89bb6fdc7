import { AppError } from '@portal/contract/errors.ts'
import { acceptLimit, tooManyTransactions, transactionList } from '@portal/contract/transactions/transactions.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { filterRows } from '../platform/lists/paginate.ts'
import type { OpenWork } from '../platform/sheets/import-work.ts'
import { toReview, transactionColumns } from './transaction-list.queries.ts'
import { type HeldTransaction, held, visibleTransactions, withNames } from './transactions.queries.ts'

const byIds = (db: Db, scope: Scope, ids: readonly number[]) =>
  visibleTransactions(db, scope)
    .select([...held, 'flags', 'typed_by'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
/** All requested transactions, in id order, or none if one is missing or belongs to another company (T4, T8). */
function demandAll(found: HeldTransaction[], wanted: readonly number[]): HeldTransaction[] {
  if (found.length !== wanted.length) throw new AppError('record.not-found')
  return found
}
export async function listHeads(db: Db, scope: Scope, ids: readonly number[]): Promise<HeldTransaction[]> {
  const wanted = [...new Set(ids)]
  return demandAll(await byIds(db, scope, wanted).execute(), wanted)
}
/** As `listHeads`, locked. */
export async function lockTransactions(db: Db, scope: Scope, ids: readonly number[]): Promise<HeldTransaction[]> {
  const wanted = [...new Set(ids)]
  return demandAll(await byIds(db, scope, wanted).forUpdate().execute(), wanted)
}

const accepted = sql<SqlBool>`(transactions.flags <> '{}' and transactions.accepted_at is not null and transactions.invoice_id is null)`
/**
 * The transactions that match a list filter and that an action applies to, oldest first, up to the limit of one call.
 */
const findAmong = (which: typeof toReview) => async (db: Db, scope: Scope, filter: readonly string[]) => {
  const matching = filterRows(
    transactionList,
    filter,
    transactionColumns,
    withNames(visibleTransactions(db, scope)).select('transactions.id'),
  )
  const found = (await matching
    .where(which)
    .orderBy('transactions.txn_at')
    .limit(acceptLimit + 1)
    .execute()) as { id: number }[]
  if (found.length > acceptLimit)
    throw new AppError('request.invalid', { filter: tooManyTransactions }, { message: tooManyTransactions })
  return found.map(({ id }) => id)
}
export const findToReview = findAmong(toReview)
export const findAccepted = findAmong(accepted)

/** An import's open work, by the same conditions as the lists it links to (TXN-18). */
export async function countOpenOf(db: Db, importId: number): Promise<OpenWork> {
  const count = sql<number>`count(*)::int`.as('count')
  const [review, waiting] = await Promise.all([
    db
      .selectFrom('transactions')
      .select(count)
      .where('import_id', '=', importId)
      .where(toReview)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('quarantine')
      .select(count)
      .where('import_id', '=', importId)
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  ])
  return { review: review.count, in_quarantine: waiting.count }
}
