-- People are added, changed and removed by those who may (USER-1 to USER-7).

-- Who did something stays on record, and so does the row that the trail points at. What is left of a person who was deleted is an empty row that
-- nobody sees: the two policies leave it out of every list, count and search.
alter table users add deleted_at timestamptz;
grant select (deleted_at) on users to portal_customer, portal_staff;
alter policy own on users using (company_id = (select acting_company()) and deleted_at is null);
alter policy staff on users using (deleted_at is null);
create index users_first_name on users (first_name, id);
create index users_last_name on users (last_name, id);

-- Within the policies' reach a customer's role writes people of its own company alone. Nobody is moved to another company, and only the provider's
-- side can say who may switch accounts. The password stays behind the functions below.
grant insert (company_id, email, first_name, last_name, phone, country, state, city, role, levels, is_active) on users to portal_customer, portal_staff;
grant update (role, levels, is_active) on users to portal_customer, portal_staff;
grant insert (is_switch_eligible), update (is_switch_eligible) on users to portal_staff;

-- What runs with the owner's rights passes the policies by, so it asks their question itself.
create function is_in_scope(p_company_id bigint) returns boolean language sql stable set search_path = pg_catalog, public
  as $$
    select p_company_id = acting_company() or exists (select from companies where id = acting_company() and kind = 'provider')
  $$;

-- A link to choose a password is good for the mailbox it was sent to, and for no password that was set since.
create function forget_reset_links(p_user_id bigint) returns void language sql set search_path = pg_catalog, public
  as $$
    update outbox set link = null, expires_at = now()
    where link is not null and id = (select outbox_id from password_resets where user_id = p_user_id);
    delete from password_resets where user_id = p_user_id;
  $$;
create function forget_links_of_moved_user() returns trigger language plpgsql security definer set search_path = pg_catalog, public
  as $$ begin perform forget_reset_links(new.id); return null; end $$;
create trigger users_forget_links after update of email on users
  for each row when (old.email <> new.email) execute function forget_links_of_moved_user();

-- The trigger on users ends every session of the person in the same moment (AUTH-8).
create function set_password(p_user_id bigint, p_password_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    update users set password_hash = p_password_hash where id = p_user_id and deleted_at is null and is_in_scope(company_id);
    if not found then return false; end if;
    perform forget_reset_links(p_user_id);
    return true;
  end
  $$;

-- Takes everything that tells of the person out of the row, and answers where their picture lies, so that its content can go too.
create function erase_user(p_user_id bigint) returns table (storage_key text)
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    if not exists (select from users where id = p_user_id and deleted_at is null and is_in_scope(company_id)) then return; end if;
    perform forget_reset_links(p_user_id);
    delete from sessions where user_id = p_user_id;
    delete from idempotency_keys where user_id = p_user_id;
    update users set email = 'deleted-' || id || '@deleted.invalid', first_name = 'Deleted', last_name = 'User', middle = null, phone = null,
      phone2 = null, dob = null, address1 = null, country = null, state = null, city = null, postal_code = null, role = 2, levels = '{}',
      is_switch_eligible = false, is_active = false, password_hash = null, deleted_at = now(), version = version + 1, updated_at = now()
    where id = p_user_id;
    return query delete from files f where f.owner_type = 'user' and f.owner_id = p_user_id returning f.storage_key;
  end
  $$;

-- Somebody new chooses their password by a link (USER-7). It is redeemed as the link of a forgotten password is; the mail is the company's brand's.
create function open_invitation(p_user_id bigint, p_token_hash bytea, p_now timestamptz, p_expires_at timestamptz, p_mails jsonb)
  returns bigint language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_user record;
    v_mail jsonb;
    v_outbox_id bigint;
  begin
    select u.id, u.email, u.company_id, c.brand into v_user
    from users u join companies c on c.id = u.company_id
    where u.id = p_user_id and u.deleted_at is null and is_in_scope(u.company_id)
    for no key update of u;
    if not found then return null; end if;
    v_mail := p_mails -> v_user.brand;
    perform forget_reset_links(p_user_id);
    insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, link, next_attempt_at, expires_at, created_at)
    values (v_user.company_id, 'invitation', v_user.brand, v_user.email, v_mail ->> 'subject', v_mail ->> 'text', v_mail ->> 'html',
      v_mail ->> 'link', p_now, p_expires_at, p_now)
    returning id into v_outbox_id;
    insert into password_resets (user_id, token_hash, expires_at, outbox_id, requested_at)
    values (v_user.id, p_token_hash, p_expires_at, v_outbox_id, p_now);
    return v_outbox_id;
  end
  $$;

revoke execute on function is_in_scope(bigint), forget_reset_links(bigint), forget_links_of_moved_user(), set_password(bigint, text), erase_user(bigint),
  open_invitation(bigint, bytea, timestamptz, timestamptz, jsonb) from public;
grant execute on function set_password(bigint, text), erase_user(bigint), open_invitation(bigint, bytea, timestamptz, timestamptz, jsonb)
  to portal_customer, portal_staff;
