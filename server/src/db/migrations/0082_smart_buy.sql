-- The users of customers who asked for the price list of their company by mail each morning (SMART-4).
create table price_list_wishes (
  user_id bigint not null references users on delete cascade,
  company_id bigint not null references companies,
  created_at timestamptz not null default now(),
  primary key (user_id, company_id)
);
create index price_list_wishes_company on price_list_wishes (company_id);
alter table price_list_wishes enable row level security;
grant select, insert (user_id, company_id), delete on price_list_wishes to portal_customer;
grant select on price_list_wishes to portal_staff;

-- Each person is mailed the price list of a company and day once.
alter table outbox
  add price_list_user bigint references users on delete set null,
  add price_list_day date;
create unique index outbox_price_lists on outbox (price_list_user, company_id, price_list_day) where price_list_user is not null;

-- The tax rates in force are those that were not withdrawn; a customer's price list is made with them.
grant select (withdrawn_at) on tax_rates to portal_customer;
