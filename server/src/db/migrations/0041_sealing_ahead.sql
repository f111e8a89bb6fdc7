-- A copy of the whole cluster has the same identity, and may be given a newer dump of the original: then sealing would wait for a transaction number that is far
-- ahead of any the copy has come to. Such a number cannot be of this cluster, so it counts as another one's.
create function is_of_this_cluster(p audit_sealing) returns boolean language sql stable set search_path = pg_catalog, public
  as $$ select p.cluster_id is not distinct from current_cluster_id() and p.next_xid <= pg_snapshot_xmax(pg_current_snapshot()) $$;

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
    if not is_of_this_cluster(v_now) then
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

revoke execute on function is_of_this_cluster(audit_sealing) from public;
