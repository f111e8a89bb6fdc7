import { z } from 'zod'
import { type AuditKey, type AuditKeys, anchorMacOf } from './audit-keys.ts'

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`))
/**
 * Where the log was at some moment, outside of the database. `first`: signing began here. `begun`: the file was missing,
 * and signatures were there already. `head`: a signed end. `restored`, `accepted`: the log may be shorter than before,
 * since an operator said so.
 */
const anchor = z.object({
  kind: z.enum(['first', 'begun', 'head', 'restored', 'accepted']),
  seal_no: z.int().nonnegative(),
  /** Empty before the first seal. */
  hash: z.union([hex(64), z.literal('')]),
  entry: z.int().nullable(),
  at: z.iso.datetime(),
  /** The last seal that was archived. */
  archived: z.int().nonnegative(),
  note: z.string(),
  /** When the last seal of a restored or accepted log was signed: what is later in the file was lost. */
  as_of: z.iso.datetime().nullable(),
  /** Keys that are lost: what they signed can no longer be checked. */
  lost_keys: z.array(hex(16)),
  key_id: hex(16),
  mac: hex(64),
})
export type Anchor = z.output<typeof anchor>
export type AnchorFacts = Omit<Anchor, 'key_id' | 'mac'>
export type AnchorLine = { text: string; anchor: Anchor | null; fault: 'changed' | 'unknown-key' | null }

const fieldsOf = ({ mac: _, ...facts }: Omit<Anchor, 'mac'> & { mac?: string }): unknown[] => [
  facts.kind,
  facts.seal_no,
  facts.hash,
  facts.entry,
  facts.at,
  facts.archived,
  facts.note,
  facts.as_of,
  facts.lost_keys,
  facts.key_id,
]

export function signedLine(facts: AnchorFacts, { id, key }: AuditKey): string {
  const signed = { ...facts, key_id: id }
  return JSON.stringify({ ...signed, mac: anchorMacOf(key, fieldsOf(signed)) })
}

export function readLine(text: string, keys: AuditKeys): AnchorLine {
  const found = (() => {
    try {
      return anchor.safeParse(JSON.parse(text)).data ?? null
    } catch {
      return null
    }
  })()
  if (!found) return { text, anchor: null, fault: 'changed' }
  const key = keys.find(({ id }) => id === found.key_id)
  if (!key) return { text, anchor: found, fault: 'unknown-key' }
  return { text, anchor: found, fault: anchorMacOf(key.key, fieldsOf(found)) === found.mac ? null : 'changed' }
}

export const readLines = (text: string, keys: AuditKeys): AnchorLine[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readLine(line, keys))

const hourMs = 3_600_000
const keptHours = 24
const keptDays = 60
/**
 * The newest end proves everything before it, so older ones are only kept to say when: the last of each hour for a day,
 * and of each day for two months. All other lines stay.
 */
export function thinned(lines: readonly AnchorLine[]): AnchorLine[] {
  const newest = lines.at(-1)?.anchor
  if (!newest) return [...lines]
  const now = Date.parse(newest.at)
  const kept = new Map<string, AnchorLine>()
  for (const line of lines) {
    if (line.anchor?.kind !== 'head' || line.fault === 'changed') continue
    const { at } = line.anchor
    const age = now - Date.parse(at)
    if (age <= keptHours * hourMs) kept.set(at.slice(0, 13), line)
    if (age <= keptDays * 24 * hourMs) kept.set(at.slice(0, 10), line)
  }
  const heads = new Set(kept.values())
  return lines.filter((line) => line.anchor?.kind !== 'head' || line.fault === 'changed' || heads.has(line))
}
