-- What a person completes of a unit (CARE-1).
alter table units
  add make text check (length(make) between 1 and 60),
  add model_year smallint check (model_year between 1950 and 2100),
  add plate text check (length(plate) between 1 and 20),
  add constraint units_of_company unique (id, company_id);
grant update (make, model_year, plate) on units to portal_customer, portal_staff;

-- The purchases of a unit by time: its page, its economy and the list of units read from here. The text of
-- unit_number_of, because an index cannot depend on a function that migrating replaces.
create index transactions_unit on transactions (company_id, (nullif(upper(btrim(left(btrim(vehicle), 100))), '')), txn_at)
  where vehicle is not null;

-- How often a kind of service is due: by distance, by time, or by what comes first (CARE-2).
create table service_plans (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  -- Null for all units of the company that have no plan of their own for this kind.
  unit_id bigint,
  -- One of the portal's own kinds, or the company's own words.
  kind text not null check (length(kind) between 1 and 60),
  every_km int check (every_km between 100 and 1000000),
  every_months int check (every_months between 1 and 120),
  -- Without a service, time counts from this day.
  started_on date not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(every_km, every_months) > 0),
  foreign key (unit_id, company_id) references units (id, company_id)
);
create unique index service_plans_kind on service_plans (company_id, coalesce(unit_id, 0), lower(kind));
create index service_plans_unit on service_plans (unit_id, company_id);
alter table service_plans enable row level security;
grant select, insert (company_id, unit_id, kind, every_km, every_months, started_on),
  update (unit_id, kind, every_km, every_months, started_on, version, updated_at), delete
  on service_plans to portal_customer, portal_staff;

-- A service that was done.
create table services (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  unit_id bigint not null,
  kind text not null check (length(kind) between 1 and 60),
  day date not null,
  -- As read, in thousandths of the unit's own kilometres or miles.
  odometer_milli bigint check (odometer_milli between 0 and 999999999999),
  amount_cents bigint check (amount_cents >= 0),
  currency text check (currency in ('CAD', 'USD')),
  vendor text check (length(vendor) between 1 and 100),
  note text check (length(note) between 1 and 500),
  -- The purchase that it was accepted from. One purchase is one service at most.
  transaction_id bigint unique references transactions on delete set null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((amount_cents is null) = (currency is null)),
  foreign key (unit_id, company_id) references units (id, company_id)
);
create index services_company on services (company_id, day, id);
create index services_unit on services (unit_id, company_id, day, id);
create index services_day on services (day, id);
alter table services enable row level security;
grant select, insert (company_id, unit_id, kind, day, odometer_milli, amount_cents, currency, vendor, note, transaction_id),
  update (kind, day, odometer_milli, amount_cents, currency, vendor, note, version, updated_at), delete
  on services to portal_customer, portal_staff;

-- Purchases of oil, and of shop merchandise, that may be a service until a person decides.
create table service_proposals (
  transaction_id bigint primary key,
  company_id bigint not null,
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'dismissed')),
  decided_at timestamptz,
  foreign key (transaction_id, company_id) references transactions (id, company_id) on update cascade on delete cascade
);
create index service_proposals_open on service_proposals (company_id, transaction_id) where state = 'proposed';
create index service_proposals_transaction on service_proposals (transaction_id, company_id);
alter table service_proposals enable row level security;
grant select, update (state, decided_at) on service_proposals to portal_customer, portal_staff;

-- What was bought long ago is not proposed any more.
insert into service_proposals (transaction_id, company_id, state, decided_at)
select t.id, t.company_id, case when t.txn_at < now() - interval '90 days' then 'dismissed' else 'proposed' end,
  case when t.txn_at < now() - interval '90 days' then now() end
from transactions t
where t.source <> 'rebill' and exists (select from transaction_lines l where l.transaction_id = t.id and l.quantity_milli > 0
  and (l.product = 'OIL' or l.product = 'OTH'
    and l.product_description ~* '\m(oil|lube|tires?|tyres?|repairs?|brakes?|inspections?|alignment|shop|labou?r)\M'));

alter table files drop constraint files_owner_type_check,
  add constraint files_owner_type_check check (owner_type in ('user', 'company', 'card', 'transaction', 'service'));
