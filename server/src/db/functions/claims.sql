-- Which transactions' claims are to be derived (COST-4). A statement appends the purchases that it gave a doubt about
-- what the provider charged, or took one from, and those that it credited. A job derives the claims, so that an import
-- pays only for looking at its flags. Owner's rights, because no role can write there.

-- New lines with a doubt.
create function note_added_claims() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into claim_entries
    select distinct transaction_id from added where flags && array['provider_price', 'provider_tax'];
  return null;
end
$$;
create trigger transaction_lines_claims_added after insert on transaction_lines
  referencing new table as added for each statement execute function note_added_claims();
comment on trigger transaction_lines_claims_added on transaction_lines is
  'Cache: appends purchases with a doubtful price or tax to claim_entries.';

-- Changed lines with a doubt, or without one that they had.
create function note_changed_claims() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into claim_entries
    select transaction_id from now_so where flags && array['provider_price', 'provider_tax']
    union
    select transaction_id from before_that where flags && array['provider_price', 'provider_tax'];
  return null;
end
$$;
create trigger transaction_lines_claims_changed after update on transaction_lines
  referencing old table as before_that new table as now_so
  for each statement execute function note_changed_claims();
comment on trigger transaction_lines_claims_changed on transaction_lines is
  'Cache: appends purchases whose price or tax is or was doubtful to claim_entries.';

-- Purchases that get a credit.
create function note_credited_claims() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into claim_entries select distinct credited_id from added where credited_id is not null;
  return null;
end
$$;
create trigger transactions_claims_credited after insert on transactions
  referencing new table as added for each statement execute function note_credited_claims();
comment on trigger transactions_claims_credited on transactions is
  'Cache: appends purchases that get a credit to claim_entries.';

-- Purchases whose credit is deleted.
create function note_uncredited_claims() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into claim_entries select distinct credited_id from removed where credited_id is not null;
  return null;
end
$$;
create trigger transactions_claims_uncredited after delete on transactions
  referencing old table as removed for each statement execute function note_uncredited_claims();
comment on trigger transactions_claims_uncredited on transactions is
  'Cache: appends purchases whose credit is deleted to claim_entries.';

-- Purchases that a credit is linked to later, or no longer.
create function note_linked_claims() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into claim_entries select id from unnest(array[old.credited_id, new.credited_id]) id where id is not null;
  return null;
end
$$;
create trigger transactions_claims_linked after update of credited_id on transactions
  for each row when (old.credited_id is distinct from new.credited_id) execute function note_linked_claims();
comment on trigger transactions_claims_linked on transactions is
  'Cache: appends purchases whose credit changes to claim_entries.';

revoke execute on function note_added_claims, note_changed_claims, note_credited_claims, note_uncredited_claims,
  note_linked_claims from public;
