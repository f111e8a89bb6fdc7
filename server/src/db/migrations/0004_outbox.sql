-- Mail that was promised. A row is written in the transaction of the change it tells of; a job sends it afterwards, so that a mail server that is
-- down costs nobody a request and a crash loses nothing.
create table outbox (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  kind text not null check (kind ~ '^[a-z][a-z-]{1,40}$'),
  brand text not null check (brand in ('freshfuels', 'combpetro', 'combinepetro', 'fleets')),
  -- A line break in either would begin a header of its own.
  to_address text not null check (length(to_address) between 3 and 254 and to_address !~ '[[:cntrl:]<>,;[:space:]]'),
  subject text not null check (length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  -- `{link}` in a body stands for the link below.
  text_body text not null,
  html_body text,
  -- A link that opens something for whoever holds it. It is kept apart from the bodies and forgotten once it is sent or worth nothing any more.
  link text,
  -- Files by reference; their content is read when the mail is sent.
  attachments jsonb,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'kept', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Until then the mail belongs to the worker that claimed it; afterwards that worker counts as dead.
  locked_until timestamptz,
  -- After this the mail says nothing true any more and is not sent.
  expires_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((status = 'sending') = (locked_until is not null))
);
create index outbox_company on outbox (company_id, id);
create index outbox_created on outbox (created_at, id);
create index outbox_address on outbox (to_address, id);
create index outbox_status on outbox (status, id);
create index outbox_due on outbox (next_attempt_at) where status in ('queued', 'sending');
create index outbox_links on outbox (expires_at) where link is not null;
alter table outbox enable row level security;
create policy own on outbox to portal_customer using (company_id = (select acting_company()));
create policy staff on outbox to portal_staff using (true);
-- A customer's request may promise a mail and ask what became of it; what is written in it, and the link, stay with the provider.
grant select (id, company_id, kind, to_address, subject, status, attempts, last_error, created_at, sent_at) on outbox to portal_customer;
grant insert on outbox to portal_customer;
grant select, insert, update on outbox to portal_staff;

-- One live link a person at most: asking anew takes the place of what was asked before. Only the token's hash is kept (AUTH-9).
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  outbox_id bigint not null references outbox,
  requested_at timestamptz not null
);
create index password_resets_outbox on password_resets (outbox_id);
create index password_resets_expiry on password_resets (expires_at);

-- Reset row, mail and trail are written together or not at all. The caller cannot know the person's brand, so it brings the mail for each of them.
-- An address that nobody has leaves a row in the trail too: the answer must not tell the two apart, not even by the time a commit takes.
create function open_password_reset(p_email text, p_token_hash bytea, p_now timestamptz, p_expires_at timestamptz, p_mails jsonb, p_request_id text)
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
    insert into outbox (company_id, kind, brand, to_address, subject, text_body, html_body, link, next_attempt_at, expires_at, created_at)
    values (v_user.company_id, 'password-reset', v_user.brand, v_user.email, v_mail ->> 'subject', v_mail ->> 'text', v_mail ->> 'html',
      v_mail ->> 'link', p_now, p_expires_at, p_now)
    returning id into v_outbox_id;
    update outbox set link = null, expires_at = p_now where id = (select outbox_id from password_resets where user_id = v_user.id);
    insert into password_resets (user_id, token_hash, expires_at, outbox_id, requested_at)
    values (v_user.id, p_token_hash, p_expires_at, v_outbox_id, p_now)
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null,
      outbox_id = excluded.outbox_id, requested_at = excluded.requested_at;
    insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, after, request_id)
    values (v_user.id, v_user.email, v_user.company_id, 'session.forgotPassword', 'users', v_user.id, v_user.email,
      jsonb_build_object('mail', v_outbox_id), p_request_id);
  end
  $$;

-- Sets the password if the token is alive, and answers whose it is now. The person's row is locked first, as above, so that asking and
-- redeeming never wait for each other in a circle; of two equal requests one gets through. The trigger on users ends every session (AUTH-8).
create function redeem_password_reset(p_token_hash bytea, p_password_hash text, p_now timestamptz, p_request_id text)
  returns table (email text) language plpgsql security definer set search_path = pg_catalog, public
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
    update users set password_hash = p_password_hash, version = version + 1, updated_at = p_now where id = v_user.id;
    update outbox set link = null where id = v_outbox_id;
    insert into audit_log (user_id, user_email, company_id, action, record_type, record_id, record_label, request_id)
    values (v_user.id, v_user.email, v_user.company_id, 'session.resetPassword', 'users', v_user.id, v_user.email, p_request_id);
    return query select v_user.email;
  end
  $$;

create or replace function remove_expired(p_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public
  as $$
    delete from sessions where expires_at < p_now;
    delete from throttles where resets_at < p_now;
    delete from idempotency_keys where created_at < p_now - interval '3 days';
    delete from password_resets where expires_at < p_now;
    update outbox set link = null where link is not null and expires_at < p_now;
  $$;

revoke execute on function open_password_reset(text, bytea, timestamptz, timestamptz, jsonb, text),
  redeem_password_reset(bytea, text, timestamptz, text) from public;
grant execute on function open_password_reset(text, bytea, timestamptz, timestamptz, jsonb, text),
  redeem_password_reset(bytea, text, timestamptz, text) to portal_customer, portal_staff;
