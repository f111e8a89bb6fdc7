import type pg from 'pg'

type AuditBreach = { seal_no: number; audit_id: number; what: string }
export type AuditReport = { sealed: number; unsealed: number; breaches: AuditBreach[] }

/**
 * Checks the whole chain and reports rows that were edited, removed, reordered or inserted after sealing (A2). Late
 * inserts are found by transaction number. After a restore from another cluster this works once all entries are sealed.
 */
const chainBreaches = `
  with chain as (
    select s.seal_no, s.audit_id, s.hash, lag(s.seal_no) over w as previous_no, lag(s.hash) over w as previous_hash, a.id is null as is_removed,
      case when a.id is not null then audit_digest(a) end as digest
    from audit_seals s left join audit_log a on a.id = s.audit_id
    window w as (order by s.seal_no)
  ), judged as (
    select seal_no, audit_id, case
      when is_removed then 'the row was removed'
      when seal_no <> coalesce(previous_no, 0) + 1 then 'a seal before it was removed'
      when hash <> sha256(coalesce(previous_hash, ''::bytea) || digest) then 'the row was edited or re-ordered'
    end as what
    from chain
  )
  select seal_no, audit_id, what from judged where what is not null
  union all
  select null, a.id, 'the row was put in behind the seal'
  from audit_log a, audit_sealing sealing
  where is_of_this_cluster(sealing) and not is_walking and a.xid < next_xid and not exists (select from audit_seals s where s.audit_id = a.id)
  order by seal_no, audit_id limit 100`

export async function verifyAudit(owner: pg.Client | pg.Pool): Promise<AuditReport> {
  const breaches = (await owner.query(chainBreaches)).rows
  const counted = await owner.query(
    'select (select count(*) from audit_seals)::int as sealed, (select count(*) from audit_log)::int as written',
  )
  const { sealed, written } = counted.rows[0]
  return { sealed, unsealed: Math.max(0, written - sealed), breaches }
}
