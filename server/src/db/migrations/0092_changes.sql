-- What changed since: programs that keep a copy of lists read on from where they were (INTEG-2, decision 60).

-- The transaction of a record's last change. Rows from before have the lowest number.
alter table cards add column changed_xid xid8 not null default '0';
alter table transactions add column changed_xid xid8 not null default '0';
alter table invoices add column changed_xid xid8 not null default '0';
alter table settlements add column changed_xid xid8 not null default '0';
alter table customers add column changed_xid xid8 not null default '0';
alter table cards alter column changed_xid set default pg_current_xact_id();
alter table transactions alter column changed_xid set default pg_current_xact_id();
alter table invoices alter column changed_xid set default pg_current_xact_id();
alter table settlements alter column changed_xid set default pg_current_xact_id();
alter table customers alter column changed_xid set default pg_current_xact_id();
grant select (changed_xid) on transactions to portal_customer;

-- A payment changes once, when it is reversed.
alter table settlements add column version int not null default 1;
alter table settlements add column updated_at timestamptz;
update settlements set updated_at = created_at;
update settlements s set version = 2, updated_at = greatest(s.created_at, r.created_at)
  from settlements r where r.reverses_id = s.id;
alter table settlements alter column updated_at set not null;
alter table settlements alter column updated_at set default now();

-- What a statement changed: the records of one list and company.
create table changes (
  kind text not null check (kind in ('cards', 'transactions', 'invoices', 'payments', 'customers')),
  xid xid8 not null default pg_current_xact_id(),
  company_id bigint not null,
  n bigint generated always as identity,
  noted_at timestamptz not null default clock_timestamp(),
  ids bigint[] not null,
  primary key (kind, xid, company_id, n)
);
create index changes_company on changes (kind, company_id, xid);
create index changes_noted on changes (noted_at, n);
alter table changes enable row level security;
grant select on changes to portal_customer, portal_staff;

-- Records that a company no longer has: deleted, or moved to another company.
create table changes_gone (
  kind text not null,
  record_id bigint not null,
  company_id bigint not null,
  is_deleted boolean not null,
  xid xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default now(),
  primary key (kind, record_id, company_id)
);
create index changes_gone_noted on changes_gone (noted_at);
alter table changes_gone enable row level security;
grant select on changes_gone to portal_customer, portal_staff;

-- Where the changes begin. Transaction numbers are only comparable within one cluster.
create table change_feed (
  is_only boolean primary key default true check (is_only),
  epoch text not null default gen_random_uuid(),
  cluster_id bigint not null default 0,
  covered_from timestamptz not null default now(),
  purged_xid xid8 not null default '0',
  untrusted_xid xid8 not null default '0'
);
insert into change_feed (cluster_id) select system_identifier from pg_control_system();

insert into secrets values ('list-cursors', sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
