-- What the provider agreed with a customer: who is billed, how and until when (CUST-2). Its id is the company's; the name is the company's own.
create table customers (
  company_id bigint primary key references companies on delete cascade,
  cust_type text,
  cont_name text,
  oprtng_name text,
  email text check (length(email) <= 254),
  -- Where invoices go, if not to the address above (INV-14).
  document_email text check (length(document_email) <= 254),
  phone text,
  phone2 text,
  site_url text,
  address1 text,
  billing_country text,
  billing_state text,
  billing_city text,
  billing_zip_code text,
  address2 text,
  shipping_country text,
  shipping_state text,
  shipping_city text,
  shipping_zip_code text,
  revenue_id text,
  tax_id text,
  tax_no text,
  crm_id text,
  rate_e4 bigint,
  is_broker boolean not null default false,
  broker_ids text[] not null default '{}',
  info text,
  eob_id text,
  invoice_by text,
  service_pln_type text,
  pg_id text,
  customer_status text,
  asset_id text,
  -- Terms.
  currency text not null default 'CAD' check (currency in ('CAD', 'USD')),
  due_days smallint not null default 30 check (due_days between 0 and 365),
  language text not null default 'en' check (language in ('en', 'fr')),
  billing_cycle text not null default 'monthly' check (billing_cycle in ('weekly', 'semi-monthly', 'monthly')),
  is_capped_at_retail boolean not null default false,
  -- Null: no limit. Above it there is a warning, and a hold of the cards where the rule says so.
  credit_limit_cents bigint check (credit_limit_cents >= 0),
  hold_rule text not null default 'warn' check (hold_rule in ('warn', 'hold')),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
alter table customers enable row level security;
create policy own on customers to portal_customer using (company_id = (select acting_company()));
create policy staff on customers to portal_staff using (true);
-- A customer reads its own address and terms for its invoices and statements; notes, broker and limits are the provider's own business.
grant select (company_id, oprtng_name, email, document_email, phone, address1, billing_country, billing_state, billing_city, billing_zip_code, tax_no,
  currency, due_days, language, billing_cycle, version, updated_at) on customers to portal_customer;
grant select, insert, update on customers to portal_staff;

-- Every customer company has its customer record from the first moment, by whatever way it came.
insert into customers (company_id) select id from companies where kind = 'customer';
create function add_customer_record() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customers (company_id) select id from added where kind = 'customer';
  return null;
end
$$;
revoke execute on function add_customer_record() from public;
create trigger companies_customer_record after insert on companies
  referencing new table as added for each statement execute function add_customer_record();

-- Who registered on the public page waits until staff have looked (COMP-7).
alter table companies drop constraint companies_status_check;
alter table companies add constraint companies_status_check check (status in ('active', 'disabled', 'waiting', 'rejected'));
