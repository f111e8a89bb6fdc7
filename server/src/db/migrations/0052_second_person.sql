-- A typed credit without a purchase, and a typed tax that is not the table's, wait for a second person from this amount
-- on (TXN-22).
alter table billing_settings add column second_person_cents bigint not null default 100000 check (second_person_cents >= 0);
-- Who typed a transaction's amounts, or changed them last. Null for a file's.
alter table transactions add column typed_by bigint references users on delete set null;
create index transactions_typed_by on transactions (typed_by) where typed_by is not null;
-- The few credits without a purchase, which a file can bring later.
create index transactions_standing on transactions (authentication_id) where credited_id is null and amount_cents < 0;
