import { sql } from 'kysely'
import { type AnchorFile, appendAnchor, lastAnchor, readAnchorFile } from '../../db/audit/anchor-file.ts'
import type { Anchor, AnchorFacts } from '../../db/audit/anchor-lines.ts'
import { type AuditKeys, demandAuditKeys, type KeyPlace, signatureOf } from '../../db/audit/audit-keys.ts'
import type { Database, Db } from '../../db/connect.ts'
import { jobScope } from '../jobs/jobs.ts'

/** As many as are sealed at once. */
const atOnce = 5000

/** Why this process does not sign, in a sentence with what to do. Entries are sealed all the same. */
export class SigningRefused extends Error {
  override name = 'SigningRefused'
}
/** With separators: the log masks long runs of digits. */
const number = (value: number): string => value.toLocaleString('en-CA')
const moment = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`
const what =
  'Run npm run audit:verify. If the database was restored, or a key or an anchor file was lost, run npm run audit:accept.'

type State = {
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
const takeTurn = async (db: Db): Promise<boolean> =>
  (await sql<{ mine: boolean }>`select take_signing_turn() as mine`.execute(db)).rows[0]?.mine ?? false
const readState = async (db: Db, sealNo: number): Promise<State> =>
  (await sql<State>`select * from signing_state(${sealNo}::bigint)`.execute(db)).rows[0] as State

/** Signing begins anew where nothing was signed: at first, or after a backup of an unsigned log was restored. */
const isNewBeginning = (last: Anchor | null): boolean =>
  last === null || ((last.kind === 'restored' || last.kind === 'accepted') && last.seal_no === 0)

/** Signs only what continues from its own anchor, so that a cut or replaced end never gets new signatures. */
function refuseOther(state: State, file: AnchorFile, keys: AuditKeys): void {
  const line = lastAnchor(file)
  if (line?.fault === 'changed' || (line && !line.anchor))
    throw new SigningRefused(`The last line of the anchor file ${file.path} is damaged. ${what}`)
  const last = line?.anchor ?? null
  if (last && line?.fault === 'unknown-key')
    throw new SigningRefused(
      `The anchor file ${file.path} was written with the key ${last.key_id}, which is not here. Give that key in AUDIT_KEY or DATA_DIR/audit.key. ${what}`,
    )
  const isKnown =
    state.key_id === null || [...keys.map(({ id }) => id), ...(last?.lost_keys ?? [])].includes(state.key_id)
  if (!isKnown)
    throw new SigningRefused(
      `The audit log is signed with the key ${state.key_id}, but the key of this process is ${keys[0]?.id}. Give all processes that run jobs the same AUDIT_KEY or DATA_DIR/audit.key. ${what}`,
    )
  if (!last) return
  const isThere = last.seal_no === 0 || last.seal_no < state.archived || state.asked?.toString('hex') === last.hash
  if (!isThere)
    throw new SigningRefused(
      `The audit log does not go on from its anchor: the seal ${number(last.seal_no)} of ${moment(last.at)} in ${file.path} ${state.asked ? 'differs from' : 'is missing in'} the database. ${what}`,
    )
  if (last.kind !== 'first' && state.signed < last.seal_no)
    throw new SigningRefused(
      `The database lacks signatures of the audit log that ${file.path} names, up to the seal ${number(last.seal_no)}. ${what}`,
    )
}

const hexOf = (hash: Buffer | null): string => hash?.toString('hex') ?? ''
const factsOf = (kind: Anchor['kind'], state: State, now: Date): AnchorFacts => {
  const isStart = kind === 'first'
  return {
    kind,
    seal_no: isStart ? state.sealed : state.signed,
    hash: hexOf(isStart ? state.head : state.signed_hash),
    entry: isStart ? null : state.signed_entry,
    at: now.toISOString(),
    archived: state.archived,
    note: '',
    as_of: null,
    lost_keys: [],
  }
}

/** Writes where the log is to the anchor file, if it went on since the last time. */
async function anchor(state: State, file: AnchorFile, keys: AuditKeys, now: Date): Promise<AnchorFile> {
  const last = lastAnchor(file)?.anchor ?? null
  if (state.signed === 0) return isNewBeginning(last) ? appendAnchor(file, factsOf('first', state, now), keys) : file
  if (last && last.kind !== 'first' && state.signed <= last.seal_no) return file
  return appendAnchor(file, factsOf(last ? 'head' : 'begun', state, now), keys)
}

type Unsigned = { seal_no: number; hash: Buffer }
async function signNext(db: Db, state: State, file: AnchorFile, [key]: AuditKeys): Promise<number> {
  const start = state.signed > 0 ? state.signed + 1 : (lastAnchor(file)?.anchor?.seal_no ?? 1)
  const from = Math.max(start, state.archived + 1, 1)
  const { rows } = await sql<Unsigned>`select * from unsigned_seals(${from}::bigint, ${atOnce}::int)`.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!key || !first || !last) return 0
  if (first.seal_no !== from || last.seal_no !== from + rows.length - 1)
    throw new SigningRefused(`Seals of the audit log after ${number(from - 1)} are missing. ${what}`)
  const macs = Buffer.concat(rows.map(({ seal_no, hash }) => signatureOf(key.key, seal_no, hexOf(hash))))
  await sql`select sign_seals(${first.seal_no}::bigint, ${last.seal_no}::bigint, ${key.id}, ${macs}::bytea)`.execute(db)
  return rows.length
}

/** Signs every seal and anchors the end. Returns the number of signed seals. */
export async function signSeals(database: Database, place: KeyPlace, now = () => new Date()): Promise<number> {
  const keys = await demandAuditKeys(place)
  // One turn signs, and the next one, which sees that as committed, anchors it: no anchor names what a rollback took back.
  const turn = async (db: Db): Promise<number> => {
    if (!(await takeTurn(db))) return 0
    // Read in turn, since processes may share the file.
    const file = await readAnchorFile(place.audit.anchorFile, keys)
    const state = await readState(db, lastAnchor(file)?.anchor?.seal_no ?? 0)
    refuseOther(state, file, keys)
    return signNext(db, state, await anchor(state, file, keys, now()), keys)
  }
  for (let signed = 0; ; ) {
    const count = await database.transaction(jobScope, turn)
    if (count === 0) return signed
    signed += count
  }
}
