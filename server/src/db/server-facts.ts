import type pg from 'pg'

export type ServerFacts = { version_num: number; version: string; encoding: string }
export const serverFactsQuery = `select current_setting('server_version_num')::int as version_num, current_setting('server_version') as version,
  current_setting('server_encoding') as encoding`

const oldestVersion = 16

/** Why the portal cannot use this server or database, or null (OPS-2). */
export function serverFault({ version_num, version, encoding }: ServerFacts): string | null {
  if (Math.floor(version_num / 10_000) < oldestVersion)
    return `The portal needs PostgreSQL ${oldestVersion} or newer, and this server is ${version.split(' ')[0]}.`
  if (encoding !== 'UTF8')
    return `The portal needs a UTF8 database, and this one is ${encoding}. Create it with ENCODING 'UTF8', as docs/operations.md shows.`
  return null
}

export const askServerFacts = async (client: pg.ClientBase): Promise<ServerFacts> =>
  (await client.query<ServerFacts>(serverFactsQuery)).rows[0] as ServerFacts
