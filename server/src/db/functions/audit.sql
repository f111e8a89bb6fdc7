-- A job seals the audit log into a hash chain (API-5, decisions 5 and 20).

-- One entry as text, with all its columns. An archive has the same text, so that its hashes can be computed from the file.
-- Columns that came later follow only where they are set, so that the text of older entries stays as it was hashed.
create function audit_text(p audit_log) returns text
  language sql stable set timezone = 'UTC' set search_path = pg_catalog, public
  as $$
    select (jsonb_build_array(p.id, p.at, p.user_id, p.user_email, p.company_id, p.is_switched,
      p.action, p.record_type, p.record_id, p.record_label, p.before, p.after, p.request_id)
      || case when p.service_key_id is null then '[]' else jsonb_build_array(p.service_key_id, p.service_key_name) end)::text
  $$;

-- The hash of one entry.
create function audit_digest(p audit_log) returns bytea
  language sql stable set timezone = 'UTC' set search_path = pg_catalog, public
  as $$ select sha256(convert_to(audit_text(p), 'UTF8')) $$;

-- The identity of this PostgreSQL cluster. Transaction numbers are only comparable within one cluster.
create function current_cluster_id() returns bigint language sql stable set search_path = pg_catalog, public
  as $$ select system_identifier from pg_control_system() $$;

-- Whether the stored progress belongs to this cluster. A copied cluster has the same identity. Then a transaction
-- number beyond this cluster's own shows that the progress came with a newer dump.
create function is_of_this_cluster(p audit_sealing) returns boolean
  language sql stable set search_path = pg_catalog, public
  as $$ select p.cluster_id is not distinct from current_cluster_id()
    and p.next_xid <= pg_snapshot_xmax(pg_current_snapshot()) $$;

-- Adds an entry to the chain unless it is already sealed. A restored entry may have a transaction number of another
-- cluster, which this one reaches only later.
create function seal_row(p audit_log) returns int language plpgsql set search_path = pg_catalog, public
  as $$
  declare v_last audit_seals;
  begin
    if exists (select from audit_seals where audit_id = p.id) then return 0; end if;
    select * into v_last from audit_seals order by seal_no desc limit 1;
    -- After an archive of everything, the chain continues from its end.
    if not found then
      select last_seal_no, last_audit_id, hash into v_last from audit_anchors order by last_seal_no desc limit 1;
    end if;
    insert into audit_seals (seal_no, audit_id, hash)
      values (coalesce(v_last.seal_no, 0) + 1, p.id, sha256(coalesce(v_last.hash, ''::bytea) || audit_digest(p)));
    return 1;
  end
  $$;

-- Seals every entry whose transaction has ended: no entry can still appear below the oldest running transaction. In a
-- new cluster it first seals all entries by id. Each call seals a limited number, to stay within the statement's time
-- limit.
create function seal_audit() returns int language plpgsql security definer set search_path = pg_catalog, public
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
      for v_row in
        select * from audit_log where (xid, id) > (v_now.next_xid, v_now.after_id) and xid < v_below
        order by xid, id limit v_at_once
      loop
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
    update audit_sealing set cluster_id = v_now.cluster_id, next_xid = v_now.next_xid, is_walking = v_now.is_walking,
      after_id = v_now.after_id;
    return v_count;
  end
  $$;

-- The entries after a seal, in the order of their seals: each appears once and none appears before an earlier one. What
-- a key did is nobody's own change: its maker learns of it too.
create function sealed_changes(p_after bigint, p_limit int)
  returns table (seal_no bigint, id bigint, xid xid8, at timestamptz, user_id bigint, action text, record_type text,
    record_id bigint, record_label text, before jsonb, after jsonb)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select s.seal_no, a.id, a.xid, a.at, case when a.service_key_id is null then a.user_id end, a.action, a.record_type, a.record_id, a.record_label, a.before, a.after
    from audit_seals s join audit_log a on a.id = s.audit_id
    where s.seal_no > p_after order by s.seal_no limit p_limit
  $$;

-- How far the sealing is: the number of seals, the last hash, when the last sealed entry was written, and the entries
-- that wait, counted up to 10,000, with the time of the oldest. While a new cluster's entries are walked, only the newest
-- ones are counted.
create function seal_state()
  returns table (sealed bigint, head text, last_sealed_at timestamptz, unsealed int, oldest_unsealed_at timestamptz,
    is_walking boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public
  as $$
  declare
    v_most constant int := 10000;
    v_now audit_sealing;
  begin
    select * into v_now from audit_sealing;
    is_walking := v_now.is_walking or not is_of_this_cluster(v_now);
    select s.seal_no, encode(s.hash, 'hex'), a.at into sealed, head, last_sealed_at
      from audit_seals s join audit_log a on a.id = s.audit_id order by s.seal_no desc limit 1;
    sealed := coalesce(sealed, 0);
    if is_walking then
      select count(*), min(a.at) into unsealed, oldest_unsealed_at
        from (select id, at from audit_log order by id desc limit v_most) a
        where not exists (select from audit_seals s where s.audit_id = a.id);
    else
      select count(*), min(a.at) into unsealed, oldest_unsealed_at
        from (select id, at from audit_log where (xid, id) > (v_now.next_xid, v_now.after_id) order by xid, id limit v_most) a
        where not exists (select from audit_seals s where s.audit_id = a.id);
    end if;
    return next;
  end
  $$;

-- What the audit log records about an archive of its own entries.
create function archive_record(p_last_seal_no bigint) returns jsonb
  language sql stable set search_path = pg_catalog, public
  as $$
    select jsonb_build_object('archive_file', file_name, 'entries', entries, 'last_seal', last_seal_no, 'last_entry', last_audit_id,
      'seal', encode(hash, 'hex'), 'sha256', encode(sha256, 'hex'))
    from audit_anchors where last_seal_no = p_last_seal_no
  $$;

revoke execute on function audit_text, audit_digest, current_cluster_id, is_of_this_cluster, seal_row, seal_audit, sealed_changes,
  seal_state, archive_record from public;
grant execute on function seal_audit, sealed_changes, seal_state to portal_staff;

-- Seals are signed outside the database, by a process that has the key (SEC-5, decision 63). The key never comes here.

-- The hash of a seal that is in the database, or of the last one of an archive.
create function seal_hash(p_seal_no bigint) returns bytea
  language sql stable set search_path = pg_catalog, public
  as $$
    select coalesce((select hash from audit_seals where seal_no = p_seal_no),
      (select hash from audit_anchors where last_seal_no = p_seal_no))
  $$;

-- Whether no other process is sealing or signing. The turn lasts until the transaction ends.
create function take_signing_turn() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    perform from audit_sealing for update skip locked;
    return found;
  end
  $$;

-- How far sealing, archiving and signing are, and the hash of one seal.
create function signing_state(p_seal_no bigint)
  returns table (sealed bigint, head bytea, archived bigint, signed bigint, signed_hash bytea, signed_entry bigint, key_id text,
    signed_at timestamptz, asked bytea)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select greatest(s.seal_no, n.archived, 0), seal_hash(greatest(s.seal_no, n.archived)), coalesce(n.archived, 0),
      coalesce(g.last_seal_no, 0), seal_hash(g.last_seal_no),
      (select audit_id from audit_seals where seal_no = g.last_seal_no), g.key_id, g.signed_at, seal_hash(p_seal_no)
    from (select 1) one
    left join (select seal_no from audit_seals order by seal_no desc limit 1) s on true
    left join (select max(last_seal_no) as archived from audit_anchors) n on true
    left join (select last_seal_no, key_id, signed_at from audit_signatures order by last_seal_no desc limit 1) g on true
  $$;

-- For the operations page and the metrics: the last signed seal and when that was, and the seals that wait for a signature with
-- the time of the oldest one's entry.
create function signature_state()
  returns table (signed bigint, signed_at timestamptz, unsigned bigint, oldest_unsigned_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select s.signed, s.signed_at, greatest(s.sealed - greatest(s.signed, s.archived), 0),
      (select a.at from audit_seals l join audit_log a on a.id = l.audit_id where l.seal_no > s.signed order by l.seal_no limit 1)
    from signing_state(null) s
  $$;

-- Seals after a number, for signing.
create function unsigned_seals(p_from bigint, p_limit int) returns table (seal_no bigint, hash bytea)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select seal_no, hash from audit_seals where seal_no >= p_from order by seal_no limit p_limit $$;

-- Adds the signatures of seals that have none.
create function sign_seals(p_first bigint, p_last bigint, p_key_id text, p_macs bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    if p_first <= (select max(last_seal_no) from audit_signatures) or p_last > (select max(seal_no) from audit_seals) then
      raise exception 'Seals are signed once, and in their order.';
    end if;
    insert into audit_signatures (first_seal_no, last_seal_no, key_id, macs) values (p_first, p_last, p_key_id, p_macs);
  end
  $$;

-- The owner of the tables could change the log. This stops an accident; signatures and anchors show intent.
create function refuse_audit_change() returns trigger language plpgsql set search_path = pg_catalog, public
  as $$
  begin
    if tg_op = 'DELETE' and current_setting('portal.audit_archive', true) = 'on' then return null; end if;
    raise exception 'The audit log is never changed: % of % is refused.', lower(tg_op), tg_table_name
      using hint = 'npm run audit:archive moves old entries to a file.';
  end
  $$;
create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
comment on trigger audit_log_stays on audit_log is 'Guard: entries leave the log by an archive alone.';
create trigger audit_seals_stay before update or delete or truncate on audit_seals
  for each statement execute function refuse_audit_change();
comment on trigger audit_seals_stay on audit_seals is 'Guard: seals leave with their entries, by an archive alone.';
create trigger audit_signatures_stay before update or delete or truncate on audit_signatures
  for each statement execute function refuse_audit_change();
comment on trigger audit_signatures_stay on audit_signatures is 'Guard: signatures leave with their seals, by an archive alone.';
create trigger audit_anchors_stay before update or delete or truncate on audit_anchors
  for each statement execute function refuse_audit_change();
comment on trigger audit_anchors_stay on audit_anchors is 'Guard: the ends of archives are never changed.';

revoke execute on function seal_hash, take_signing_turn, signing_state, signature_state, unsigned_seals, sign_seals,
  refuse_audit_change from public;
grant execute on function take_signing_turn, signing_state, signature_state, unsigned_seals, sign_seals to portal_staff;
