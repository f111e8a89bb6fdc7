-- Keys of programs (INTEG-1). The application's roles cannot read their hashes.

-- What a key may do, as one JSON text; null if it opens nothing. Runs at every call of a key, like find_session.
create function find_service_key(p_key_hash bytea, p_now timestamptz) returns text
  language sql stable security definer
  begin atomic
    select json_build_object('user_id', u.id, 'email', u.email, 'first_name', u.first_name, 'last_name', u.last_name,
      'role', u.role, 'levels', u.levels, 'is_switch_eligible', false, 'home_company_id', c.id, 'company_id', c.id,
      'company_name', c.name, 'kind', c.kind, 'is_switched', false, 'expires_at', k.expires_at, 'home_expires_at', null,
      'service_key', json_build_object('id', k.id, 'name', k.name, 'scopes', k.scopes))::text
    from service_keys k
    join users u on u.id = k.user_id and u.company_id = k.company_id
    join companies c on c.id = k.company_id
    where (k.key_hash = p_key_hash or k.former_hash = p_key_hash and k.former_ends_at > p_now)
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now)
      and u.is_active and c.status = 'active';
  end;

-- Why a key opens nothing: revoked, expired (also by a rotation) or suspended with its maker; null if there is none.
create function service_key_refusal(p_key_hash bytea, p_now timestamptz) returns text
  language sql stable security definer
  begin atomic
    select case when revoked_at is not null then 'revoked'
      when expires_at <= p_now or former_hash = p_key_hash and former_ends_at <= p_now then 'expired' else 'suspended' end
    from service_keys where p_key_hash in (key_hash, former_hash);
  end;

-- Makes a key with its audit entry, and returns its id.
create function open_service_key(p_company_id bigint, p_user_id bigint, p_user_email text, p_name text, p_scopes text[],
  p_key_start text, p_key_hash bytea, p_now timestamptz, p_expires_at timestamptz, p_request_id text)
  returns bigint language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare v_id bigint;
  begin
    insert into service_keys (company_id, user_id, name, scopes, key_start, key_hash, created_at, expires_at)
    select p_company_id, u.id, p_name, p_scopes, p_key_start, p_key_hash, p_now, p_expires_at
    from users u where u.id = p_user_id and u.company_id = p_company_id and u.is_active
    returning id into strict v_id;
    insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, after, request_id)
    values (p_user_id, p_user_email, p_company_id, 'serviceKeys.create', 'service_key', v_id, p_name,
      jsonb_build_object('scopes', p_scopes, 'expires_at', p_expires_at), p_request_id);
    return v_id;
  end
  $$;

-- Gives a live key a new secret, with its audit entry. The former one works until the given time.
create function rotate_service_key(p_id bigint, p_user_id bigint, p_user_email text, p_key_hash bytea, p_now timestamptz,
  p_former_ends_at timestamptz, p_request_id text)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    update service_keys set key_hash = p_key_hash, former_hash = key_hash, former_ends_at = p_former_ends_at
    where id = p_id and user_id = p_user_id and revoked_at is null and (expires_at is null or expires_at > p_now);
    if not found then return false; end if;
    insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, after, request_id)
    select p_user_id, p_user_email, company_id, 'serviceKeys.rotate', 'service_key', id, name,
      jsonb_build_object('former_ends_at', p_former_ends_at), p_request_id
    from service_keys where id = p_id;
    return true;
  end
  $$;

-- Ends a key of the acting company; false if it has ended.
create function end_service_key(p_id bigint, p_now timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    update service_keys set revoked_at = p_now
    where id = p_id and company_id = acting_company() and revoked_at is null;
    return found;
  end
  $$;

-- Records that a live key was used, at most once a minute whatever the number of processes.
create function touch_service_key(p_key_hash bytea, p_now timestamptz, p_address text)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    update service_keys set last_used_at = p_now, last_used_from = p_address
    where p_key_hash in (key_hash, former_hash) and revoked_at is null and (expires_at is null or expires_at > p_now)
      and (last_used_at is null or last_used_at <= p_now - interval '1 minute')
  $$;

revoke execute on function find_service_key, service_key_refusal, open_service_key, rotate_service_key, end_service_key,
  touch_service_key from public;
grant execute on function find_service_key, service_key_refusal, end_service_key, touch_service_key
  to portal_customer, portal_staff;
grant execute on function open_service_key, rotate_service_key to portal_gate;
