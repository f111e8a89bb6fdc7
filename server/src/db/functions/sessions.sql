-- Sign-in, sessions and throttling happen before a company is known. No role can read these tables. These functions run
-- with the owner's rights and return only what is needed. The gate alone opens sessions (SEC-4); the roles of requests
-- confirm one that was presented, in the round trip of their own work.

-- The credentials for an address. Includes companies that wait for approval, which learn so after a correct password.
create function find_credentials(p_email text)
  returns table (user_id bigint, company_id bigint, password_hash text, is_waiting boolean, has_factor boolean)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select u.id, u.company_id, u.password_hash, c.status = 'waiting',
      exists (select from factors f where f.user_id = u.id and f.confirmed_at is not null)
    from users u join companies c on c.id = u.company_id
    where u.email = lower(p_email) and u.is_active and c.status in ('active', 'waiting') and u.password_hash is not null
  $$;

-- Opens a session. The locks wait for a change of its user or companies, which would not see it and give it no new stamp.
create function open_session(p_token_hash bytea, p_user_id bigint, p_company_id bigint, p_now timestamptz,
  p_expires_at timestamptz, p_user_agent text, p_address text, p_proved_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    insert into sessions (token_hash, user_id, company_id, created_at, last_seen_at, expires_at, user_agent, address,
      proved_at)
    select p_token_hash, u.id, c.id, p_now, p_now, p_expires_at, left(p_user_agent, 400), left(p_address, 64), p_proved_at
    from users u, companies home, companies c
    where u.id = p_user_id and home.id = u.company_id and c.id = p_company_id
    for share of u, home, c
  $$;

-- Gives a session another token and company, for switching. Its id, its device and its last proof stay. Returns false if
-- the old token is gone, as for the second of two exchanges. The company is locked as when a session is opened.
create function exchange_session(p_old bytea, p_token_hash bytea, p_company_id bigint, p_now timestamptz,
  p_expires_at timestamptz, p_home_expires_at timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    perform from companies where id = p_company_id for share;
    update sessions set token_hash = p_token_hash, company_id = p_company_id, last_seen_at = p_now,
      expires_at = p_expires_at, home_expires_at = p_home_expires_at
    where token_hash = p_old;
    return found;
  end
  $$;

-- The user of a valid token, as one JSON text. `begin atomic` is parsed at creation and needs no search path, which would
-- cost as much as the query.
create function find_session(p_token_hash bytea, p_now timestamptz, p_idle_since timestamptz) returns text
  language sql stable security definer
  begin atomic
    select json_build_object('stamp', s.stamp::text, 'user_id', u.id, 'email', u.email, 'first_name', u.first_name,
      'last_name', u.last_name, 'role', u.role, 'levels', u.levels,
      'is_switch_eligible', may_switch, 'home_company_id', u.company_id, 'company_id', c.id, 'company_name', c.name,
      'kind', c.kind, 'is_switched', s.home_expires_at is not null, 'expires_at', s.expires_at, 'home_expires_at',
        s.home_expires_at, 'proved_at', s.proved_at, 'must_change_password', u.must_change_password,
        'has_factor', exists (select from factors f where f.user_id = u.id and f.confirmed_at is not null))::text
    from sessions s
    join users u on u.id = s.user_id
    join companies c on c.id = s.company_id
    join companies home on home.id = u.company_id,
    lateral (select home.kind = 'provider' and (u.role = 1 or u.is_switch_eligible) as may_switch) eligible
    where s.token_hash = p_token_hash and s.expires_at > p_now and s.last_seen_at > p_idle_since
      and u.is_active and c.status = 'active' and home.status = 'active'
      and (s.company_id = u.company_id or (s.home_expires_at is not null and may_switch and c.kind = 'customer'));
  end;

-- The stamp of a session that has neither ended nor idled. Runs at every request: as long as the stamp is the same,
-- find_session would return the same.
create function session_stamp(p_token_hash bytea, p_now timestamptz, p_idle_since timestamptz) returns text
  language sql stable security definer
  begin atomic
    select stamp::text from sessions
    where token_hash = p_token_hash and expires_at > p_now and last_seen_at > p_idle_since;
  end;

-- Gives a changed session a new stamp.
create function give_stamp() returns trigger language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    new.stamp := nextval('session_stamps');
    return new;
  end
  $$;
create trigger sessions_change_stamp
  before update of token_hash, user_id, company_id, expires_at, home_expires_at, proved_at on sessions for each row execute function give_stamp();
comment on trigger sessions_change_stamp on sessions is
  'Cache: a changed session has a new stamp; its last use is no change.';

-- Gives the sessions of one user, or at one company, new stamps, in the transaction of what they depend on.
create function give_stamps() returns trigger language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    if tg_table_name = 'companies' then
      update sessions set stamp = nextval('session_stamps')
      where company_id = new.id or user_id in (select id from users where company_id = new.id);
    elsif tg_table_name = 'users' then
      update sessions set stamp = nextval('session_stamps') where user_id = new.id;
    else
      update sessions set stamp = nextval('session_stamps') where user_id in (new.user_id, old.user_id);
    end if;
    return null;
  end
  $$;
create trigger users_change_stamps after update on users
  for each row when (old is distinct from new) execute function give_stamps();
create trigger companies_change_stamps after update on companies
  for each row when (old is distinct from new) execute function give_stamps();
create trigger factors_change_stamps after insert or update or delete on factors
  for each row execute function give_stamps();
comment on trigger users_change_stamps on users is 'Cache: sessions of a changed user have new stamps.';
comment on trigger companies_change_stamps on companies is
  'Cache: sessions at a changed company, and of its users, have new stamps.';
comment on trigger factors_change_stamps on factors is 'Cache: sessions of a user with changed factors have new stamps.';

-- How many audit entries after a given one name the user. Every change makes one in its transaction, so a replica with as
-- many has all of the user's changes (OPS-8). Owner's rights: the user may have made them for another company.
create function entries_of_user(p_user_id bigint, p_after bigint) returns bigint
  language sql stable security definer
  begin atomic
    select count(*) from audit_log where user_id = p_user_id and id > p_after;
  end;

-- Records that a session was used.
create function touch_session(p_token_hash bytea, p_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$ update sessions set last_seen_at = p_now where token_hash = p_token_hash and last_seen_at < p_now $$;

-- Ends one session.
create function end_session(p_token_hash bytea)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$ delete from sessions where token_hash = p_token_hash $$;

-- Ends all sessions of a user (AUTH-8).
create function end_sessions_of_user() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    delete from sessions where user_id = new.id;
    delete from factor_challenges where user_id = new.id;
    return null;
  end
  $$;
create trigger users_end_sessions after update of password_hash, is_active, company_id on users
  for each row when (old.password_hash is distinct from new.password_hash or old.is_active and not new.is_active
    or old.company_id <> new.company_id)
  execute function end_sessions_of_user();
comment on trigger users_end_sessions on users is
  'Guard: sessions end when the password changes, the user is deactivated or the company changes.';

-- A user's language. A function, because a user who acts for a customer cannot see their own row (UX-5).
create function language_of(p_user_id bigint) returns text
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select language from users where id = p_user_id $$;

-- Stores the language of a session's user.
create function set_language(p_token_hash bytea, p_language text) returns void
  language sql security definer set search_path = pg_catalog, public
  as $$
    update users u set language = p_language from sessions s where s.token_hash = p_token_hash and u.id = s.user_id
  $$;

-- Counts one attempt for every key and returns the seconds to wait, or 0 if the attempt is allowed.
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

-- Writes a denial or a failed sign-in to the audit log. Called on its own connection, so that a rollback does not undo
-- it.
create function record_refusal(p_user_id bigint, p_user_email text, p_company_id bigint, p_is_switched boolean,
  p_action text, p_after jsonb, p_request_id text, p_service_key_id bigint default null, p_service_key_name text default null)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    insert into audit_log (user_id, user_email, company_id, is_switched, action, after, request_id, service_key_id,
      service_key_name)
    values (p_user_id, p_user_email, p_company_id, p_is_switched, p_action, p_after, p_request_id, p_service_key_id,
      p_service_key_name)
  $$;

revoke execute on function find_credentials, open_session, exchange_session, find_session, touch_session, end_session,
  session_stamp, give_stamp, give_stamps, entries_of_user, end_sessions_of_user, language_of, set_language, take_attempt, record_refusal from public;
grant execute on function find_session, session_stamp, touch_session, entries_of_user, language_of, set_language
  to portal_customer, portal_staff;
grant execute on function find_credentials, open_session, exchange_session, find_session, end_session, take_attempt,
  record_refusal to portal_gate;
