-- The two roles of the application. They own nothing; row-level security and grants decide what each may do.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_customer') then create role portal_customer nologin; end if;
  if not exists (select from pg_roles where rolname = 'portal_staff') then create role portal_staff nologin; end if;
end
$$;

create extension if not exists pg_trgm;
revoke create on schema public from public;
grant usage on schema public to portal_customer, portal_staff;

-- The company a transaction acts for. A sub-select, so that the policy reads it once and keeps its indexes.
create function acting_company() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.company', true), '')::bigint $$;

create table companies (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('provider', 'customer')),
  name text not null check (length(name) between 1 and 200),
  company_number text generated always as (case kind when 'customer' then 'C' || lpad(id::text, greatest(5, length(id::text)), '0') end) stored,
  brand text not null default 'freshfuels' check (brand in ('freshfuels', 'combpetro', 'combinepetro', 'fleets')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  time_zone text not null default 'America/Toronto',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index companies_one_provider on companies (kind) where kind = 'provider';
create index companies_name on companies (name, id);
create index companies_name_search on companies using gin (name gin_trgm_ops);
alter table companies enable row level security;
create policy own on companies to portal_customer using (id = (select acting_company()));
create policy staff on companies to portal_staff using (true);
grant select on companies to portal_customer;
grant select, insert, update on companies to portal_staff;

create table users (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null,
  last_name text not null,
  middle text,
  phone text,
  phone2 text,
  dob date,
  address1 text,
  country text,
  state text,
  city text,
  postal_code text,
  role smallint not null check (role in (1, 2)),
  levels jsonb not null default '{}',
  is_switch_eligible boolean not null default false,
  is_active boolean not null default true,
  password_hash text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (email);
create index users_company on users (company_id, id);
alter table users enable row level security;
create policy own on users to portal_customer using (company_id = (select acting_company()));
create policy staff on users to portal_staff using (true);
-- The password's hash is reached only through the functions of sign-in.
grant select (id, company_id, email, first_name, last_name, middle, phone, phone2, dob, address1, country, state, city, postal_code, role, levels,
  is_switch_eligible, is_active, version, created_at, updated_at) on users to portal_customer, portal_staff;

-- Append-only. Rows are sealed into a hash chain by seal_audit, so that an edit, a removal or a re-ordering can be named.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  xid xid8 not null default pg_current_xact_id(),
  user_id bigint references users,
  user_email text,
  company_id bigint references companies,
  is_switched boolean not null default false,
  action text not null,
  record_type text,
  record_id bigint,
  record_label text,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_log_company on audit_log (company_id, id);
create index audit_log_user on audit_log (user_id, id);
create index audit_log_record on audit_log (record_type, record_id, id);
create index audit_log_unsealed on audit_log (xid, id);
alter table audit_log enable row level security;
create policy own on audit_log to portal_customer using (company_id = (select acting_company()));
create policy staff on audit_log to portal_staff using (true);
grant select, insert on audit_log to portal_customer, portal_staff;

-- An answer once given under an Idempotency-Key is given again (API-3). The insert is also the lock between two equal requests.
create table idempotency_keys (
  user_id bigint not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  company_id bigint not null references companies,
  endpoint text not null,
  body_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_company on idempotency_keys (company_id);
create index idempotency_keys_age on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
create policy own on idempotency_keys to portal_customer using (company_id = (select acting_company()));
create policy staff on idempotency_keys to portal_staff using (true);
grant select, insert, update on idempotency_keys to portal_customer, portal_staff;
grant delete on idempotency_keys to portal_staff;
