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
