-- References that are not foreign keys, because a check per row would cost a large import too much (decisions 16 and 26).

-- Removes the identities of deleted transactions, so that they can be imported again, and counts at each import what was deleted.
create function forget_identities() returns trigger language plpgsql as $$
begin
  delete from transaction_identities where transaction_id in (select id from removed);
  update imports set removed_count = removed_count + gone.stops
    from (select import_id, count(*) as stops from removed where import_id is not null group by 1) gone where imports.id = gone.import_id;
  return null;
end
$$;
create trigger transactions_forget_identities after delete on transactions
  referencing old table as removed for each statement execute function forget_identities();
comment on trigger transactions_forget_identities on transactions is
  'Guard: no identities are left of a deleted transaction, and its import counts it as removed.';

-- Refuses to delete an import that transactions came from.
create function keep_booked_import() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from transactions where import_id = old.id) then
    raise foreign_key_violation using message = 'transactions came from this import', constraint = 'imports_booked_stay';
  end if;
  return old;
end
$$;
create trigger imports_booked_stay before delete on imports for each row execute function keep_booked_import();
comment on trigger imports_booked_stay on imports is 'Guard: an import is not deleted while transactions refer to it.';

revoke execute on function forget_identities, keep_booked_import from public;
