import { AppError } from '@portal/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isLockTimeout } from '../platform/http/errors.ts'

/**
 * One transaction import at a time, so that known lines and card balances stay valid until it commits (I3). Take this
 * lock before locking any transaction or card, to avoid deadlocks. Changes to markups take it too. Otherwise a file
 * being booked would use the old markup, and its transactions would not be repriced.
 */
const lock = 7083_0016
/** Also held while a file is booked, so that others can say what they are waiting for. */
const fileLock = 7083_0017
export async function lockPricing(db: Db, isPatient: boolean): Promise<void> {
  if (!isPatient) return lockOrRefuse(db)
  // A file waits until the one before it is done.
  await sql`select set_config('lock_timeout', '9min', true)`.execute(db)
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db)
  await sql`select pg_advisory_xact_lock(${fileLock})`.execute(db)
}

/**
 * Gives up after a short wait. The error names what is in the way: a file, or another change to markups or purchases.
 */
async function lockOrRefuse(db: Db): Promise<void> {
  const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is_mine`.execute(db)
  if (rows[0]?.is_mine) return
  // Checked before the wait, because a transaction cannot run queries after a failed wait.
  const { rows: holders } = await sql`
    select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${fileLock} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  const refusal =
    holders.length > 0
      ? new AppError('import.booking', undefined, { retryAfterSeconds: 10 })
      : new AppError('prices.changing', undefined, { retryAfterSeconds: 3 })
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db).catch((error: unknown) => {
    throw isLockTimeout(error) ? refusal : error
  })
}
