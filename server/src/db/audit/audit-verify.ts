import type pg from 'pg'
import {
  type Anchors,
  anchorBreaches,
  beginningOf,
  lostKeys,
  placeAnchors,
  unsignedArchivesThrough,
} from './anchor-breaches.ts'
import { type AnchorFile, readAnchorFile } from './anchor-file.ts'
import { type AuditKeys, findAuditKeys, type KeyPlace } from './audit-keys.ts'
import type { AuditBreach, Lacking } from './breach.ts'
import { archiveBreaches, checkSignatures } from './signature-breaches.ts'

type Owner = pg.Client | pg.Pool | pg.ClientBase
export type AuditReport = {
  sealed: number
  unsealed: number
  archived: number
  signed: number
  /** Ids without an entry. A rollback leaves one, and so does an entry that is removed before it is sealed. */
  gaps: number
  breaches: AuditBreach[]
  /** What an operator acknowledged, and what cannot be checked. */
  notes: string[]
}
/** What is outside of the database. */
export type Evidence = { keys: AuditKeys; files: AnchorFile[] }

/**
 * Checks the whole chain and reports rows that were edited, removed, reordered or inserted after sealing (A2). It begins
 * at the end of what was archived. Late inserts are found by transaction number. After a restore from another cluster this
 * works once all entries are sealed.
 */
const chainBreaches = `
  with anchor as (
    select last_seal_no as seal_no, hash from audit_anchors order by last_seal_no desc limit 1
  ), chain as (
    select s.seal_no, s.audit_id, s.hash,
      coalesce(lag(s.seal_no) over w, (select seal_no from anchor), 0) as previous_no,
      coalesce(lag(s.hash) over w, (select hash from anchor), ''::bytea) as previous_hash,
      row_number() over w = 1 and exists (select from anchor) as is_first,
      a.id is null as is_removed, case when a.id is not null then audit_digest(a) end as digest
    from audit_seals s left join audit_log a on a.id = s.audit_id
    window w as (order by s.seal_no)
  ), judged as (
    select seal_no, audit_id, case
      when is_removed then 'the row was removed'
      when seal_no <> previous_no + 1 then 'a seal before it was removed'
      when hash <> sha256(previous_hash || digest) then
        case when is_first then 'the row or the anchor before it was edited' else 'the row was edited or re-ordered' end
    end as what
    from chain
  )
  select seal_no, audit_id, what from judged where what is not null
  union all
  select null, a.id, 'the row was put in behind the seal'
  from audit_log a, audit_sealing sealing
  where is_of_this_cluster(sealing) and not is_walking and a.xid < next_xid and not exists (select from audit_seals s where s.audit_id = a.id)
  order by seal_no, audit_id limit 100`

/**
 * Each archive is also an entry of the log, which the chain seals: an anchor that was changed, added or removed differs
 * from its entry, unless that entry was archived in its turn. The entries of all anchors follow each other without a gap.
 */
const archivedBreaches = `
  with anchors as (
    select *, coalesce(lag(last_seal_no) over (order by last_seal_no), 0) as previous_no from audit_anchors
  ), recorded as (
    select id, (after ->> 'last_seal')::bigint as last_seal_no, after from audit_log where action = 'audit.archive'
  )
  select last_seal_no as seal_no, null as audit_id,
    'the anchor of ' || file_name || ' was edited, or one before it was removed' as what
  from anchors where last_seal_no - previous_no <> entries
  union all
  select last_seal_no, r.id, case when a.last_seal_no is null then 'the anchor of ' || (r.after ->> 'archive_file') || ' is missing'
    else 'the anchor of ' || (r.after ->> 'archive_file') || ' was edited' end
  from recorded r left join anchors a using (last_seal_no)
  where a.last_seal_no is null or r.after is distinct from archive_record(a.last_seal_no)
  union all
  select a.last_seal_no, null, 'the anchor of ' || a.file_name || ' has no entry in the audit log'
  from anchors a where a.last_seal_no = (select max(last_seal_no) from audit_anchors)
    and not exists (select from recorded r where r.last_seal_no = a.last_seal_no)
  order by seal_no, audit_id limit 100`

const counts = `
  select (select count(*) from audit_seals)::int as sealed, (select count(*) from audit_log)::int as written,
    (select coalesce(sum(entries), 0) from audit_anchors)::int as archived,
    (select coalesce(max(id) - min(id) + 1 - count(*), 0) from audit_log)::int as gaps`

type State = { sealed: number; archived: number; signed: number; begun: number | null }
const stateQuery = `
  select sealed::float8 as sealed, archived::float8 as archived, signed::float8 as signed,
    (select first_seal_no::float8 from audit_signatures order by last_seal_no limit 1) as begun from signing_state(null)`

/** A lost key that an operator accepted is no fault, up to where that was. */
function unknownKeys(lacking: Lacking, { lines }: Anchors, keys: AuditKeys) {
  const lost = lostKeys(lines)
  const isLost = ([id, last]: [string, number]) => last <= (lost.get(id) ?? -1)
  const here = keys.length === 0 ? 'no key is' : 'it is not'
  const all = [...lacking]
  return {
    breaches: all
      .filter((one) => !isLost(one))
      .map(([id]) => ({
        seal_no: null,
        audit_id: null,
        what: `the key ${id} signed it, and ${here} here: give it in AUDIT_KEY or DATA_DIR/audit.key. What it signed was not checked`,
      })),
    notes: all.filter(isLost).map(([id]) => `The key ${id} is lost: what it signed was not checked.`),
  }
}

/** Compares the chain with the key and the anchors, which the owner of the tables does not have (SEC-5). */
async function compareOutside(owner: Owner, { keys, files }: Evidence, state: State) {
  const anchors = placeAnchors(files)
  const isUntouched = state.begun === null && keys.length === 0 && files.every(({ lines }) => lines === null)
  if (isUntouched)
    return { breaches: [], notes: ['The log is not signed yet: the first process that runs jobs begins with it.'] }
  const from = Math.max(beginningOf(anchors.lines) ?? state.begun ?? state.sealed + 1, state.archived + 1, 1)
  const signatures = await checkSignatures(owner, keys, { from, through: Math.min(state.signed, state.sealed) })
  const unknown = unknownKeys(new Map([...anchors.lacking, ...signatures.lacking]), anchors, keys)
  return {
    breaches: [
      ...unknown.breaches,
      ...signatures.breaches,
      ...anchors.breaches,
      ...(await anchorBreaches(owner, anchors.lines, state)),
      ...(await archiveBreaches(owner, keys, unsignedArchivesThrough(anchors.lines))),
    ],
    notes: [...anchors.notes, ...unknown.notes],
  }
}

/** When each entry was written. One that is gone was signed with its seal. */
async function timed(owner: Owner, breaches: AuditBreach[]): Promise<AuditBreach[]> {
  const { rows } = await owner.query<{ at: Date | null }>(
    `select coalesce((select at from audit_log where id = audit_id),
       (select signed_at from audit_signatures where last_seal_no >= seal_no order by last_seal_no limit 1)) as at
     from unnest($1::bigint[], $2::bigint[]) with ordinality as breach (audit_id, seal_no, place) order by place`,
    [breaches.map(({ audit_id }) => audit_id), breaches.map(({ seal_no }) => seal_no)],
  )
  return breaches.map((one, at) => ({ ...one, at: rows[at]?.at?.toISOString() ?? null }))
}

/** The keys and the anchor files of this place, with further files from elsewhere. */
export async function findEvidence(place: KeyPlace, further: readonly string[] = []): Promise<Evidence> {
  const keys = await findAuditKeys(place)
  const paths = [...new Set([place.audit.anchorFile, ...further])]
  return { keys, files: await Promise.all(paths.map((path) => readAnchorFile(path, keys))) }
}

/** Without `evidence`, the chain is compared with itself alone. */
export async function verifyAudit(owner: Owner, evidence?: Evidence): Promise<AuditReport> {
  // Read first: what is sealed meanwhile is no fault.
  const state = (await owner.query<State>(stateQuery)).rows[0] as State
  const outside = evidence ? await compareOutside(owner, evidence, state) : { breaches: [], notes: [] }
  const breaches = [
    ...(await owner.query<AuditBreach>(chainBreaches)).rows,
    ...(await owner.query<AuditBreach>(archivedBreaches)).rows,
    ...outside.breaches,
  ]
  const { sealed, written, archived, gaps } = (await owner.query(counts)).rows[0]
  return {
    sealed,
    unsealed: Math.max(0, written - sealed),
    archived,
    signed: state.signed,
    gaps,
    breaches: breaches.length > 0 ? await timed(owner, breaches) : [],
    notes: outside.notes,
  }
}
