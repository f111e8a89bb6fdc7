import { AppError } from '@portal/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isLockTimeout } from '../platform/http/errors.ts'

/**
 * One import of transactions at a time: what is there already, and what a card has left, stays true until it is written
 * (I3). Whoever takes it does so before any transaction and any card, or two of them would wait for each other. Whoever
 * changes a markup comes here too: a file that is being booked has read the old one, and nobody would price its transactions
 * anew.
 */
const lock = 7083_0016
/** Held besides by whoever books a file, so that others can tell what they wait for. */
const fileLock = 7083_0017
export async function lockPricing(db: Db, isPatient: boolean): Promise<void> {
  if (!isPatient) return lockShortly(db)
  // A file waits for the one before it as long as that takes.
  await sql`select set_config('lock_timeout', '9min', true)`.execute(db)
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db)
  await sql`select pg_advisory_xact_lock(${fileLock})`.execute(db)
}

/**
 * A person is told to try again, and what it was that took so long: a file, or somebody who changes markups or
 * purchases as they do.
 */
async function lockShortly(db: Db): Promise<void> {
  const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is_mine`.execute(db)
  if (rows[0]?.is_mine) return
  // Asked before the wait, since a transaction whose wait has failed answers nothing more.
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
