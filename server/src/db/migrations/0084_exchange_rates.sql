-- What a foreign dollar is worth in Canadian dollars from a day on, as staff entered it (REPT-9).
create table exchange_rates (
  id bigint generated always as identity primary key,
  from_currency text not null check (from_currency = 'USD'),
  day date not null,
  rate_e6 bigint not null check (rate_e6 between 200000 and 5000000),
  source text not null check (length(source) between 1 and 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  constraint exchange_rates_one_a_day unique (from_currency, day)
);
create index exchange_rates_day on exchange_rates (day, id);
create index exchange_rates_rate on exchange_rates (rate_e6, id);
alter table exchange_rates enable row level security;
grant select on exchange_rates to portal_customer;
grant select, insert, update, delete on exchange_rates to portal_staff;
