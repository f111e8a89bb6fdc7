-- What a company means to spend in a month, from a month on until the next row of its currency (REPT-2).
create table budgets (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  currency text not null check (currency in ('CAD', 'USD')),
  from_month date not null check (extract(day from from_month) = 1),
  amount_cents bigint not null check (amount_cents > 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, currency, from_month)
);
create index budgets_month on budgets (from_month, id);
alter table budgets enable row level security;
grant select, insert (company_id, currency, from_month, amount_cents), update (amount_cents, version, updated_at), delete
  on budgets to portal_customer, portal_staff;
