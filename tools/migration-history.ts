import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { root } from './source-files.ts'

export const migrationFolder = 'server/src/db/migrations/'
export const releasedList = `${migrationFolder}released.txt`
export type Migration = { name: string; sum: string }
export type Released = Migration & { version: string }

export const sumOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** `released.txt`: one line for each migration, with the version that first shipped it and its checksum. */
export const readReleased = (text: string): Released[] =>
  text.split('\n').flatMap((line) => {
    const [version, sum, name] = line.trim().split(/\s+/)
    return version && sum && name ? [{ version, sum, name }] : []
  })

/** What a version shipped is on databases that are not ours: it stays to the letter (OPS-7). */
export function releaseFaults(released: Released[], files: Migration[]): string[] {
  const sums = new Map(files.map(({ name, sum }) => [name, sum]))
  return released.flatMap(({ name, sum, version }) => {
    const found = sums.get(name)
    if (found === undefined) return [`${name} was released with ${version} and is gone.`]
    return found === sum
      ? []
      : [`${name} was edited after it was released with ${version}; write a new migration instead.`]
  })
}

/** The list itself only grows: a line that once stood in it stands there still. */
export function listFaults(former: Released[], now: Released[]): string[] {
  const lines = new Set(now.map(({ version, sum, name }) => `${version} ${sum} ${name}`))
  const lost = former.filter(({ version, sum, name }) => !lines.has(`${version} ${sum} ${name}`))
  return [
    ...new Set(
      lost.map(
        ({ version, name }) => `The line of ${name} in version ${version} of released.txt was changed or removed.`,
      ),
    ),
  ]
}

/**
 * Before the first release these six were edited after they had landed. Their checksums are those of 0.1.0; every other
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

/** Why the history cannot be asked, or null where it can. */
export function missingHistory(): string | null {
  try {
    if (git(['rev-parse', '--is-shallow-repository']).toString().trim() === 'true')
      return 'this is a shallow clone, without the history'
    // An unpacked archive inside another repository has git, and no history of its own.
    return landings('A', `${migrationFolder}*.sql`).length === 0 ? 'git knows nothing of the migrations' : null
  } catch {
    return 'there is no git here'
  }
}

/** The contents of the given blobs, in their order, asked of git at once. */
function contentsOf(blobs: string[]): Buffer[] {
  const answer = git(['cat-file', '--batch'], `${blobs.join('\n')}\n`)
  let at = 0
  return blobs.map(() => {
    const header = answer.subarray(at, answer.indexOf(10, at)).toString()
    const start = at + header.length + 1
    const end = start + Number(header.split(' ')[2])
    at = end + 1
    return answer.subarray(start, end)
  })
}

/**
 * What the commits on the way here did with some files, the newest first. What a branch tried before it was merged does
 * not count.
 */
function landings(filter: 'A' | 'AM', paths: string): { name: string; blob: string }[] {
  const flags = ['--first-parent', '-m', '--no-renames', '--raw', '--no-abbrev', '--format=', `--diff-filter=${filter}`]
  const log = git(['log', ...flags, '--', paths]).toString()
  return log.split('\n').flatMap((line) => {
    const [, , , blob, , path] = line.split(/[ \t]/)
    return blob && path ? [{ name: path.slice(migrationFolder.length), blob }] : []
  })
}

/** Every migration as the commit that landed it had it; one that was removed and came again, as it came last. */
export function landedMigrations(): Migration[] {
  const blobs = new Map<string, string>()
  for (const { name, blob } of landings('A', `${migrationFolder}*.sql`)) if (!blobs.has(name)) blobs.set(name, blob)
  const contents = contentsOf([...blobs.values()])
  return [...blobs.keys()].map((name, index) => ({ name, sum: sumOf(contents[index] as Buffer) }))
}

/** The list as each commit on the way here left it. */
export function formerLists(): Released[][] {
  const blobs = landings('AM', releasedList).map(({ blob }) => blob)
  return blobs.length === 0 ? [] : contentsOf(blobs).map((content) => readReleased(content.toString()))
}
