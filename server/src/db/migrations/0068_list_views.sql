-- Kept views of lists (UX-6). A view belongs to a user, or to the whole company if user_id is null.
create table list_views (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id bigint references users on delete cascade,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  filter text[] not null default '{}',
  sort text,
  size int not null,
  columns jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_views_name on list_views (company_id, list, coalesce(user_id, 0), lower(name));
create index list_views_user on list_views (user_id);
alter table list_views enable row level security;
grant select, delete, insert (company_id, user_id, list, name, filter, sort, size, columns),
  update (user_id, name, filter, sort, size, columns, version, updated_at)
  on list_views to portal_customer, portal_staff;

-- How a user has arranged lists at a company: one row, read with the session. By list: its columns and the view it opens
-- with. A view that is gone, or is no longer the company's, is not found when read.
create table list_settings (
  company_id bigint not null references companies,
  user_id bigint not null references users on delete cascade,
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  layouts jsonb not null default '{}',
  primary key (user_id, company_id)
);
create index list_settings_company on list_settings (company_id);
alter table list_settings enable row level security;
grant select, insert (company_id, user_id, density, layouts), update (density, layouts)
  on list_settings to portal_customer, portal_staff;

-- Transactions by driver and unit (UX-3). One index finds both, whole or in part.
create index transactions_driver_unit on transactions
  using gin (driver_name gin_trgm_ops, vehicle gin_trgm_ops);

-- Fuel lines by litres, so that transactions are found by them. A gallon has 3.785411784 litres.
create index transaction_lines_litres on transaction_lines
  ((case unit when 'GAL' then round(quantity_milli * 3.785411784) else quantity_milli end), transaction_id)
  where product in ('D1', 'D1W', 'RF', 'GAS');
