-- Amounts are whole numbers in the unit their name ends with. Refresh days are bit masks, Monday the lowest bit, 0 for N/A.
create table cards (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  card_number text not null constraint cards_card_number_key unique check (card_number ~ '^\d{6,19}$'),
  card_issue_date date,
  plastic_type text not null,
  uom text not null default 'GAL' check (uom in ('GAL', 'L')),
  driver_name text not null,
  driver_id text not null,
  other_id text not null,
  commercial_driver_license text not null,
  vehicle_assigned_to_card text not null,
  trailer_number text not null,
  card_type text not null,
  card_status text not null default 'RELEASE' check (card_status in ('RELEASE', 'HOLD', 'CLOSED')),
  card_group text not null,
  odometer text not null,
  trip_number text not null,
  usage_above_volume_limits text not null check (usage_above_volume_limits in ('Yes', 'No')),
  cash_advance_type text not null,
  cash_refresh_days smallint not null check (cash_refresh_days between 0 and 127),
  refreshing_cash_limits_cents bigint not null check (refreshing_cash_limits_cents >= 0),
  daily_card_limit_cents bigint not null check (daily_card_limit_cents >= 0),
  daily_cash_limit_cents bigint check (daily_cash_limit_cents >= 0),
  debit_dollar_balance_cents bigint not null,
  refreshing_cash_balance_cents bigint not null,
  increment_dash_cash_amount_cents bigint not null check (increment_dash_cash_amount_cents >= 0),
  paycheck_balance_cents bigint not null,
  dash_cash_balance_cents bigint not null,
  dash_cash_memo text not null,
  weekly_product_refresh text not null,
  weekly_product_refresh_money_amount_cents bigint not null check (weekly_product_refresh_money_amount_cents >= 0),
  weekly_product_balance_cents bigint,
  weekly_fuel_quantity_limit_milli bigint not null check (weekly_fuel_quantity_limit_milli >= 0),
  weekly_vehicle_quantity_refresh_day smallint not null check (weekly_vehicle_quantity_refresh_day between 0 and 127),
  weekly_fuel_quantity_balance_milli bigint not null,
  daily_vehicle_quantity_limit_in_gallons_milli bigint not null check (daily_vehicle_quantity_limit_in_gallons_milli >= 0),
  transaction_fuel_quantity_limits_milli bigint check (transaction_fuel_quantity_limits_milli >= 0),
  non_highway_fuel_limit_milli bigint not null check (non_highway_fuel_limit_milli >= 0),
  non_highway_fuel_daily_quantity_limit_milli bigint check (non_highway_fuel_daily_quantity_limit_milli >= 0),
  non_highway_fuel_weekly_quantity_limit_milli bigint check (non_highway_fuel_weekly_quantity_limit_milli >= 0),
  non_highway_fuel_weekly_refresh_day smallint check (non_highway_fuel_weekly_refresh_day between 0 and 127),
  non_highway_fuel_weekly_balance_milli bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index cards_company on cards (company_id, card_number);
create index cards_driver_name on cards (driver_name, id);
create index cards_group on cards (card_group);
create index cards_number_search on cards using gin (card_number gin_trgm_ops);
create index cards_driver_search on cards using gin (driver_name gin_trgm_ops);
alter table cards set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table cards enable row level security;
create policy own on cards to portal_customer using (company_id = (select acting_company()));
create policy staff on cards to portal_staff using (true);
grant select, update on cards to portal_customer;
grant select, insert, update, delete on cards to portal_staff;
