-- Sign-in, sessions and throttling happen before a company is known. The application's roles cannot touch these tables;
-- they call the functions below, which run with the owner's rights and answer only what was asked.
create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  company_id bigint not null references companies,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set while switched to another company: when the person's own session would have ended, so that switching prolongs nothing.
  home_expires_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_company on sessions (company_id);
create index sessions_expiry on sessions (expires_at);

create table throttles (
  key text primary key,
  attempts int not null,
  resets_at timestamptz not null
);
create index throttles_expiry on throttles (resets_at);

create function find_credentials(p_email text)
  returns table (user_id bigint, company_id bigint, password_hash text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select u.id, u.company_id, u.password_hash
    from users u join companies c on c.id = u.company_id
    where u.email = lower(p_email) and u.is_active and c.status = 'active' and u.password_hash is not null
  $$;

create function open_session(p_token_hash bytea, p_user_id bigint, p_company_id bigint, p_now timestamptz, p_expires_at timestamptz, p_home_expires_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    insert into sessions (token_hash, user_id, company_id, created_at, last_seen_at, expires_at, home_expires_at)
    values (p_token_hash, p_user_id, p_company_id, p_now, p_now, p_expires_at, p_home_expires_at)
  $$;

create function exchange_session(p_old bytea, p_token_hash bytea, p_user_id bigint, p_company_id bigint, p_now timestamptz, p_expires_at timestamptz, p_home_expires_at timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    delete from sessions where token_hash = p_old;
    if not found then return false; end if;
    perform open_session(p_token_hash, p_user_id, p_company_id, p_now, p_expires_at, p_home_expires_at);
    return true;
  end
  $$;

-- Who a token speaks for, if it is alive, as one JSON text that is compared and only parsed when it is new; asked at every request. A body that is
-- parsed when it is created needs no search path of its own, which would cost as much as the question.
create function find_session(p_token_hash bytea, p_now timestamptz, p_idle_since timestamptz) returns text
  language sql stable security definer
  begin atomic
    select json_build_object('user_id', u.id, 'email', u.email, 'first_name', u.first_name, 'last_name', u.last_name, 'role', u.role, 'levels', u.levels,
      'is_switch_eligible', may_switch, 'home_company_id', u.company_id, 'company_id', c.id, 'company_name', c.name, 'kind', c.kind,
      'is_switched', s.home_expires_at is not null, 'expires_at', s.expires_at, 'home_expires_at', s.home_expires_at)::text
    from sessions s
    join users u on u.id = s.user_id
    join companies c on c.id = s.company_id
    join companies home on home.id = u.company_id,
    lateral (select home.kind = 'provider' and (u.role = 1 or u.is_switch_eligible) as may_switch) eligible
    where s.token_hash = p_token_hash and s.expires_at > p_now and s.last_seen_at > p_idle_since
      and u.is_active and c.status = 'active' and home.status = 'active'
      and (s.company_id = u.company_id or (s.home_expires_at is not null and may_switch and c.kind = 'customer'));
  end;

create function touch_session(p_token_hash bytea, p_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$ update sessions set last_seen_at = p_now where token_hash = p_token_hash and last_seen_at < p_now $$;

create function end_session(p_token_hash bytea)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$ delete from sessions where token_hash = p_token_hash $$;

create function end_user_sessions(p_user_id bigint, p_except bytea)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$ delete from sessions where user_id = p_user_id and token_hash is distinct from p_except $$;

-- Changing a password, deactivating a user or disabling a company ends the sessions at once, whoever does it (AUTH-8).
create function end_sessions_of_user() returns trigger language plpgsql security definer set search_path = pg_catalog, public
  as $$ begin delete from sessions where user_id = new.id; return null; end $$;
create trigger users_end_sessions after update of password_hash, is_active, company_id on users
  for each row when (old.password_hash is distinct from new.password_hash or old.is_active and not new.is_active or old.company_id <> new.company_id)
  execute function end_sessions_of_user();

-- Takes one attempt from every key and answers how many seconds to wait, 0 when the attempt is allowed. A window ends by itself.
create function take_attempt(p_keys text[], p_limits int[], p_window interval, p_now timestamptz)
  returns int language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_wait int := 0;
    v_key text;
    v_limit int;
    v_row throttles;
  begin
    for v_key, v_limit in select * from unnest(p_keys, p_limits) as t(k, l) order by k loop
      insert into throttles as t (key, attempts, resets_at) values (v_key, 1, p_now + p_window)
      on conflict (key) do update set
        attempts = case when t.resets_at <= p_now then 1 else t.attempts + 1 end,
        resets_at = case when t.resets_at <= p_now then p_now + p_window else t.resets_at end
      returning * into v_row;
      if v_row.attempts > v_limit then
        v_wait := greatest(v_wait, ceil(extract(epoch from v_row.resets_at - p_now))::int);
      end if;
    end loop;
    return v_wait;
  end
  $$;
-- A success clears the account and takes its own attempt back from the address, where many people may sit behind one.
create function forgive_attempt(p_account text, p_address text)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    delete from throttles where key = p_account;
    update throttles set attempts = greatest(0, attempts - 1) where key = p_address;
  $$;

-- Denials and failed sign-ins outlive the refusal: they are written on their own, by whoever was refused, known or not.
create function record_refusal(p_user_id bigint, p_user_email text, p_company_id bigint, p_is_switched boolean, p_action text, p_after jsonb, p_request_id text)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    insert into audit_log (user_id, user_email, company_id, is_switched, action, after, request_id)
    values (p_user_id, p_user_email, p_company_id, p_is_switched, p_action, p_after, p_request_id)
  $$;

-- What has run out is removed by the nightly job.
create function remove_expired(p_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    delete from sessions where expires_at < p_now;
    delete from throttles where resets_at < p_now;
    delete from idempotency_keys where created_at < p_now - interval '3 days';
  $$;

-- The chain. Each seal holds the hash of its row and of the seal before it.
create table audit_seals (
  seal_no bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);
create table audit_sealing (
  is_only boolean primary key default true check (is_only),
  next_xid xid8 not null
);
insert into audit_sealing (next_xid) values ('0');

create function audit_digest(p audit_log) returns bytea language sql stable set timezone = 'UTC' set search_path = pg_catalog, public
  as $$
    select sha256(convert_to(jsonb_build_array(p.id, p.at, p.user_id, p.user_email, p.company_id, p.is_switched, p.action, p.record_type, p.record_id,
      p.record_label, p.before, p.after, p.request_id)::text, 'UTF8'))
  $$;

-- Seals every row whose transaction is certainly over: below the oldest transaction still running nothing can appear any more.
create function seal_audit() returns int language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_from xid8;
    v_below xid8 := pg_snapshot_xmin(pg_current_snapshot());
    v_no bigint;
    v_hash bytea;
    v_row audit_log;
    v_count int := 0;
  begin
    select next_xid into v_from from audit_sealing for update skip locked;
    if not found or v_below <= v_from then return 0; end if;
    select seal_no, hash into v_no, v_hash from audit_seals order by seal_no desc limit 1;
    for v_row in select * from audit_log where xid >= v_from and xid < v_below order by xid, id loop
      v_no := coalesce(v_no, 0) + 1;
      v_hash := sha256(coalesce(v_hash, ''::bytea) || audit_digest(v_row));
      insert into audit_seals (seal_no, audit_id, hash) values (v_no, v_row.id, v_hash);
      v_count := v_count + 1;
    end loop;
    update audit_sealing set next_xid = v_below;
    return v_count;
  end
  $$;

revoke execute on function acting_company(), find_credentials(text), open_session(bytea, bigint, bigint, timestamptz, timestamptz, timestamptz),
  exchange_session(bytea, bytea, bigint, bigint, timestamptz, timestamptz, timestamptz),
  find_session(bytea, timestamptz, timestamptz), touch_session(bytea, timestamptz), end_session(bytea), end_user_sessions(bigint, bytea),
  take_attempt(text[], int[], interval, timestamptz), forgive_attempt(text, text), record_refusal(bigint, text, bigint, boolean, text, jsonb, text),
  remove_expired(timestamptz), audit_digest(audit_log), seal_audit(), end_sessions_of_user() from public;
grant execute on function acting_company() to portal_customer, portal_staff;
grant execute on function find_credentials(text), open_session(bytea, bigint, bigint, timestamptz, timestamptz, timestamptz),
  exchange_session(bytea, bytea, bigint, bigint, timestamptz, timestamptz, timestamptz),
  find_session(bytea, timestamptz, timestamptz), touch_session(bytea, timestamptz), end_session(bytea), end_user_sessions(bigint, bytea),
  take_attempt(text[], int[], interval, timestamptz), forgive_attempt(text, text),
  record_refusal(bigint, text, bigint, boolean, text, jsonb, text) to portal_customer, portal_staff;
grant execute on function remove_expired(timestamptz), seal_audit() to portal_staff;
