import { z } from 'zod'

/** The only file of an archive that can be read without its key. */
export const manifestName = 'manifest.json'
export const macName = 'manifest.hmac'
export const archiveFormat = 1

const count = z.number().int().nonnegative()
/** An entry of the archive: a piece of a compressed and encrypted stream. */
const part = z.object({
  name: z.string(),
  number: count,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  tag: z.string().regex(/^[0-9a-f]{32}$/),
})
export type ArchivePart = z.output<typeof part>
const parts = z.array(part)
const contentKey = z.string().regex(/^[0-9a-f]{32}$/)

const manifest = z.object({
  format: z.literal(archiveFormat),
  portal: z.string(),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  key_id: z.string(),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The functions, triggers and policies of the version that made it: an older archive is loaded under its own. */
  functions: z.object({
    files: z.array(z.object({ name: z.string(), checksum: z.string(), version: z.string() })),
    parts,
  }),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, parts })),
  left_out: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  sums: z.array(z.object({ what: z.string(), currency: z.string(), rows: z.string(), cents: z.string() })),
  audit: z.object({ written: z.string(), sealed: z.string(), last_id: z.string().nullable(), last_hash: z.string() }),
  /** Content of the file storage. `removed` was deleted by a user while the backup ran; `missing` was lost before. */
  contents: z.object({
    count,
    bytes: count,
    parts,
    removed: z.array(contentKey),
    missing: z.array(z.object({ table: z.string(), key: contentKey })),
  }),
})
export type Manifest = z.output<typeof manifest>
export type Snapshot = Pick<Manifest, 'sums' | 'audit'>

/** The manifest in a text, or null if it is none. */
export function readManifest(text: string): Manifest | null {
  try {
    return manifest.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export const partsOf = ({ functions, tables, contents }: Manifest): ArchivePart[] => [
  ...functions.parts,
  ...tables.flatMap((table) => table.parts),
  ...contents.parts,
]

const dollars = (cents: string): string => {
  const digits = cents.replace('-', '').padStart(3, '0')
  return `${cents.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const counted = (number: number | string, one: string, many = `${one}s`): string =>
  `${number} ${Number(number) === 1 ? one : many}`

/** What an archive holds, in sentences. */
export function summaryOf({
  portal,
  made_at,
  postgres,
  migrations,
  tables,
  contents,
  sums,
  audit,
}: Manifest): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Made ${made_at} by version ${portal} on PostgreSQL ${postgres}, after ${migrations.at(-1)?.name ?? 'no migration'}.`,
    `${counted(rows, 'row')} in ${counted(tables.length, 'table')}; ${counted(contents.count, 'file')} with ${counted(contents.bytes, 'byte')}.`,
    ...sums.map((sum) => `${sum.what}: ${counted(sum.rows, 'row')}, ${dollars(sum.cents)} ${sum.currency}.`),
    `Audit log: ${counted(audit.written, 'entry', 'entries')}, ${audit.sealed} sealed, the last with ${audit.last_hash || 'no hash'}.`,
    ...(contents.removed.length > 0
      ? [`Deleted by users while the backup was made: ${counted(contents.removed.length, 'file')}.`]
      : []),
    ...contents.missing.map(({ table, key }) => `The content ${key} of ${table} was missing from the file storage.`),
  ]
}

/** How the restored money and audit log differ from the archive's; nothing if they are equal. */
export function differencesFrom(archived: Snapshot, restored: Snapshot): string[] {
  const text = ({ sums, audit }: Snapshot) =>
    new Map([
      ...sums.map(({ what, currency, rows, cents }): [string, string] => [
        `${what} in ${currency}`,
        `${counted(rows, 'row')} with ${dollars(cents)}`,
      ]),
      ['Audit log', `${audit.written} written, ${audit.sealed} sealed, ${audit.last_id} ${audit.last_hash}`],
    ])
  const [before, after] = [text(archived), text(restored)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${after.get(name) ?? 'none'} restored, but ${before.get(name) ?? 'none'} archived.`)
}
