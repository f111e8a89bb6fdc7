import type pg from 'pg'

type AuditBreach = { seal_no: number | null; audit_id: number | null; what: string }
export type AuditReport = { sealed: number; unsealed: number; archived: number; breaches: AuditBreach[] }

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
const anchorBreaches = `
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
    (select coalesce(sum(entries), 0) from audit_anchors)::int as archived`

export async function verifyAudit(owner: pg.Client | pg.Pool | pg.ClientBase): Promise<AuditReport> {
  const breaches = [...(await owner.query(chainBreaches)).rows, ...(await owner.query(anchorBreaches)).rows]
  const { sealed, written, archived } = (await owner.query(counts)).rows[0]
  return { sealed, unsealed: Math.max(0, written - sealed), archived, breaches }
}
