-- Addresses of a company's own programs, and what they want to hear of (INTEG-3, decision 61).
create table webhooks (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  events text[] not null check (cardinality(events) between 1 and 20 and array_to_string(events, ',') ~ '^[a-z.,]+$'),
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_because text check (paused_because in ('person', 'failing')),
  -- Every attempt failed since then.
  failing_since timestamptz,
  -- The last attempt failed or took long: such webhooks share some of the places.
  is_slow boolean not null default false,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  constraint webhooks_paused_check check ((status = 'paused') = (paused_because is not null))
);
create index webhooks_company on webhooks (company_id, created_at, id);
create index webhooks_url on webhooks (company_id, url, id);
create index webhooks_created_by on webhooks (created_by);
create index webhooks_active on webhooks (id) where status = 'active';
alter table webhooks enable row level security;
grant select, insert, update, delete on webhooks to portal_customer, portal_staff;

-- What signs a webhook's deliveries. After a rotation the former one signs too until it expires. No role reads it back: a
-- function answers those that still sign.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  company_id bigint not null references companies,
  secret text not null check (length(secret) between 40 and 200),
  expires_at timestamptz
);
create index webhook_secrets_webhook on webhook_secrets (webhook_id, id);
create index webhook_secrets_company on webhook_secrets (company_id);
alter table webhook_secrets enable row level security;
grant select (id, webhook_id, company_id, expires_at), insert (webhook_id, company_id, secret), update (expires_at), delete
  on webhook_secrets to portal_customer, portal_staff;

-- One for each webhook and event, with how its last attempt ended. A job sends them; the columns of its work are those of
-- every queue (migration 0043).
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  company_id bigint not null references companies,
  -- The company that it happened to: the webhook's own, or a customer of the provider.
  about_company_id bigint not null references companies,
  event text not null check (event ~ '^[a-z]+(\.[a-z]+)?$'),
  -- What happened, so that it is told once.
  source text not null check (length(source) between 1 and 80),
  occurred_at timestamptz not null,
  -- As text, so that it is sent again with the same bytes.
  data json not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Attempts before it was sent again by hand: the pauses count from there.
  attempts_before int not null default 0,
  next_attempt_at timestamptz not null,
  locked_until timestamptz,
  attempted_at timestamptz,
  duration_ms int,
  response_status int,
  answer text check (length(answer) <= 500),
  fault text check (length(fault) <= 1000),
  created_at timestamptz not null default now(),
  unique (webhook_id, event, source),
  constraint webhook_deliveries_claim_check check ((status = 'sending') = (locked_until is not null))
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where status in ('queued', 'sending');
create index webhook_deliveries_company on webhook_deliveries (company_id);
create index webhook_deliveries_about on webhook_deliveries (about_company_id);
create index webhook_deliveries_old on webhook_deliveries (created_at);
alter table webhook_deliveries enable row level security;
grant select, insert, update on webhook_deliveries to portal_customer, portal_staff;

-- The last seal of the audit log that the job read. What happened before this version is not told.
create table webhook_position (
  is_only boolean primary key default true check (is_only),
  seal_no bigint not null
);
insert into webhook_position (seal_no)
  select greatest((select coalesce(max(seal_no), 0) from audit_seals), (select coalesce(max(last_seal_no), 0) from audit_anchors));
alter table webhook_position enable row level security;
grant select, update (seal_no) on webhook_position to portal_staff;

-- The transaction that settled the last of an invoice, and the one that changed a card's status: the audit log has the same
-- number. Unknown for older ones.
alter table invoices add paid_in xid8;
create index invoices_paid_in on invoices (paid_in) where paid_in is not null;
alter table card_events add changed_in xid8;
alter table card_events alter changed_in set default pg_current_xact_id();
create index card_events_changed_in on card_events (changed_in) where kind = 'status' and changed_in is not null;
