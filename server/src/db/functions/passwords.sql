-- Passwords, and the links for choosing one. No role can read the hashes; only the gate can set one or open a link (SEC-4).

-- Invalidates a link that may still be in the user's mailbox.
create function forget_reset_links(p_user_id bigint) returns void language sql set search_path = pg_catalog, public
  as $$
    update outbox set link = null, expires_at = now()
    where link is not null and id = (select outbox_id from password_resets where user_id = p_user_id);
    delete from password_resets where user_id = p_user_id;
  $$;

-- A link is only valid for the mailbox it was sent to, so it ends when the address changes.
create function forget_links_of_moved_user() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public
  as $$ begin perform forget_reset_links(new.id); return null; end $$;
create trigger users_forget_links after update of email on users
  for each row when (old.email <> new.email) execute function forget_links_of_moved_user();
comment on trigger users_forget_links on users is 'Guard: a password link ends when the e-mail address changes.';

-- Makes a password ready for a user, or for one who is about to be created with an address. With the old hash it
-- replaces only that one: of two concurrent changes, the second fails.
create function prepare_password(p_ticket uuid, p_user_id bigint, p_email text, p_old_hash text, p_password_hash text)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    delete from prepared_credentials where prepared_at < now() - interval '5 minutes';
    insert into prepared_credentials (ticket, user_id, email, old_hash, password_hash)
    values (p_ticket, p_user_id, p_email, p_old_hash, p_password_hash);
  $$;

-- Makes the link ready that invites a new user to choose a password (USER-7).
create function prepare_invitation(p_ticket uuid, p_email text, p_token_hash bytea, p_expires_at timestamptz,
  p_mails jsonb)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    delete from prepared_credentials where prepared_at < now() - interval '5 minutes';
    insert into prepared_credentials (ticket, email, token_hash, token_expires_at, mails)
    values (p_ticket, p_email, p_token_hash, p_expires_at, p_mails);
  $$;

-- What was made ready for a user within the last minutes, once. What is for a new user serves only one without a
-- password.
create function take_prepared(p_ticket uuid, p_user users) returns prepared_credentials
  language sql set search_path = pg_catalog, public
  as $$
    delete from prepared_credentials
    where ticket = p_ticket and prepared_at > now() - interval '5 minutes' and p_user.deleted_at is null
      and (user_id = p_user.id or email = p_user.email and p_user.password_hash is null)
      and (old_hash is null or old_hash = p_user.password_hash and p_user.is_active)
    returning *
  $$;

-- Sets the password that was made ready, within the caller's company or as the provider. The caller chooses no hash.
create function use_password(p_ticket uuid, p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_user users;
    v_ready prepared_credentials;
  begin
    select * into v_user from users where id = p_user_id and is_in_scope(company_id) for no key update;
    if found then v_ready := take_prepared(p_ticket, v_user); end if;
    if v_ready.password_hash is null then return false; end if;
    -- Who gave the old password chose the new one (SEC-6).
    update users set password_hash = v_ready.password_hash, updated_at = now(),
      must_change_password = must_change_password and v_ready.old_hash is null
    where id = p_user_id;
    perform forget_reset_links(p_user_id);
    return true;
  end
  $$;

-- Writes the link, the e-mail and the audit entry together. The caller does not know the user's brand, so it passes an
-- e-mail for each brand. An unknown address also gets an audit entry, so that both cases take the same time (AUTH-9).
create function open_password_reset(p_email text, p_token_hash bytea, p_now timestamptz, p_expires_at timestamptz,
  p_mails jsonb, p_request_id text)
  returns void language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_user record;
    v_mail jsonb;
    v_outbox_id bigint;
  begin
    select u.id, u.email, u.company_id, c.brand into v_user
    from users u join companies c on c.id = u.company_id
    where u.email = lower(p_email) and u.is_active and c.status = 'active'
    for no key update of u;
    if not found then
      insert into audit_log (user_email, action, after, request_id)
      values (lower(p_email), 'session.forgotPassword', jsonb_build_object('reason', 'unknown address'), p_request_id);
      return;
    end if;
    v_mail := p_mails -> v_user.brand;
    insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, link, next_attempt_at,
      expires_at, created_at)
    values (v_user.company_id, 'password-reset', v_user.brand, v_user.email, v_mail ->> 'subject', v_mail ->> 'text',
      v_mail ->> 'html', v_mail ->> 'link', p_now, p_expires_at, p_now)
    returning id into v_outbox_id;
    update outbox set link = null, expires_at = p_now
      where id = (select outbox_id from password_resets where user_id = v_user.id);
    insert into password_resets (user_id, token_hash, expires_at, outbox_id, requested_at)
    values (v_user.id, p_token_hash, p_expires_at, v_outbox_id, p_now)
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at,
      used_at = null, outbox_id = excluded.outbox_id, requested_at = excluded.requested_at;
    insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, after,
      request_id)
    values (v_user.id, v_user.email, v_user.company_id, 'session.forgotPassword', 'users', v_user.id, v_user.email,
      jsonb_build_object('mail', v_outbox_id), p_request_id);
  end
  $$;

-- Whose link it is, so that their new password has none of their names (SEC-6).
create function find_reset_person(p_token_hash bytea, p_now timestamptz)
  returns table (names text[], email text, company text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select array[u.first_name, u.last_name], u.email, c.name
    from password_resets r join users u on u.id = r.user_id join companies c on c.id = u.company_id
    where r.token_hash = p_token_hash and r.used_at is null and r.expires_at > p_now
  $$;

-- Sets the password if the link is valid, and returns its user. Locks the user's row first, like open_password_reset,
-- to avoid deadlocks. Of two equal requests one succeeds.
create function redeem_password_reset(p_token_hash bytea, p_password_hash text, p_now timestamptz, p_mails jsonb,
  p_request_id text)
  returns table (owner_id bigint, email text) language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_user users;
    v_outbox_id bigint;
  begin
    select u.* into v_user
    from password_resets r join users u on u.id = r.user_id join companies c on c.id = u.company_id
    where r.token_hash = p_token_hash and u.is_active and c.status = 'active'
    for no key update of u;
    update password_resets set used_at = p_now
    where user_id = v_user.id and token_hash = p_token_hash and used_at is null and expires_at > p_now
    returning outbox_id into v_outbox_id;
    if not found then
      insert into audit_log (action, after, request_id)
      values ('session.resetPassword', jsonb_build_object('reason', 'invalid link'), p_request_id);
      return;
    end if;
    update users set password_hash = p_password_hash, must_change_password = false, version = version + 1,
      updated_at = p_now where id = v_user.id;
    update outbox set link = null where id = v_outbox_id;
    perform queue_security_mail(v_user.id, p_mails, p_now);
    insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, request_id)
    values (v_user.id, v_user.email, v_user.company_id, 'session.resetPassword', 'users', v_user.id, v_user.email,
      p_request_id);
    return query select v_user.id, v_user.email;
  end
  $$;

-- Queues the invitation that was made ready for a new user. The link works like that of a forgotten password.
create function use_invitation(p_ticket uuid, p_user_id bigint, p_now timestamptz)
  returns bigint language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_user users;
    v_prepared prepared_credentials;
    v_brand text;
    v_mail jsonb;
    v_outbox_id bigint;
  begin
    select * into v_user from users where id = p_user_id and is_in_scope(company_id) for no key update;
    if not found then return null; end if;
    v_prepared := take_prepared(p_ticket, v_user);
    if v_prepared.token_hash is null then return null; end if;
    select brand into v_brand from companies where id = v_user.company_id;
    v_mail := v_prepared.mails -> v_brand;
    insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, link, next_attempt_at,
      expires_at, created_at)
    values (v_user.company_id, 'invitation', v_brand, v_user.email, v_mail ->> 'subject', v_mail ->> 'text',
      v_mail ->> 'html', v_mail ->> 'link', p_now, v_prepared.token_expires_at, p_now)
    returning id into v_outbox_id;
    insert into password_resets (user_id, token_hash, expires_at, outbox_id, requested_at)
    values (p_user_id, v_prepared.token_hash, v_prepared.token_expires_at, v_outbox_id, p_now);
    return v_outbox_id;
  end
  $$;

-- Erases a person: their row and every stored copy of their name become 'Former user' with the row's id, and what was
-- theirs alone is deleted (OPS-6). Returns where their files are stored, so that their content can be deleted too.
create function erase_user(p_user_id bigint) returns table (storage_key text)
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_user users;
    v_name text;
    v_former constant text := 'Former user ' || p_user_id;
  begin
    select * into v_user from users where id = p_user_id and deleted_at is null and is_in_scope(company_id);
    if not found then return; end if;
    v_name := v_user.first_name || ' ' || v_user.last_name;
    perform forget_reset_links(p_user_id);
    -- Mail for the person alone; documents mailed to the address are correspondence with the company.
    delete from outbox where to_address = v_user.email and status <> 'sending'
      and kind in ('invitation', 'password-reset', 'notification', 'security');
    update imports set user_name = v_former, user_email = null where user_id = p_user_id;
    update card_events set user_name = v_former where user_id = p_user_id;
    -- These have the name alone, so they change only if no other user has the same one.
    if not exists (select from users where first_name = v_user.first_name and last_name = v_user.last_name
      and id <> p_user_id and deleted_at is null) then
      update imports set explained_by = v_former where explained_by = v_name;
      update provider_statements set created_by = v_former where created_by = v_name;
      update provider_statements set explained_by = v_former where explained_by = v_name;
    end if;
    delete from list_views where user_id = p_user_id;
    delete from list_settings where user_id = p_user_id;
    delete from sessions where user_id = p_user_id;
    delete from known_devices where user_id = p_user_id;
    delete from throttles where key in ('strangers:' || v_user.email, 'forgot:' || v_user.email, 'forgot-day:' || v_user.email)
      or starts_with(key, 'stranger:' || v_user.email || ':');
    delete from factors where user_id = p_user_id;
    delete from recovery_codes where user_id = p_user_id;
    delete from factor_challenges where user_id = p_user_id;
    delete from idempotency_keys where user_id = p_user_id;
    delete from notifications where user_id = p_user_id;
    delete from notification_choices where user_id = p_user_id;
    update users set email = 'deleted-' || id || '@deleted.invalid', first_name = 'Former',
      last_name = 'user ' || id, language = null, middle = null, phone = null,
      phone2 = null, dob = null, address1 = null, country = null, state = null, city = null, postal_code = null,
      role = 2, levels = '{}',
      is_switch_eligible = false, is_active = false, must_change_password = false, password_hash = null,
      deleted_at = now(), version = version + 1, updated_at = now()
    where id = p_user_id;
    return query delete from files f where f.owner_type = 'user' and f.owner_id = p_user_id returning f.storage_key;
  end
  $$;

revoke execute on function forget_reset_links, forget_links_of_moved_user, prepare_password, prepare_invitation,
  take_prepared, use_password, use_invitation, open_password_reset,
  find_reset_person, redeem_password_reset, erase_user from public;
grant execute on function use_password, use_invitation, erase_user to portal_customer, portal_staff;
grant execute on function prepare_password, prepare_invitation, open_password_reset, find_reset_person,
  redeem_password_reset
  to portal_gate;
