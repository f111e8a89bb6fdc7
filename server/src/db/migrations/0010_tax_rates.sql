-- Tax rates with the days they hold (RATE-4). They decide what is billed and are the provider's alone: customers have no grant here, and what a
-- transaction was taxed with is kept with it. A few hundred rows, so that any order is sorted in memory.
create extension if not exists btree_gist;
create table tax_rates (
  id bigint generated always as identity primary key,
  -- By ISO 3166, as the places are: CA, CA-ON, US, US-TX.
  jurisdiction text not null check (jurisdiction ~ '^(CA|US)(-[A-Z]{2})?$'),
  -- Where a local tax is taken, within the province.
  region text check (region ~ '^[A-Z]{2}-[A-Za-z]{2,40}$'),
  product_class text not null check (product_class in ('diesel', 'gasoline', 'reefer', 'merchandise', 'cash', 'fee')),
  tax text not null check (tax in ('FET', 'PFT', 'PCT', 'Local', 'GST', 'HST', 'PST', 'QST')),
  kind text not null check (kind = case when tax in ('FET', 'PFT', 'PCT', 'Local') then 'per_unit' else 'ad_valorem' end),
  -- Money per unit in millionths, or a percentage in thousandths of a per cent.
  rate_e6 bigint check (rate_e6 between 0 and 100000000),
  rate_e5 bigint check (rate_e5 between 0 and 100000),
  unit text check (unit in ('L', 'GAL')),
  from_date date not null,
  -- The last day; null while no end is known.
  to_date date check (to_date >= from_date),
  -- By then somebody should look whether what was announced came true.
  review_date date,
  source text not null check (length(source) between 1 and 200),
  -- From the file that comes with the product, and changed by its next edition. What people added never is.
  is_shipped boolean not null default false,
  created_at timestamptz not null default now(),
  check ((kind = 'per_unit') = (rate_e6 is not null and unit is not null) and (kind = 'ad_valorem') = (rate_e5 is not null)),
  -- One rate a tax and day. It may wait for the end of a transaction, for the load of an edition that moves several rows.
  constraint tax_rates_no_overlap exclude using gist (
    jurisdiction with =, (coalesce(region, '')) with =, product_class with =, tax with =, daterange(from_date, to_date, '[]') with &&
  ) deferrable initially immediate
);
create unique index tax_rates_start on tax_rates (jurisdiction, coalesce(region, ''), product_class, tax, from_date);
alter table tax_rates enable row level security;
create policy own on tax_rates to portal_customer using (false);
create policy staff on tax_rates to portal_staff using (true);
grant select, insert, update (to_date) on tax_rates to portal_staff;
