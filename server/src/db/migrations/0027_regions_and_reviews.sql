-- Where staff said in which region a site lies for local taxes, or that it lies in none, no file says otherwise from then on (RATE-4).
alter table sites add column is_region_set boolean not null default false;

-- What was looked at, by time, beside the index of what still waits. Nothing that comes in is in it: an import does not write it.
create index transactions_reviewed on transactions (txn_at, id) where flags <> '{}' and (invoice_id is not null or accepted_at is not null);
