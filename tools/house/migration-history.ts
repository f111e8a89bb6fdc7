import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { root } from './source-files.ts'

export const migrationFolder = 'server/src/db/migrations/'
export const releasedList = `${migrationFolder}released.txt`
export type MigrationFile = { name: string; sum: string }
export type Released = MigrationFile & { version: string }

export const checksumOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** `released.txt` has a line for each migration: the version that first shipped it, and its checksum. */
export const readReleased = (text: string): Released[] =>
  text.split('\n').flatMap((line) => {
    const [version, sum, name] = line.trim().split(/\s+/)
    return version && sum && name ? [{ version, sum, name }] : []
  })

/** Released migrations have run on databases we do not control, so they never change (OPS-7). */
export function releaseFaults(released: Released[], files: MigrationFile[]): string[] {
  const sums = new Map(files.map(({ name, sum }) => [name, sum]))
  return released.flatMap(({ name, sum, version }) => {
    const found = sums.get(name)
    if (found === undefined) return [`${name} was released with ${version} but is missing.`]
    return found === sum
      ? []
      : [`${name} was edited after it was released with ${version}; write a new migration instead.`]
  })
}

/** Lines are only ever added to the list. */
export function listFaults(former: Released[], now: Released[]): string[] {
  const lines = new Set(now.map(({ version, sum, name }) => `${version} ${sum} ${name}`))
  const lost = former.filter(({ version, sum, name }) => !lines.has(`${version} ${sum} ${name}`))
  return [
    ...new Set(
      lost.map(({ version, name }) => `The line of ${name} (${version}) in released.txt was changed or removed.`),
    ),
  ]
}

/**
 * These six were edited after they landed, but before the first release. Their checksums are those of 0.1.0. Every other
 * migration of 0.1.0 has the content of the commit that landed it.
 */
export const editedBeforeRelease: Record<string, string> = {
  '0002_sessions.sql': '3a25e789f8e619ab632981fd99cfada46d74f62502e85c8740c03d41dd6f6a8a',
  '0015_daily_rates.sql': 'b83cbcd7354c8757e20c04666b8cce13962935df5fd0e3e064961ecc264670f9',
  '0019_invoices.sql': 'ea515941e4f58b2da31e9457565321ed68c83315e34d657f66a01fa88a3ed2ea',
  '0021_invoice_lists.sql': '946fc03fa35e380640a59d50a0e34fccfce77943251bc595dfddb8b18c8f6958',
  '0023_payments.sql': '0505118be550f05698ce2848f712663f21764f7175d67af537afd07291c0bdfe',
  '0026_lean_booking.sql': '91211664a8aab939bfcfaf36c785f91caac3427fdc02eb440ed264083b21306c',
}

const git = (args: string[], input?: string): Buffer =>
  execFileSync('git', args, { cwd: root, input, maxBuffer: 64_000_000, stdio: ['pipe', 'pipe', 'pipe'] })

/** Why the git history is unavailable, or null if it is available. */
export function missingHistory(): string | null {
  try {
    if (git(['rev-parse', '--is-shallow-repository']).toString().trim() === 'true')
      return 'this is a shallow clone without history'
    // An unpacked archive inside another repository has git, but not our history.
    return landings('A', `${migrationFolder}*.sql`).length === 0 ? 'git has no history of the migrations' : null
  } catch {
    return 'git is not available'
  }
}

/** The contents of the given blobs, in order, read with one git process. */
function contentsOf(blobs: string[]): Buffer[] {
  const output = git(['cat-file', '--batch'], `${blobs.join('\n')}\n`)
  let at = 0
  return blobs.map(() => {
    const header = output.subarray(at, output.indexOf(10, at)).toString()
    const start = at + header.length + 1
    const end = start + Number(header.split(' ')[2])
    at = end + 1
    return output.subarray(start, end)
  })
}

/** Changes to these files on the first-parent history, newest first. Commits on merged branches do not count. */
function landings(filter: 'A' | 'AM', paths: string): { name: string; blob: string }[] {
  const flags = ['--first-parent', '-m', '--no-renames', '--raw', '--no-abbrev', '--format=', `--diff-filter=${filter}`]
  const log = git(['log', ...flags, '--', paths]).toString()
  return log.split('\n').flatMap((line) => {
    const [, , , blob, , path] = line.split(/[ \t]/)
    return blob && path ? [{ name: path.slice(migrationFolder.length), blob }] : []
  })
}

/** Every migration as it landed. If one was removed and added again, the last addition counts. */
export function landedMigrations(): MigrationFile[] {
  const blobs = new Map<string, string>()
  for (const { name, blob } of landings('A', `${migrationFolder}*.sql`)) if (!blobs.has(name)) blobs.set(name, blob)
  const contents = contentsOf([...blobs.values()])
  return [...blobs.keys()].map((name, index) => ({ name, sum: checksumOf(contents[index] as Buffer) }))
}

/** Every earlier version of the list on the first-parent history. */
export function formerLists(): Released[][] {
  const blobs = landings('AM', releasedList).map(({ blob }) => blob)
  return blobs.length === 0 ? [] : contentsOf(blobs).map((content) => readReleased(content.toString()))
}
