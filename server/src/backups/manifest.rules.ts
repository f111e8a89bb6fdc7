import type { ArchivePart, Manifest, Snapshot } from './manifest.data.ts'

/** Every part, in the order of the archive. */
export const archivePartsOf = ({ secrets, functions, tables, contents }: Manifest): ArchivePart[] => [
  ...(secrets?.parts ?? []),
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
