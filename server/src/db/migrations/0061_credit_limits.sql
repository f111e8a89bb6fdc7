-- A credit limit per currency (RECV-8). Today's limit goes to the customer's own currency.
alter table customers
  add credit_limit_cad_cents bigint check (credit_limit_cad_cents >= 0),
  add credit_limit_usd_cents bigint check (credit_limit_usd_cents >= 0);
update customers set credit_limit_cad_cents = credit_limit_cents where currency = 'CAD';
update customers set credit_limit_usd_cents = credit_limit_cents where currency = 'USD';
alter table customers drop column credit_limit_cents;

-- What is unbilled and what was bought on the last days, over all customers.
create index transaction_sums_unbilled on transaction_sums (company_id, currency) include (unbilled_cents)
  where unbilled_cents <> 0;
create index transaction_sums_day on transaction_sums (day) include (company_id, currency, amount_cents);
