-- Billing changed a row of transactions that stands in eighteen indexes, and a partial index on its invoice kept the change from
-- staying on its page, so all of them were written again. No index names the invoice any more: two small tables say which
-- transactions are on which invoice and which are on none (decision 67). Triggers keep both.
create table billed_transactions (
  transaction_id bigint primary key,
  invoice_id bigint not null,
  company_id bigint not null,
  txn_at timestamp not null
);
create table unbilled_transactions (
  transaction_id bigint primary key,
  company_id bigint not null,
  currency text not null,
  txn_at timestamp not null
);
alter table billed_transactions enable row level security;
alter table unbilled_transactions enable row level security;
grant select on billed_transactions, unbilled_transactions to portal_customer, portal_staff;

insert into billed_transactions
  select id, invoice_id, company_id, txn_at from transactions where invoice_id is not null;
insert into unbilled_transactions
  select id, company_id, currency, txn_at from transactions where invoice_id is null;
create index billed_transactions_invoice on billed_transactions (invoice_id, txn_at, transaction_id);
create index unbilled_transactions_company on unbilled_transactions (company_id, currency, txn_at);
analyze billed_transactions, unbilled_transactions;

-- Triggers check it, once per statement.
alter table transactions drop constraint transactions_one_invoice;
drop index transactions_invoice, transactions_invoiced_place, transactions_review, transactions_reviewed, transactions_unbilled;
create index transactions_place on transactions (province, txn_at, id);
create index transactions_review on transactions (txn_at, id) where flags <> '{}' and accepted_at is null;
create index transactions_reviewed on transactions (txn_at, id) where flags <> '{}';
-- Room on each page for the versions that billing leaves.
alter table transactions set (fillfactor = 85);

-- The customers that a run has done. Several walkers take them from its list, so a place in the list no longer says it all.
create table billing_run_customers (
  run_id bigint not null references billing_runs (id),
  company_id bigint not null references companies (id),
  primary key (run_id, company_id)
);
create index billing_run_customers_company on billing_run_customers (company_id);
alter table billing_run_customers enable row level security;
grant select, insert on billing_run_customers to portal_staff;
insert into billing_run_customers
  select id, unnest(walk[1:customers_done]) from billing_runs where status in ('queued', 'running') on conflict do nothing;
