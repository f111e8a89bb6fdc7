-- Numbers of transactions mean something within one cluster of databases only, and a copy restored elsewhere brings the old cluster's along. So sealing keeps which
-- cluster its number is of. In another one it looks at every row once more, by id, and seals those that are not (decision 20).
-- `after_id` is how far the walk is, or, after the walk, how far among the rows of the transaction `next_xid`.
alter table audit_sealing add cluster_id bigint, add is_walking boolean not null default false, add after_id bigint not null default 0;

create function current_cluster_id() returns bigint language sql stable set search_path = pg_catalog, public
  as $$ select system_identifier from pg_control_system() $$;

-- One more link of the chain, unless the row is one already: it may have the number of another cluster's transaction, which this cluster comes past only now.
create function seal_row(p audit_log) returns int language plpgsql set search_path = pg_catalog, public
  as $$
  declare v_last audit_seals;
  begin
    if exists (select from audit_seals where audit_id = p.id) then return 0; end if;
    select * into v_last from audit_seals order by seal_no desc limit 1;
    insert into audit_seals (seal_no, audit_id, hash)
      values (coalesce(v_last.seal_no, 0) + 1, p.id, sha256(coalesce(v_last.hash, ''::bytea) || audit_digest(p)));
    return 1;
  end
  $$;

-- Seals every row whose transaction is certainly over: below the oldest transaction still running nothing can appear any more. What a walk does not see was written
-- by a transaction that had not ended when the walk began, and so not below the number that sealing goes on from. Each call does a part, within a statement's limit.
create or replace function seal_audit() returns int language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_at_once constant int := 5000;
    v_below xid8 := pg_snapshot_xmin(pg_current_snapshot());
    v_now audit_sealing;
    v_row audit_log;
    v_seen int := 0;
    v_count int := 0;
  begin
    select * into v_now from audit_sealing for update skip locked;
    if not found then return 0; end if;
    if v_now.cluster_id is distinct from current_cluster_id() then
      v_now.cluster_id := current_cluster_id();
      v_now.next_xid := v_below;
      v_now.is_walking := true;
      v_now.after_id := 0;
    end if;
    if v_now.is_walking then
      for v_row in select * from audit_log where id > v_now.after_id order by id limit v_at_once loop
        v_count := v_count + seal_row(v_row);
        v_now.after_id := v_row.id;
        v_seen := v_seen + 1;
      end loop;
      if v_seen < v_at_once then
        v_now.is_walking := false;
        v_now.after_id := 0;
      end if;
    elsif v_below <= v_now.next_xid then
      return 0;
    else
      for v_row in select * from audit_log where (xid, id) > (v_now.next_xid, v_now.after_id) and xid < v_below order by xid, id limit v_at_once loop
        v_count := v_count + seal_row(v_row);
        v_now.next_xid := v_row.xid;
        v_now.after_id := v_row.id;
        v_seen := v_seen + 1;
      end loop;
      if v_seen < v_at_once then
        v_now.next_xid := v_below;
        v_now.after_id := 0;
      end if;
    end if;
    update audit_sealing set cluster_id = v_now.cluster_id, next_xid = v_now.next_xid, is_walking = v_now.is_walking, after_id = v_now.after_id;
    return v_count;
  end
  $$;

revoke execute on function current_cluster_id(), seal_row(audit_log) from public;
