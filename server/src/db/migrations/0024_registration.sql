-- Companies register themselves on the public page and wait for the provider's staff (COMP-7, AUTH-9).

-- What the challenges of the public form are signed with, the same in every process; no role reads the table itself.
insert into secrets values ('sign-up', sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
create function sign_up_secret() returns bytea language sql stable security definer
  begin atomic
    select value from secrets where name = 'sign-up';
  end;

-- A solved challenge is good once. What has run out is removed as the next one comes in; no role of the application touches the table.
create table used_challenges (
  signature text primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on used_challenges (expires_at);

-- The company list is searched by these, and the customers' by their numbers.
create index customers_email_search on customers using gin (email gin_trgm_ops);
create index customers_phone_search on customers using gin (phone gin_trgm_ops);

-- Who registered and waits is told so, once the password was right; so the door must see them too.
drop function find_credentials(text);
create function find_credentials(p_email text)
  returns table (user_id bigint, company_id bigint, password_hash text, is_waiting boolean)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
    select u.id, u.company_id, u.password_hash, c.status = 'waiting'
    from users u join companies c on c.id = u.company_id
    where u.email = lower(p_email) and u.is_active and c.status in ('active', 'waiting') and u.password_hash is not null
  $$;

-- Company, customer record, first Admin, mail and trail come about together or not at all. An address that somebody has already makes nothing new: its
-- owner gets a mail that says so, and the form gets the same answer (AUTH-9). The caller cannot know the owner's brand, so it brings that mail for each.
create function register_company(p jsonb, p_password_hash text, p_brand text, p_signature text, p_expires_at timestamptz, p_now timestamptz,
  p_received jsonb, p_taken jsonb, p_request_id text) returns text
  language plpgsql security definer set search_path = pg_catalog, public
  as $$
  declare
    v_company_id bigint;
    v_user_id bigint;
    v_owner record;
    v_mail jsonb;
  begin
    delete from used_challenges where expires_at < p_now;
    insert into used_challenges (signature, expires_at) values (p_signature, p_expires_at) on conflict do nothing;
    if not found then return 'replayed'; end if;
    begin
      insert into companies (kind, name, brand, status) values ('customer', p ->> 'name', p_brand, 'waiting') returning id into v_company_id;
      update customers set email = p ->> 'email', document_email = p ->> 'document_email', phone = p ->> 'phone', cont_name = p ->> 'cont_name',
        address1 = p ->> 'address1', address2 = p ->> 'address2', billing_country = p ->> 'billing_country', billing_state = p ->> 'billing_state',
        billing_city = p ->> 'billing_city', billing_zip_code = p ->> 'billing_zip_code', currency = p ->> 'currency', language = p ->> 'language'
      where company_id = v_company_id;
      insert into users (company_id, email, first_name, last_name, phone, country, state, city, role, password_hash)
      values (v_company_id, p ->> 'email', p ->> 'first_name', p ->> 'last_name', p ->> 'phone', p ->> 'billing_country', p ->> 'billing_state',
        p ->> 'billing_city', 1, p_password_hash)
      returning id into v_user_id;
      insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, next_attempt_at, created_at)
      values (v_company_id, 'registration', p_brand, p ->> 'email', p_received ->> 'subject', p_received ->> 'text', p_received ->> 'html', p_now, p_now);
      insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, after, request_id)
      values (v_user_id, p ->> 'email', v_company_id, 'registration.signUp', 'company', v_company_id, p ->> 'name', jsonb_build_object('status', 'waiting'),
        p_request_id);
      return 'received';
    exception when unique_violation then
      select u.company_id, u.email, c.brand into v_owner from users u join companies c on c.id = u.company_id where u.email = p ->> 'email';
      if not found then raise; end if;
    end;
    v_mail := p_taken -> v_owner.brand;
    insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, next_attempt_at, created_at)
    values (v_owner.company_id, 'registration', v_owner.brand, v_owner.email, v_mail ->> 'subject', v_mail ->> 'text', v_mail ->> 'html', p_now, p_now);
    insert into audit_log (user_email, action, after, request_id)
    values (p ->> 'email', 'registration.signUp', jsonb_build_object('reason', 'address in use'), p_request_id);
    return 'received';
  end
  $$;

revoke execute on function sign_up_secret(), find_credentials(text),
  register_company(jsonb, text, text, text, timestamptz, timestamptz, jsonb, jsonb, text) from public;
grant execute on function sign_up_secret(), find_credentials(text),
  register_company(jsonb, text, text, text, timestamptz, timestamptz, jsonb, jsonb, text) to portal_customer, portal_staff;
