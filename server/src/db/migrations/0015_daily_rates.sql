-- A file of daily rates that was applied (RATE-3). What was wrong with one that was not is told by its import alone.
create table rate_uploads (
  id bigint generated always as identity primary key,
  import_id bigint not null unique references imports,
  provider_id bigint not null references fuel_providers,
  -- The first and the last day that the file has rates for.
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  rates_count int not null,
  sites_count int not null,
  -- How many of its rates another file has replaced since.
  superseded_count int not null default 0 check (superseded_count between 0 and rates_count),
  -- What somebody should look at: the first thousand are kept, all are counted.
  warnings jsonb not null default '[]',
  warnings_total int not null default 0,
  created_at timestamptz not null default now()
);
create index rate_uploads_provider on rate_uploads (provider_id, id);
alter table rate_uploads enable row level security;
create policy own on rate_uploads to portal_customer using (false);
create policy staff on rate_uploads to portal_staff using (true);
grant select, insert, update (superseded_count) on rate_uploads to portal_staff;

-- What a product costs at a site on a day, in the provider's unit and currency, before sales tax and with the taxes per unit inside. A later file for the day
-- replaces it: it stays, and is no longer current. The customers' role has no grant here: what the provider pays is the provider's own business.
create table daily_rates (
  id bigint generated always as identity primary key,
  provider_id bigint not null references fuel_providers,
  site_id bigint not null references sites,
  product text not null check (product in ('D1', 'D1W', 'RF', 'GAS', 'DEF', 'OIL', 'OTH', 'CSH', 'FEE')),
  day date not null,
  price_e4 bigint not null check (price_e4 > 0),
  -- At the pump, with tax.
  retail_e4 bigint check (retail_e4 > 0),
  currency text not null check (currency in ('CAD', 'USD')),
  unit text not null check (unit in ('L', 'GAL')),
  upload_id bigint not null references rate_uploads,
  -- The row of the file it stands in.
  row_no int not null,
  is_current boolean not null default true,
  -- The same as a word, for the filter of the list.
  state text not null generated always as (case when is_current then 'current' else 'replaced' end) stored
);
-- One rate in force a site, product and day; read backwards it answers 'this day's, or the last one before'.
create unique index daily_rates_current on daily_rates (site_id, product, day) where is_current;
create index daily_rates_site on daily_rates (site_id, product, day desc);
create index daily_rates_provider on daily_rates (provider_id, day);
create index daily_rates_upload on daily_rates (upload_id);
alter table daily_rates enable row level security;
create policy own on daily_rates to portal_customer using (false);
create policy staff on daily_rates to portal_staff using (true);
-- A rate that a price came from is neither changed nor deleted; it only stops being current.
grant select, insert, update (is_current) on daily_rates to portal_staff;
