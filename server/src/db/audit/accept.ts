import type pg from 'pg'
import { inTransaction } from '../owner.ts'
import { appendAnchor, readAnchorFile } from './anchor-file.ts'
import type { AnchorFacts } from './anchor-lines.ts'
import { demandAuditKeys, type KeyPlace } from './audit-keys.ts'

type State = Pick<AnchorFacts, 'seal_no' | 'hash' | 'entry' | 'archived' | 'as_of'>
const signedEnd = `
  select signed::float8 as seal_no, coalesce(encode(signed_hash, 'hex'), '') as hash, signed_entry::float8 as entry,
    archived::float8 as archived, to_char(signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as as_of
  from signing_state(null)`

/** No process seals or signs until the transaction ends. */
async function readSignedEnd(owner: pg.ClientBase): Promise<State> {
  await owner.query('select from audit_sealing for update')
  return (await owner.query<State>(signedEnd)).rows[0] as State
}

/** Records a restore, so that verifying knows why the log is shorter than it was (SEC-5). */
export const recordRestore = (owner: pg.ClientBase, place: KeyPlace, note: string): Promise<void> =>
  inTransaction(owner, async () => {
    const state = await readSignedEnd(owner)
    const keys = await demandAuditKeys(place)
    const file = await readAnchorFile(place.audit.anchorFile, keys)
    await appendAnchor(file, { ...state, kind: 'restored', at: new Date().toISOString(), note, lost_keys: [] }, keys)
  })

type AcceptedLog = { seal_no: number; lostKeys: string[] }
/**
 * Goes on from the signed end of the log after a loss that an operator knows of: a recovery to an earlier moment, a lost
 * key or a lost anchor file. It is an entry of the log, and a line of the anchor file, which verifying repeats.
 */
export const acceptLog = (owner: pg.ClientBase, place: KeyPlace, reason: string): Promise<AcceptedLog> =>
  inTransaction(owner, async () => {
    const state = await readSignedEnd(owner)
    const keys = await demandAuditKeys(place)
    const file = await readAnchorFile(place.audit.anchorFile, keys)
    const { rows } = await owner.query<{ id: string }>(
      'select key_id as id from audit_signatures union select key_id from audit_anchors where key_id is not null',
    )
    const used = [...rows.map(({ id }) => id), ...(file.lines ?? []).flatMap(({ anchor }) => anchor?.key_id ?? [])]
    const lost_keys = [...new Set(used)].filter((one) => !keys.some(({ id }) => id === one))
    await owner.query(
      `insert into audit_log (company_id, action, after)
       values ((select id from companies where kind = 'provider' order by id limit 1), 'audit.accept', jsonb_build_object(
         'reason', $1::text, 'last_seal', $2::bigint, 'seal', $3::text))`,
      [reason, state.seal_no, state.hash],
    )
    const at = new Date().toISOString()
    await appendAnchor(file, { ...state, kind: 'accepted', at, note: reason, lost_keys }, keys)
    return { seal_no: state.seal_no, lostKeys: lost_keys }
  })
