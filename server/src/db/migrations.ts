import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('./migrations/', import.meta.url)
export type AppliedMigration = { name: string; checksum: string }
export type Migration = AppliedMigration & { sql: string }

let known: Promise<Migration[]> | undefined
/** The migrations of this version, read once. */
export function knownMigrations(): Promise<Migration[]> {
  known ??= (async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    return Promise.all(
      names.map(async (name) => {
        const sql = await readFile(new URL(name, folder), 'utf8')
        return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
      }),
    )
  })()
  return known
}

/** Edited before the first release. A database where an earlier text ran cannot be upgraded. */
const editedBeforeRelease = new Set([
  '0002_sessions.sql',
  '0015_daily_rates.sql',
  '0019_invoices.sql',
  '0021_invoice_lists.sql',
  '0023_payments.sql',
  '0026_lean_booking.sql',
])

const listed = (names: string[]): string =>
  names.length > 3 ? `${names[0]} to ${names.at(-1)}, ${names.length} of them` : names.join(', ')

function differenceFault(name: string): string {
  const cause = editedBeforeRelease.has(name)
    ? 'the database was created by a development build before version 0.1.0, which has no upgrade. Keep it with that build, or set up an empty database'
    : 'the database was created by another build of the portal. Start that build, or restore a database of a released version'
  return `The migration ${name} that ran on this database differs from the one in this version: ${cause}.`
}

/** Why this version cannot work with the applied migrations, or null if they match. Migrating fixes only `missing`. */
export function comparedMigrations(
  own: readonly AppliedMigration[],
  applied: readonly AppliedMigration[],
): { kind: 'different' | 'newer' | 'missing'; sentence: string } | null {
  const checksums = new Map(own.map(({ name, checksum }) => [name, checksum]))
  const different = applied
    .filter(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum)
    .map(({ name }) => name)
  const first = different.find((name) => editedBeforeRelease.has(name)) ?? different[0]
  if (first) return { kind: 'different', sentence: differenceFault(first) }
  const newer = applied.filter(({ name }) => !checksums.has(name)).map(({ name }) => name)
  if (newer.length > 0)
    return {
      kind: 'newer',
      sentence: `The database has migrations that this version does not know (${listed(newer.sort())}). Start the newer version of the portal that applied them.`,
    }
  const done = new Set(applied.map(({ name }) => name))
  const missing = own.filter(({ name }) => !done.has(name)).map(({ name }) => name)
  if (missing.length === 0) return null
  return {
    kind: 'missing',
    sentence: `The database lacks migrations of this version (${listed(missing)}). Run \`npm run migrate\`, or start with DATABASE_OWNER_URL.`,
  }
}
