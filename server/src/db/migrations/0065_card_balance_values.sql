-- The last value that each balance of a card was set to, by a refresh, a user or a file, and what was drawn since
-- (RECV-11). Balances of now count as set when this is migrated.
create table card_balance_values (
  card_id bigint primary key references cards on delete cascade,
  cash_set bigint,
  cash_drawn bigint not null default 0,
  cash_set_at timestamptz not null default now(),
  dash_set bigint,
  dash_drawn bigint not null default 0,
  dash_set_at timestamptz not null default now(),
  fuel_set bigint,
  fuel_drawn bigint not null default 0,
  fuel_set_at timestamptz not null default now(),
  non_highway_set bigint,
  non_highway_drawn bigint not null default 0,
  non_highway_set_at timestamptz not null default now(),
  product_set bigint,
  product_drawn bigint not null default 0,
  product_set_at timestamptz not null default now()
);
insert into card_balance_values (card_id, cash_set, dash_set, fuel_set, non_highway_set, product_set)
select id, refreshing_cash_balance_cents, dash_cash_balance_cents, weekly_fuel_quantity_balance_milli,
  non_highway_fuel_weekly_balance_milli, weekly_product_balance_cents from cards;
