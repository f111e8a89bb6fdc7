import type pg from 'pg'
import type { AnchorFile } from './anchor-file.ts'
import type { Anchor } from './anchor-lines.ts'
import type { AuditBreach, Lacking } from './breach.ts'

/** A line of an anchor file that its key vouches for. */
export type Placed = Anchor & { path: string }
export type Anchors = { lines: Placed[]; breaches: AuditBreach[]; notes: string[]; lacking: Lacking }

export const momentOf = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`
const breach = (what: string, seal_no: number | null = null): AuditBreach => ({ seal_no, audit_id: null, what })
/** An operator said that the log may be shorter from here on. */
const isAcknowledged = ({ kind }: Anchor): boolean => kind === 'restored' || kind === 'accepted'

/** The lines of all files by time. A line that was changed is a fault until an operator accepts it. */
export function placeAnchors(files: readonly AnchorFile[]): Anchors {
  const breaches: AuditBreach[] = []
  const notes: string[] = []
  const lacking: Lacking = new Map()
  const lines = files.flatMap(({ path, lines: all }): Placed[] => {
    const accepted = (all ?? []).findLastIndex(
      ({ anchor, fault }) => fault === null && anchor && isAcknowledged(anchor),
    )
    return (all ?? []).flatMap(({ anchor, fault }, at) => {
      const what = `line ${at + 1} of the anchor file ${path} was changed`
      if (fault === 'unknown-key' && anchor) lacking.set(anchor.key_id, 0)
      else if (fault === null && anchor) return [{ ...anchor, path }]
      else if (at < accepted) notes.push(`Accepted: ${what}.`)
      else breaches.push(breach(what))
      return []
    })
  })
  lines.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  for (const { path, lines: all } of files)
    if (all === null) breaches.push(breach(`the anchor file ${path} is missing`))
  const begun = lines.find(({ kind }) => kind === 'begun')
  if (begun && !lines.some((line) => line.kind === 'first' || isAcknowledged(line)))
    breaches.push(
      breach(
        `the anchor file ${begun.path} begins at the seal ${begun.seal_no} of ${momentOf(begun.at)}, but the log was signed before: an earlier file is missing`,
      ),
    )
  for (const { kind, at, seal_no, note } of lines.filter(isAcknowledged))
    notes.push(`The log was ${kind} at the seal ${seal_no} on ${momentOf(at)}: ${note}`)
  return { lines, breaches, notes, lacking }
}

/** What an operator acknowledged does not count: ends beyond it, and what was anchored after its last signature. */
const isExcused = (line: Placed, lines: readonly Placed[]): boolean =>
  lines
    .slice(lines.indexOf(line) + 1)
    .some(
      (later) =>
        isAcknowledged(later) &&
        (later.seal_no < line.seal_no || (later.as_of !== null && Date.parse(later.as_of) < Date.parse(line.at))),
    )

/** The lost keys, each with the last seal that it may have signed. */
export const lostKeys = (lines: readonly Placed[]): Map<string, number> =>
  new Map(lines.flatMap(({ lost_keys, seal_no }) => lost_keys.map((id) => [id, seal_no] as const)))
/** Where signing began; null if no line says so. */
export const beginningOf = (lines: readonly Placed[]): number | null =>
  lines.findLast(({ kind }) => kind === 'first')?.seal_no ?? null
export const unsignedArchivesThrough = (lines: readonly Placed[]): number =>
  Math.max(0, ...lines.filter(({ kind }) => kind !== 'head').map(({ archived }) => archived))

export type Ends = { sealed: number; archived: number; signed: number }
const entryOf = ({ entry, seal_no }: Anchor): string =>
  entry === null ? `the seal ${seal_no}` : `the seal ${seal_no} of entry ${entry}`

/** Compares every anchor with the database: a cut end is missing there, and an edited past has other hashes (SEC-5). */
export async function anchorBreaches(
  owner: pg.ClientBase | pg.Pool,
  lines: readonly Placed[],
  ends: Ends,
): Promise<AuditBreach[]> {
  const due = lines.filter((line) => line.seal_no > 0 && line.seal_no >= ends.archived && !isExcused(line, lines))
  const { rows } = await owner.query<{ seal_no: number; hash: string | null }>(
    `select n::float8 as seal_no, encode(seal_hash(n::bigint), 'hex') as hash from unnest($1::float8[]) n`,
    [[...new Set(due.map(({ seal_no }) => seal_no))]],
  )
  const hashes = new Map(rows.map(({ seal_no, hash }) => [seal_no, hash]))
  const other = due.find(({ seal_no, hash }) => hashes.get(seal_no) !== null && hashes.get(seal_no) !== hash)
  const newest = due.reduce<Placed | null>((best, line) => (best && best.seal_no >= line.seal_no ? best : line), null)
  const found: AuditBreach[] = []
  if (newest && newest.seal_no > ends.sealed) {
    const cut = newest.seal_no - ends.sealed
    const what = `the end of the log was cut: ${cut === 1 ? 'its last seal is' : `its last ${cut} seals are`} missing, up to ${entryOf(newest)}, which ${newest.path} names on ${momentOf(newest.at)}`
    found.push(breach(what, newest.seal_no))
  } else if (ends.signed > ends.sealed)
    found.push(
      breach(`the end of the log was cut: the seals after ${ends.sealed} are missing, but signed`, ends.signed),
    )
  else if (newest && newest.kind !== 'first' && ends.signed < newest.seal_no) {
    const what = `the signatures of the seals up to ${newest.seal_no} were removed: ${newest.path} names it as signed on ${momentOf(newest.at)}`
    found.push(breach(what, newest.seal_no))
  }
  if (other) {
    const what = `${entryOf(other)} is not the one that ${other.path} names on ${momentOf(other.at)}: the log up to there was edited and sealed again`
    found.push(breach(what, other.seal_no))
  }
  return found
}
