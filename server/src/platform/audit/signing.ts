import { sql } from 'kysely'
import { type AnchorFile, appendAnchor, lastAnchor, readAnchorFile } from '../../db/audit/anchor-file.ts'
import type { Anchor, AnchorFacts } from '../../db/audit/anchor-lines.ts'
import { type AuditKeys, demandAuditKeys, type KeyPlace, signatureOf } from '../../db/audit/audit-keys.ts'
import { gapRefusal, type SigningState, signingRefusal } from '../../db/audit/signing-refusal.ts'
import type { Database, Db } from '../../db/connect.ts'
import { jobScope } from '../jobs/jobs.ts'

/** As many as are sealed at once. */
const atOnce = 5000

const takeTurn = async (db: Db): Promise<boolean> =>
  (await sql<{ mine: boolean }>`select take_signing_turn() as mine`.execute(db)).rows[0]?.mine ?? false
const readState = async (db: Db, sealNo: number): Promise<SigningState> =>
  (await sql<SigningState>`select * from signing_state(${sealNo}::bigint)`.execute(db)).rows[0] as SigningState

/** Signing starts over where nothing was signed: at first, or after a backup of an unsigned log was restored. */
const isNewBeginning = (last: Anchor | null): boolean =>
  last === null || ((last.kind === 'restored' || last.kind === 'accepted') && last.seal_no === 0)

const hexOf = (hash: Buffer | null): string => hash?.toString('hex') ?? ''
const factsOf = (kind: Anchor['kind'], state: SigningState, now: Date): AnchorFacts => {
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
async function anchor(state: SigningState, file: AnchorFile, keys: AuditKeys, now: Date): Promise<AnchorFile> {
  const last = lastAnchor(file)?.anchor ?? null
  if (state.signed === 0) return isNewBeginning(last) ? appendAnchor(file, factsOf('first', state, now), keys) : file
  if (last && last.kind !== 'first' && state.signed <= last.seal_no) return file
  return appendAnchor(file, factsOf(last ? 'head' : 'begun', state, now), keys)
}

type Unsigned = { seal_no: number; hash: Buffer }
async function signNext(db: Db, state: SigningState, file: AnchorFile, [key]: AuditKeys): Promise<number> {
  const start = state.signed > 0 ? state.signed + 1 : (lastAnchor(file)?.anchor?.seal_no ?? 1)
  const from = Math.max(start, state.archived + 1, 1)
  const { rows } = await sql<Unsigned>`select * from unsigned_seals(${from}::bigint, ${atOnce}::int)`.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!key || !first || !last) return 0
  if (first.seal_no !== from || last.seal_no !== from + rows.length - 1) throw new Error(gapRefusal(from))
  const macs = Buffer.concat(rows.map(({ seal_no, hash }) => signatureOf(key.key, seal_no, hexOf(hash))))
  await sql`select sign_seals(${first.seal_no}::bigint, ${last.seal_no}::bigint, ${key.id}, ${macs}::bytea)`.execute(db)
  return rows.length
}

/**
 * Signs every seal and anchors the end. Returns the number of signed seals, and fails with a sentence if this process must
 * not sign (SEC-5).
 */
export async function signSeals(database: Database, place: KeyPlace, now = () => new Date()): Promise<number> {
  const keys = await demandAuditKeys(place)
  // One turn signs, and the next one, which sees that as committed, anchors it: no anchor names what a rollback took back.
  const turn = async (db: Db): Promise<number> => {
    if (!(await takeTurn(db))) return 0
    // Read in turn, since processes may share the file.
    const file = await readAnchorFile(place.audit.anchorFile, keys)
    const state = await readState(db, lastAnchor(file)?.anchor?.seal_no ?? 0)
    const refusal = signingRefusal(state, file, keys)
    if (refusal) throw new Error(refusal)
    return signNext(db, state, await anchor(state, file, keys, now()), keys)
  }
  for (let signed = 0; ; ) {
    const count = await database.transaction(jobScope, turn)
    if (count === 0) return signed
    signed += count
  }
}
