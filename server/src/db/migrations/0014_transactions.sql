-- Where fuel was bought. Site numbers are kept without leading zeros; a region is where a local tax is taken.
create table sites (
  id bigint generated always as identity primary key,
  provider_id bigint not null references fuel_providers,
  site_number text not null check (length(site_number) between 1 and 40),
  name text,
  city text,
  province text check (province ~ '^[A-Z]{2}$'),
  tax_region text,
  latitude float8,
  longitude float8,
  unique (provider_id, site_number)
);
alter table sites enable row level security;
create policy own on sites to portal_customer using (true);
create policy staff on sites to portal_staff using (true);
grant select on sites to portal_customer;
grant select, insert, update on sites to portal_staff;
grant select on fuel_providers to portal_customer;

-- One stop at the pump (TXN-4). The holder is the card's at that moment and never changes afterwards. Times are the site's own, without a zone.
create table transactions (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  -- One of the five, who are never deleted: an index to follow it by would cost every import and serve nobody.
  provider_id bigint check (provider_id between 1 and 5),
  -- The code without a product suffix.
  authentication_id text not null check (length(authentication_id) between 1 and 60),
  txn_at timestamp not null,
  card_id bigint references cards,
  card_number text,
  site_id bigint references sites,
  site_number text,
  location text,
  province text check (province ~ '^[A-Z]{2}$'),
  currency text not null check (currency in ('CAD', 'USD')),
  -- Always the sum of its lines (M2); what the provider's file said beside it.
  amount_cents bigint not null,
  file_amount_cents bigint,
  -- As the file or the person had them; the card's own may have changed since.
  driver_name text,
  vehicle text,
  odometer text,
  trip_number text,
  source text not null check (source in ('import', 'manual', 'fee')),
  import_id bigint references imports,
  -- Its original, where it is a reversal; who deletes looks here first.
  reverses_id bigint,
  -- What must be looked at before it is billed, and what happened against a rule.
  flags text[] not null default '{}',
  exceptions text[] not null default '{}',
  accepted_at timestamptz,
  -- Set by a billing run; from then on nothing of it changes (TXN-13).
  invoice_id bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index transactions_time on transactions (txn_at, id);
create index transactions_company on transactions (company_id, txn_at, id);
create index transactions_card on transactions (card_id, txn_at);
create index transactions_code on transactions (authentication_id, id);
create index transactions_import on transactions (import_id);
create index transactions_reverses on transactions (reverses_id) where reverses_id is not null;
create index transactions_unbilled on transactions (company_id, currency, txn_at) where invoice_id is null;
create index transactions_review on transactions (txn_at, id) where invoice_id is null and flags <> '{}' and accepted_at is null;
alter table transactions set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table transactions enable row level security;
create policy own on transactions to portal_customer using (company_id = (select acting_company()));
create policy staff on transactions to portal_staff using (true);
grant select on transactions to portal_customer;
grant select, insert, update, delete on transactions to portal_staff;

-- A product of a stop, with what the file said, what is billed, and what the billed price came from: the rate, the markup and the tax rows by id and
-- value, so that one function replays it to the cent whatever is corrected later (RATE-4).
create table transaction_lines (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references transactions on delete cascade,
  company_id bigint not null references companies,
  n smallint not null,
  dtl_auth_id text not null,
  product text not null check (product in ('D1', 'D1W', 'RF', 'GAS', 'DEF', 'OIL', 'OTH', 'CSH', 'FEE')),
  product_description text,
  unit text check (unit in ('L', 'GAL')),
  quantity_milli bigint not null,
  file_price_e4 bigint not null,
  retail_e4 bigint,
  file_amount_cents bigint not null,
  -- Billed: price per unit before sales tax, and the amounts.
  price_e4 bigint not null,
  price_unit text check (price_unit in ('L', 'GAL')),
  price_quantity_milli bigint not null,
  pre_cents bigint not null,
  gst_cents bigint not null default 0,
  hst_cents bigint not null default 0,
  pst_cents bigint not null default 0,
  qst_cents bigint not null default 0,
  amount_cents bigint not null,
  discount_cents bigint,
  fet_e6 bigint not null default 0,
  pft_e6 bigint not null default 0,
  pct_e6 bigint not null default 0,
  local_e6 bigint not null default 0,
  formula smallint not null,
  rate_id bigint,
  rate_date date,
  rate_price_e4 bigint,
  rate_retail_e4 bigint,
  markup_id bigint references markups,
  markup_value_e4 bigint,
  is_capped_at_retail boolean not null default false,
  tax_row_ids bigint[] not null default '{}',
  rate_day_tax_row_ids bigint[] not null default '{}',
  flags text[] not null default '{}',
  warnings text[] not null default '{}',
  sales_type text,
  misc text,
  tran_no text,
  broken_name text,
  -- The row of the file as it came, by its headers.
  raw jsonb,
  -- Manual lines are billed as typed.
  is_manual boolean not null default false,
  check (amount_cents = pre_cents + gst_cents + hst_cents + pst_cents + qst_cents)
);
create unique index transaction_lines_place on transaction_lines (transaction_id, n);
create index transaction_lines_company on transaction_lines (company_id);
create index transaction_lines_markup on transaction_lines (markup_id);
alter table transaction_lines enable row level security;
create policy own on transaction_lines to portal_customer using (company_id = (select acting_company()));
create policy staff on transaction_lines to portal_staff using (true);
-- What a price came from is the provider's own business; a customer reads what it is billed.
grant select (id, transaction_id, company_id, n, dtl_auth_id, product, product_description, unit, quantity_milli, retail_e4, price_e4, price_unit,
  price_quantity_milli, pre_cents, gst_cents, hst_cents, pst_cents, qst_cents, amount_cents, discount_cents, fet_e6, pft_e6, pct_e6, local_e6, sales_type,
  misc, tran_no, broken_name) on transaction_lines to portal_customer;
grant select, insert, update, delete on transaction_lines to portal_staff;

-- The identity of an imported line: never booked twice, whatever file it comes in (I2). Two real equal lines of a stop are told apart by occurrence,
-- a reversal from its original by sign.
create table transaction_identities (
  provider_id bigint not null references fuel_providers,
  authentication_id text not null,
  txn_date date not null,
  product text not null,
  sign smallint not null check (sign in (-1, 1)),
  occurrence smallint not null,
  transaction_id bigint not null references transactions on delete cascade,
  file_amount_cents bigint not null,
  quantity_milli bigint not null,
  primary key (provider_id, authentication_id, txn_date, product, sign, occurrence)
);
create index transaction_identities_transaction on transaction_identities (transaction_id);
alter table transaction_identities enable row level security;
create policy own on transaction_identities to portal_customer using (false);
create policy staff on transaction_identities to portal_staff using (true);
grant select, insert, delete on transaction_identities to portal_staff;

-- Stops whose card is unknown, closed or not assigned, with the rows they came in; released when the card is in order (I8).
create table quarantine (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  import_id bigint not null references imports,
  provider_id bigint not null references fuel_providers,
  authentication_id text not null,
  txn_at timestamp not null,
  card_number text not null,
  reason text not null check (reason in ('unknown', 'closed', 'unassigned')),
  amount_cents bigint not null,
  currency text not null check (currency in ('CAD', 'USD')),
  row_count int not null,
  -- The staged lines, to be booked as they stand.
  lines jsonb not null,
  released_at timestamptz,
  released_by bigint references users on delete set null,
  transaction_id bigint references transactions on delete set null,
  created_at timestamptz not null default now(),
  unique (provider_id, authentication_id, txn_at, card_number)
);
create index quarantine_open on quarantine (id) where released_at is null;
create index quarantine_company on quarantine (company_id);
create index quarantine_import on quarantine (import_id);
create index quarantine_card on quarantine (card_number);
create index quarantine_released_by on quarantine (released_by);
create index quarantine_transaction on quarantine (transaction_id);
create index transactions_site on transactions (site_id);
alter table quarantine enable row level security;
create policy own on quarantine to portal_customer using (false);
create policy staff on quarantine to portal_staff using (true);
grant select, insert, update on quarantine to portal_staff;
