import pg from 'pg'

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
    await owner.query('rollback')
    throw error
  }
}
