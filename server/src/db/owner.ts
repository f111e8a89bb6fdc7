import pg from 'pg'

/** An address that swallows packets is noticed after this long. */
export const connectPatienceMs = 4000

/**
 * A setting of no meaning: where it does not arrive, a pooler stands between, and locks of a session would be kept by
 * another one.
 */
export const directSetting = 'portal.direct'

/** A connection as the owner of the tables, for what a command or a start does before and beside the requests. */
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

/** Runs `work` on a connection as the owner, and ends it. */
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

/** Runs `work` in one transaction on a connection of the owner's. */
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
