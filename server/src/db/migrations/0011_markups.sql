create extension if not exists btree_gist;

-- Whose cards and sites are used. Prices of a provider are in one unit and one currency, and so are the markups on them.
create table fuel_providers (
  id bigint primary key,
  name text not null unique,
  -- How the provider is spelt in the files that come from it.
  code text not null unique,
  unit text not null check (unit in ('L', 'GAL')),
  currency text not null check (currency in ('CAD', 'USD'))
);
insert into fuel_providers (id, name, code, unit, currency) values
  (1, 'Esso', 'ESSO', 'L', 'CAD'),
  (2, 'Suncore', 'SUNCORE', 'L', 'CAD'),
  (3, 'Comdata', 'COMDATA', 'GAL', 'USD'),
  (4, 'Pipeline', 'PIPELINE', 'L', 'CAD'),
  (5, 'TA-Petro', 'TAPetro', 'GAL', 'USD');
alter table fuel_providers enable row level security;
create policy own on fuel_providers to portal_customer using (true);
create policy staff on fuel_providers to portal_staff using (true);
grant select on fuel_providers to portal_staff;

-- What a customer pays on top of a provider's price, from one day to another, both included; without a to_date it holds on (MARK-5).
-- Nothing that a price came from is deleted: a markup that should never have been becomes inactive.
create table markups (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  fuel_provider_id bigint not null references fuel_providers,
  markup_value_e4 bigint not null check (markup_value_e4 between 0 and 99999999),
  from_date date not null,
  to_date date check (to_date >= from_date),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One active markup a customer, provider and day, whatever the application should think.
  constraint markups_never_overlap exclude using gist (company_id with =, fuel_provider_id with =, daterange(from_date, to_date, '[]') with &&)
    where (status = 'ACTIVE')
);
create index markups_company on markups (company_id, fuel_provider_id, from_date);
create index markups_provider on markups (fuel_provider_id, id);
alter table markups enable row level security;
create policy own on markups to portal_customer using (company_id = (select acting_company()));
create policy staff on markups to portal_staff using (true);
-- What a customer pays on top is the provider's own business: the customers' role has no grant here.
grant select, insert, update on markups to portal_staff;
