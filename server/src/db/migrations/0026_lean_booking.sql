-- What a large import pays for by the row, and nobody gains from (decision 16). Numbers of new stops are drawn before they are written.
grant usage on sequence transactions_id_seq to portal_staff;

-- Balances are in no index: with room beside it a card is changed in place, without a visit to each of its seventeen indexes.
alter table cards set (fillfactor = 80);

-- A line is of the company of its stop. Looked at when the transaction ends, since a stop that is handed on takes its lines along one by one.
alter table transactions add constraint transactions_of_company unique (id, company_id);
alter table transaction_lines
  drop constraint transaction_lines_company_id_fkey,
  drop constraint transaction_lines_transaction_id_fkey,
  add constraint transaction_lines_of_stop foreign key (transaction_id, company_id) references transactions (id, company_id)
    on delete cascade deferrable initially deferred;
drop index transaction_lines_company;

-- Like a rate, a markup and a site are kept for good: nobody but the owner can delete one, and what is booked takes its number from the row itself.
alter table transaction_lines drop constraint transaction_lines_markup_id_fkey;
drop index transaction_lines_markup;
alter table transactions drop constraint transactions_site_id_fkey;
drop index transactions_site;
alter table transaction_identities
  drop constraint transaction_identities_provider_id_fkey,
  add check (provider_id between 1 and 5);

-- Identities are written beside the stops of one statement and go with them; to look up each stop again would cost as much as writing it.
-- A file of which something was deleted has something to give again, even if not a byte of it is new.
alter table transaction_identities drop constraint transaction_identities_transaction_id_fkey;
alter table imports add column removed_count int not null default 0;
create function forget_identities() returns trigger language plpgsql as $$
begin
  delete from transaction_identities where transaction_id in (select id from removed);
  update imports set removed_count = removed_count + gone.stops
    from (select import_id, count(*) as stops from removed where import_id is not null group by 1) gone where imports.id = gone.import_id;
  return null;
end
$$;
create trigger transactions_forget_identities after delete on transactions referencing old table as removed for each statement execute function forget_identities();

-- The record of a file changes twice a second while the file is booked, and each stop that refers to it would look at it anew. So it is the record that looks,
-- when somebody would delete it.
alter table transactions drop constraint transactions_import_id_fkey;
create function keep_booked_import() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from transactions where import_id = old.id) then
    raise foreign_key_violation using message = 'transactions came from this import', constraint = 'imports_booked_stay';
  end if;
  return old;
end
$$;
create trigger imports_booked_stay before delete on imports for each row execute function keep_booked_import();
revoke execute on function keep_booked_import() from public;
