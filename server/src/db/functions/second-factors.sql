-- The second factor, its challenges and a person's sessions. The application's roles cannot read these tables. What
-- returns secrets, opens or redeems something is for the gate alone (SEC-4).

-- Reports a change of a user's sign-in to their mailbox (SEC-2). The caller does not know the user's brand, so it passes an
-- e-mail for each.
create function queue_security_mail(p_user_id bigint, p_mails jsonb, p_now timestamptz) returns void
  language sql set search_path = pg_catalog, public
  as $$
    insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, next_attempt_at, created_at)
    select u.company_id, 'security', c.brand, u.email, p_mails -> c.brand ->> 'subject', p_mails -> c.brand ->> 'text',
      p_mails -> c.brand ->> 'html', p_now, p_now
    from users u join companies c on c.id = u.company_id where u.id = p_user_id
  $$;

-- Writes what a user did with their second factor to the audit log and, with `mails`, to their mailbox. `p_event` also has
-- `action`, `after`, `now` and `request_id`.
create function note_security(p_user_id bigint, p_event jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    if p_event ? 'mails' then
      perform queue_security_mail(p_user_id, p_event -> 'mails', (p_event ->> 'now')::timestamptz);
    end if;
    insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, after,
      request_id)
    select id, email, company_id, p_event ->> 'action', 'user', id, email, p_event -> 'after', p_event ->> 'request_id'
    from users where id = p_user_id;
  end
  $$;

-- A user's factors with what proves them.
create function factors_of(p_user_id bigint)
  returns table (id bigint, kind text, secret bytea, counter bigint, name text, credential_id text, rp_id text,
    transports text[], created_at timestamptz, confirmed_at timestamptz, last_used_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select id, kind, secret, counter, name, credential_id, rp_id, transports, created_at, confirmed_at, last_used_at
    from factors where user_id = p_user_id order by id
  $$;

-- How many recovery codes are unused.
create function recovery_codes_left(p_user_id bigint) returns int
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select count(*)::int from recovery_codes where user_id = p_user_id and used_at is null $$;

-- Opens a challenge and forgets the user's expired ones.
create function open_challenge(p_token_hash bytea, p_user_id bigint, p_purpose text, p_now timestamptz,
  p_expires_at timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    delete from factor_challenges where user_id = p_user_id and expires_at < p_now;
    insert into factor_challenges (token_hash, user_id, purpose, expires_at)
    values (p_token_hash, p_user_id, p_purpose, p_expires_at)
  $$;

-- Counts one try, before anything is checked. Returns the challenge's user, or no row if it is not open.
create function try_challenge(p_token_hash bytea, p_purpose text, p_limit int, p_now timestamptz)
  returns table (user_id bigint, company_id bigint)
  language sql security definer set search_path = pg_catalog, public
  as $$
    update factor_challenges c set tries = tries + 1 from users u
    where token_hash = p_token_hash and purpose = p_purpose and tries < p_limit and expires_at > p_now
      and u.id = c.user_id
    returning u.id, u.company_id
  $$;

-- Uses up what was shown to be right: a time step, a signature counter or a recovery code, with the challenge it answers.
-- Of two equal requests one succeeds. Nothing is used up if any part is gone.
create function spend_proof(p_user_id bigint, p_challenge bytea, p_factor_id bigint, p_counter bigint, p_recovery bytea,
  p_now timestamptz, p_event jsonb)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    if p_challenge is not null then
      perform from factor_challenges where token_hash = p_challenge and user_id = p_user_id and expires_at > p_now
        for update;
      if not found then return false; end if;
    end if;
    if p_recovery is not null then
      update recovery_codes set used_at = p_now
        where user_id = p_user_id and code_hash = p_recovery and used_at is null;
    else
      update factors set counter = p_counter, last_used_at = p_now
        where id = p_factor_id and user_id = p_user_id and confirmed_at is not null
          and (counter < p_counter or kind = 'passkey' and counter = 0 and p_counter = 0);
    end if;
    if not found then return false; end if;
    delete from factor_challenges where token_hash = p_challenge;
    if p_event is not null then perform note_security(p_user_id, p_event); end if;
    return true;
  end
  $$;

-- Records that the second factor was given in a session.
create function prove_session(p_token_hash bytea, p_now timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public
  as $$ update sessions set proved_at = p_now where token_hash = p_token_hash $$;

-- Replaces a user's recovery codes.
create function set_recovery_codes(p_user_id bigint, p_codes bytea[]) returns void
  language sql set search_path = pg_catalog, public
  as $$
    delete from recovery_codes where user_id = p_user_id;
    insert into recovery_codes (user_id, code_hash) select p_user_id, unnest(p_codes)
  $$;

-- Replaces the recovery codes of a user who has a second factor, and notes it.
create function renew_recovery_codes(p_user_id bigint, p_codes bytea[], p_event jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    perform from users where id = p_user_id for no key update;
    if not exists (select from factors where user_id = p_user_id and confirmed_at is not null) then return false; end if;
    perform set_recovery_codes(p_user_id, p_codes);
    perform note_security(p_user_id, p_event);
    return true;
  end
  $$;

-- Keeps an app's secret until its first code confirms it.
create function begin_totp(p_user_id bigint, p_secret bytea, p_now timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public
  as $$
    insert into factors (user_id, kind, secret, created_at) values (p_user_id, 'totp', p_secret, p_now)
    on conflict (user_id) where kind = 'totp' and confirmed_at is null
    do update set secret = excluded.secret, created_at = excluded.created_at
  $$;

-- The app is confirmed by a code of its own: it replaces an earlier one, and the recovery codes are new. The user's row
-- is the lock of their factors.
create function confirm_totp(p_user_id bigint, p_factor_id bigint, p_secret bytea, p_step bigint, p_codes bytea[],
  p_session bytea, p_now timestamptz, p_event jsonb)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    perform from users where id = p_user_id for no key update;
    perform from factors where id = p_factor_id and user_id = p_user_id and secret = p_secret and confirmed_at is null;
    if not found then return false; end if;
    delete from factors where user_id = p_user_id and kind = 'totp' and id <> p_factor_id;
    update factors set confirmed_at = p_now, last_used_at = p_now, counter = p_step where id = p_factor_id;
    perform set_recovery_codes(p_user_id, p_codes);
    perform prove_session(p_session, p_now);
    perform note_security(p_user_id, p_event);
    return true;
  end
  $$;

-- Adds a passkey, and recovery codes if it is the first factor. Returns whether the codes were stored, or null if the
-- challenge is gone or the passkey is known.
create function add_passkey(p_user_id bigint, p_challenge bytea, p_passkey jsonb, p_public_key bytea, p_codes bytea[],
  p_session bytea, p_now timestamptz, p_event jsonb)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_is_first boolean;
  begin
    perform from users where id = p_user_id for no key update;
    v_is_first := not exists (select from factors where user_id = p_user_id and confirmed_at is not null);
    delete from factor_challenges
      where token_hash = p_challenge and user_id = p_user_id and purpose = 'register' and expires_at > p_now;
    if not found then return null; end if;
    insert into factors (user_id, kind, secret, counter, name, credential_id, rp_id, transports, created_at, confirmed_at)
    values (p_user_id, 'passkey', p_public_key, (p_passkey ->> 'counter')::bigint, p_passkey ->> 'name',
      p_passkey ->> 'credential_id', p_passkey ->> 'rp_id',
      array(select jsonb_array_elements_text(p_passkey -> 'transports')), p_now, p_now)
    on conflict (credential_id) do nothing;
    if not found then return null; end if;
    -- An app that another session began to set up does not outlive the first factor.
    if v_is_first then
      delete from factors where user_id = p_user_id and confirmed_at is null;
      perform set_recovery_codes(p_user_id, p_codes);
    end if;
    perform prove_session(p_session, p_now);
    perform note_security(p_user_id, p_event);
    return v_is_first;
  end
  $$;

-- Gives a passkey another name. Returns the earlier one.
create function rename_passkey(p_user_id bigint, p_id bigint, p_name text, p_event jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_before text;
  begin
    select name into v_before from factors where id = p_id and user_id = p_user_id and kind = 'passkey' for update;
    if not found then return null; end if;
    update factors set name = p_name where id = p_id;
    perform note_security(p_user_id, p_event);
    return v_before;
  end
  $$;

-- Removes one passkey, or with a null id every factor. Recovery codes go with the last one.
create function remove_factors(p_user_id bigint, p_id bigint, p_event jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    perform from users where id = p_user_id for no key update;
    delete from factors where user_id = p_user_id and (p_id is null or id = p_id and kind = 'passkey');
    if not found then return false; end if;
    if not exists (select from factors where user_id = p_user_id and confirmed_at is not null) then
      delete from recovery_codes where user_id = p_user_id;
    end if;
    delete from factor_challenges where user_id = p_user_id;
    perform note_security(p_user_id, p_event);
    return true;
  end
  $$;

-- Whether a user has a second factor, for those who can see the user.
create function has_second_factor(p_user_id bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select exists (select from factors f join users u on u.id = f.user_id
      where f.user_id = p_user_id and f.confirmed_at is not null and is_in_scope(u.company_id))
  $$;

-- Removes another user's factors, within the caller's company or as the provider; their sessions end. Returns false if
-- there was none.
create function reset_factors(p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    perform from users where id = p_user_id and deleted_at is null and is_in_scope(company_id) for no key update;
    if not found then return false; end if;
    delete from factors where user_id = p_user_id;
    if not found then return false; end if;
    delete from recovery_codes where user_id = p_user_id;
    delete from factor_challenges where user_id = p_user_id;
    delete from sessions where user_id = p_user_id;
    return true;
  end
  $$;

-- Ends all sessions of another user, within the caller's company or as the provider. Returns how many there were.
create function end_sessions_in_scope(p_user_id bigint) returns int
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_ended int;
  begin
    delete from sessions s using users u where s.user_id = p_user_id and u.id = p_user_id and is_in_scope(u.company_id);
    get diagnostics v_ended = row_count;
    return v_ended;
  end
  $$;

-- A user's open sessions, without their hashes.
create function sessions_of(p_user_id bigint, p_token_hash bytea, p_now timestamptz, p_idle_since timestamptz)
  returns table (id bigint, user_agent text, address text, created_at timestamptz, last_seen_at timestamptz,
    is_current boolean, switched_to text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select s.id, s.user_agent, s.address, s.created_at, s.last_seen_at, s.token_hash = p_token_hash,
      case when s.home_expires_at is not null then c.name end
    from sessions s join companies c on c.id = s.company_id
    where s.user_id = p_user_id and s.expires_at > p_now and s.last_seen_at > p_idle_since
    order by s.token_hash = p_token_hash desc, s.last_seen_at desc, s.id
  $$;

-- Ends all sessions of a user but one.
create function end_other_sessions(p_user_id bigint, p_token_hash bytea)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$ delete from sessions where user_id = p_user_id and token_hash <> p_token_hash $$;

-- Ends one of a user's sessions.
create function end_session_of(p_user_id bigint, p_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$ begin delete from sessions where user_id = p_user_id and id = p_id; return found; end $$;

revoke execute on function queue_security_mail, note_security, factors_of, recovery_codes_left, open_challenge, try_challenge, spend_proof,
  prove_session, set_recovery_codes, renew_recovery_codes, begin_totp, confirm_totp, add_passkey, rename_passkey,
  remove_factors, has_second_factor, reset_factors, end_sessions_in_scope, sessions_of,
  end_other_sessions, end_session_of from public;
-- For the gate: these return secrets, redeem something or act on a user without a scope.
grant execute on function note_security, factors_of, recovery_codes_left, open_challenge, try_challenge, spend_proof, prove_session,
  renew_recovery_codes, begin_totp, confirm_totp, add_passkey, rename_passkey, remove_factors, sessions_of,
  end_other_sessions, end_session_of to portal_gate;
-- For requests: these check the scope.
grant execute on function has_second_factor, reset_factors, end_sessions_in_scope to portal_customer, portal_staff;
