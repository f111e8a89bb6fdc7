import { type AnchorFile, lastAnchor } from './anchor-file.ts'
import type { AuditKeys } from './audit-keys.ts'

export type SigningState = {
  sealed: number
  head: Buffer | null
  archived: number
  signed: number
  signed_hash: Buffer | null
  signed_entry: number | null
  key_id: string | null
  /** The hash of the seal that the newest anchor names. */
  asked: Buffer | null
}

/** With separators: the log masks long runs of digits. */
const number = (value: number): string => value.toLocaleString('en-CA')
const moment = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`
const remedy =
  'Run npm run audit:verify. If the database was restored, or a key or an anchor file was lost, run npm run audit:accept.'

export const gapRefusal = (from: number): string =>
  `The seals of the audit log from ${number(from)} on have a gap. ${remedy}`

/**
 * Why this process does not sign, or null. It signs only what goes on from its own anchor, so that a log that was cut or
 * rewritten never gets signatures. Entries are sealed all the same.
 */
export function signingRefusal(state: SigningState, file: AnchorFile, keys: AuditKeys): string | null {
  const line = lastAnchor(file)
  const last = line?.anchor ?? null
  if (line && (!last || line.fault === 'changed'))
    return `The last line of the anchor file ${file.path} is damaged. ${remedy}`
  if (last && line?.fault === 'unknown-key')
    return `The anchor file ${file.path} was written with the key ${last.key_id}, which is not here. Give that key in AUDIT_KEY or DATA_DIR/audit.key. ${remedy}`
  const known = [...keys.map(({ id }) => id), ...(last?.lost_keys ?? [])]
  if (state.key_id !== null && !known.includes(state.key_id))
    return `The audit log is signed with the key ${state.key_id}, but the key of this process is ${keys[0]?.id}. Give all processes that run jobs the same AUDIT_KEY or DATA_DIR/audit.key. ${remedy}`
  if (!last) return null
  const isThere = last.seal_no === 0 || last.seal_no < state.archived || state.asked?.toString('hex') === last.hash
  if (!isThere)
    return `The audit log does not go on from its anchor: the seal ${number(last.seal_no)} of ${moment(last.at)} in ${file.path} ${state.asked ? 'differs from' : 'is missing in'} the database. ${remedy}`
  if (last.kind !== 'first' && state.signed < last.seal_no)
    return `The database lacks signatures of the audit log that ${file.path} names, up to the seal ${number(last.seal_no)}. ${remedy}`
  return null
}
