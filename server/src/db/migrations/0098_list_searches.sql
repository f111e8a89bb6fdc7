-- Staff's searches over all transactions read every row where no index had the column (decision 70). Places have few
-- values, so that their small indexes name each of them in a few steps; codes are all different, so that parts of them
-- need trigrams.
create index transactions_site on transactions (site_number);
create index transactions_location on transactions (location);
create index transactions_amount on transactions (amount_cents, txn_at, id);
create index transactions_us_dollars on transactions (txn_at, id) where currency = 'USD';
create index transactions_code_search on transactions using gin (authentication_id gin_trgm_ops);
-- A unit that a transaction names is found by its company's units, which have an index of their own.
drop index transactions_driver_unit;
create index transactions_driver on transactions using gin (driver_name gin_trgm_ops);

-- The numbers that cards had before, kept by a trigger: a transaction has the number that its card had then, and the
-- cards' own numbers have a search index already.
create table former_card_numbers (
  card_number text primary key
);
alter table former_card_numbers enable row level security;
grant select on former_card_numbers to portal_staff;
insert into former_card_numbers
  select distinct card_number from transactions
  where card_number is not null and not exists (select from cards where cards.card_number = transactions.card_number);

-- The fuel provider of an exception's transaction, kept by triggers.
alter table exceptions add column provider_id bigint references fuel_providers;
update exceptions set provider_id = transactions.provider_id from transactions
  where transactions.id = exceptions.transaction_id and transactions.provider_id is not null;
create index exceptions_provider on exceptions (provider_id, created_at, id);
grant select (provider_id) on exceptions to portal_customer;
