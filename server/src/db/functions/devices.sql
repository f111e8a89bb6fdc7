-- Known devices and growing waits (SEC-3). For the gate alone: no role reads these tables.

-- The device of a user that this browser or, without a cookie, this network is. Nothing for an unknown address, in the
-- same time.
create function find_known_device(p_email text, p_device_hash bytea, p_network text) returns bigint
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select d.id from users u join known_devices d on d.user_id = u.id
    where u.email = lower(p_email) and (d.device_hash = p_device_hash or p_device_hash is null and d.network = p_network)
    order by d.id limit 1
  $$;

-- Whether a cookie's value was given out by this portal: another one is replaced, not taken over.
create function is_device(p_device_hash bytea) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select exists (select from known_devices where device_hash = p_device_hash) $$;

-- Remembers where a user signed in, and forgets what was not used for 400 days and all but the newest fifty. Returns
-- whether it is new to a user who had a known one, who is told by mail (SEC-2). The caller does not know the user's brand,
-- so it passes an e-mail for each; none where the user has just proved their mailbox or their old password.
create function greet_device(p_user_id bigint, p_device_hash bytea, p_network text, p_now timestamptz, p_mails jsonb)
  returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_had boolean;
    v_when text;
  begin
    update known_devices set last_seen_at = p_now
    where user_id = p_user_id and (device_hash = p_device_hash or network = p_network);
    if found then return false; end if;
    v_had := exists (select from known_devices where user_id = p_user_id);
    insert into known_devices (user_id, device_hash, network, first_seen_at, last_seen_at)
    values (p_user_id, p_device_hash, p_network, p_now, p_now) on conflict do nothing;
    delete from known_devices where user_id = p_user_id and (last_seen_at < p_now - interval '400 days'
      or id not in (select id from known_devices where user_id = p_user_id order by last_seen_at desc, id desc limit 50));
    if v_had and p_mails is not null then
      select to_char(p_now at time zone time_zone, 'YYYY-MM-DD HH24:MI') || ' (' || time_zone || ')' into v_when
        from companies where kind = 'provider';
      perform queue_security_mail(p_user_id, replace(p_mails::text, '{when}', v_when)::jsonb, p_now);
    end if;
    return v_had;
  end
  $$;

-- Whoever knew the old password may have a known device: a new password forgets them all.
create function forget_devices_of_user() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
  as $$ begin delete from known_devices where user_id = new.id; return null; end $$;
create trigger users_forget_devices after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function forget_devices_of_user();
comment on trigger users_forget_devices on users is 'Guard: a new password ends the trust in known devices.';

-- Counts one try for every key, unless one is closed: then it returns the seconds to wait and counts nothing, so that
-- waiting ends whoever tries meanwhile. After a number of free tries each further one closes its key for twice as long as
-- the one before. A key is forgotten when nothing was tried for as long as `p_memory`.
create function take_turn(p_keys text[], p_free int[], p_first interval[], p_longest interval[], p_memory interval,
  p_now timestamptz)
  returns int language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_wait int;
  begin
    insert into throttles (key, attempts, resets_at)
      select key, 0, p_now + p_memory from unnest(p_keys) key order by key on conflict do nothing;
    perform from throttles where key = any(p_keys) order by key for update;
    select max(ceil(extract(epoch from open_at - p_now)))::int into v_wait
      from throttles where key = any(p_keys) and open_at > p_now and resets_at > p_now;
    if v_wait > 0 then return v_wait; end if;
    update throttles t set attempts = taken, resets_at = p_now + p_memory,
      open_at = case when taken >= free then p_now + least(longest, first * power(2, least(taken - free, 20))) end
    from (select k.*, case when known.resets_at <= p_now then 1 else known.attempts + 1 end as taken
      from unnest(p_keys, p_free, p_first, p_longest) as k (key, free, first, longest) join throttles known using (key)
    ) turn where t.key = turn.key;
    return 0;
  end
  $$;

-- After a success: forgets some counters, and gives one try back to others.
create function forgive_turn(p_forgotten text[], p_given_back text[]) returns void
  language sql security definer set search_path = pg_catalog, public
  as $$
    delete from throttles where key = any(p_forgotten);
    update throttles set attempts = greatest(0, attempts - 1), open_at = null where key = any(p_given_back);
  $$;

revoke execute on function find_known_device, is_device, greet_device, forget_devices_of_user, take_turn, forgive_turn
  from public;
grant execute on function find_known_device, is_device, greet_device, take_turn, forgive_turn to portal_gate;
