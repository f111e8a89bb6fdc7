import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'

/** How long to wait for an address that drops packets. */
export const connectPatienceMs = 4000

/** A probe setting. If it does not arrive, a pooler is in between and session locks would not be safe. */
export const directSetting = 'portal.direct'

/** Held while a backup is made: one at a time, and no migration beside it. */
export const backupLock = 7083_0002

/** A connection as the owner of the tables, for commands and start-up. */
async function connectAsOwner(ownerUrl: string, applicationName: string): Promise<pg.Client> {
  const owner = new pg.Client({
    connectionString: ownerUrl,
    application_name: applicationName,
    connectionTimeoutMillis: connectPatienceMs,
    options: `-c ${directSetting}=on`,
  })
  // A lost connection fails the statement on it, or the next one. Without a listener it would end the process.
  owner.on('error', () => {})
  await owner.connect()
  return owner
}

/** Runs `work` on a connection as the owner, then closes it. */
export async function asOwner<T>(
  ownerUrl: string,
  applicationName: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = await connectAsOwner(ownerUrl, applicationName)
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Runs `work` in one transaction on the owner's connection. */
export async function inTransaction<T>(owner: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    const result = await work()
    await owner.query('commit')
    return result
  } catch (error) {
    // It fails only on a lost connection, which rolls back as well.
    await owner.query('rollback').catch(() => {})
    throw error
  }
}

/** A deadlock, or a lock that was not free in time: both are over when the other transaction ends. */
const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '55P03')

/**
 * Changes tables that a working portal uses. Every request queues behind a waiting change, so it gives up after two
 * seconds of waiting, leaves the others their turn and tries again, for as long as the longest job may take.
 */
export async function inPatientTransaction<T>(
  owner: pg.ClientBase,
  work: () => Promise<T>,
  patienceMs = 10 * 60_000,
): Promise<T> {
  for (const until = Date.now() + patienceMs; ; await sleep(500 + Math.random() * 500))
    try {
      return await inTransaction(owner, async () => {
        await owner.query(`set local lock_timeout = '2s'`)
        return await work()
      })
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() > until)
        throw new StartError(
          'The tables were in use all the time, so nothing was changed. Run `npm run migrate` again.',
        )
    }
}
