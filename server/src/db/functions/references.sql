-- References without foreign keys, because a check per row is too expensive for large imports (decisions 16 and 27).
-- Inserts are checked once per statement: distinct values are looked up, and their rows are locked against deletion,
-- like a foreign key does.

-- Refuses ids that are not in the table, and locks the others until the transaction ends.
create function require_rows(p_table regclass, p_constraint text, p_ids bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_found bigint;
begin
  execute format('select count(*) from (select from %s where id = any($1) for key share) found', p_table)
    into v_found using p_ids;
  if v_found <> cardinality(p_ids) then
    raise foreign_key_violation
      using message = format('a row refers to a missing row of %s', p_table), constraint = p_constraint;
  end if;
end
$$;

-- Checks the company, card, fuel provider, site and import of new transactions.
create function refer_added_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_rows('companies', 'transactions_company_id_fkey', array(select distinct company_id from added));
  perform require_rows('cards', 'transactions_card_id_fkey',
    array(select distinct card_id from added where card_id is not null));
  perform require_rows('fuel_providers', 'transactions_of_provider',
    array(select distinct provider_id from added where provider_id is not null));
  perform require_rows('sites', 'transactions_of_site',
    array(select distinct site_id from added where site_id is not null));
  perform require_rows('imports', 'transactions_of_import',
    array(select distinct import_id from added where import_id is not null));
  return null;
end
$$;
create trigger transactions_refer_added after insert on transactions
  referencing new table as added for each statement execute function refer_added_transactions();
comment on trigger transactions_refer_added on transactions is
  'Guard: the company, card, fuel provider, site and import of a new transaction exist.';

-- Checks what a changed transaction newly refers to.
create function refer_changed_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_rows(referred.of_table::regclass, referred.by_name, array[referred.id])
    from (values
      ('companies', 'transactions_company_id_fkey', old.company_id, new.company_id),
      ('cards', 'transactions_card_id_fkey', old.card_id, new.card_id),
      ('fuel_providers', 'transactions_of_provider', old.provider_id, new.provider_id),
      ('sites', 'transactions_of_site', old.site_id, new.site_id),
      ('imports', 'transactions_of_import', old.import_id, new.import_id)
    ) as referred (of_table, by_name, before_id, id)
    where referred.id is distinct from referred.before_id and referred.id is not null;
  return null;
end
$$;
create trigger transactions_refer_changed
  after update of company_id, card_id, provider_id, site_id, import_id on transactions
  for each row when ((old.company_id, old.card_id, old.provider_id, old.site_id, old.import_id)
    is distinct from (new.company_id, new.card_id, new.provider_id, new.site_id, new.import_id))
  execute function refer_changed_transaction();
comment on trigger transactions_refer_changed on transactions is
  'Guard: the company, card, fuel provider, site and import of a changed transaction exist.';

-- Checks the markups and the transactions of new lines. A line is of the company of its transaction (PERM-7), which
-- another connection can neither delete nor move while the line is being written. Without the join, a plan made for one
-- line never reads all transactions, nor one made for many.
create function refer_added_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_rows('markups', 'transaction_lines_of_markup',
    array(select distinct markup_id from added where markup_id is not null));
  if exists (
    with held as materialized (
      select id, company_id from transactions where id = any(array(select distinct transaction_id from added))
      for key share
    )
    select transaction_id, company_id from added except select id, company_id from held
  ) then
    perform refuse_stray_line();
  end if;
  return null;
end
$$;
create trigger transaction_lines_refer_added after insert on transaction_lines
  referencing new table as added for each statement execute function refer_added_lines();
comment on trigger transaction_lines_refer_added on transaction_lines is
  'Guard: the markup of a new line exists, and its transaction is of its company.';

-- Refuses a line without a transaction of its company.
create function refuse_stray_line() returns void language plpgsql set search_path = pg_catalog, public as $$
begin
  raise foreign_key_violation
    using message = 'a line is of its transaction''s company', constraint = 'transaction_lines_of_transaction';
end
$$;

-- Checks a line that was moved to another transaction or company, as it is when the database transaction ends: a
-- transaction and its lines move in separate statements.
create function refer_moved_line() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from transaction_lines l where l.id = new.id and not exists (
      select from transactions t where t.id = l.transaction_id and t.company_id = l.company_id for key share)
  ) then
    perform refuse_stray_line();
  end if;
  return null;
end
$$;
create constraint trigger transaction_lines_refer_moved after update of transaction_id, company_id on transaction_lines
  deferrable initially deferred for each row
  when ((old.transaction_id, old.company_id) is distinct from (new.transaction_id, new.company_id))
  execute function refer_moved_line();
comment on trigger transaction_lines_refer_moved on transaction_lines is
  'Guard: a moved line is of its transaction''s company.';

-- Checks the lines of a transaction that was moved to another company, as they are when the database transaction ends.
create function keep_moved_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from transaction_lines l join transactions t on t.id = l.transaction_id
      where l.transaction_id = new.id and l.company_id <> t.company_id) then
    perform refuse_stray_line();
  end if;
  return null;
end
$$;
create constraint trigger transactions_lines_follow after update of company_id on transactions
  deferrable initially deferred for each row
  when (old.company_id is distinct from new.company_id) execute function keep_moved_lines();
comment on trigger transactions_lines_follow on transactions is
  'Guard: the lines of a moved transaction are of its company.';

-- Deletes the lines of deleted transactions.
create function remove_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from transaction_lines where transaction_id = any(array(select id from removed));
  return null;
end
$$;
create trigger transactions_remove_lines after delete on transactions
  referencing old table as removed for each statement execute function remove_lines();
comment on trigger transactions_remove_lines on transactions is
  'Guard: deleting a transaction deletes its lines.';

-- Checks the markup of a changed line.
create function refer_changed_line() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_rows('markups', 'transaction_lines_of_markup', array[new.markup_id]);
  return null;
end
$$;
create trigger transaction_lines_refer_changed after update of markup_id on transaction_lines
  for each row when (new.markup_id is not null and old.markup_id is distinct from new.markup_id)
  execute function refer_changed_line();
comment on trigger transaction_lines_refer_changed on transaction_lines is
  'Guard: the markup of a changed line exists.';

-- Checks the fuel provider of new identities. They are written before their transactions, which reconcile checks.
create function refer_added_identities() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_rows('fuel_providers', 'transaction_identities_of_provider',
    array(select distinct provider_id from added));
  return null;
end
$$;
create trigger transaction_identities_refer_added after insert on transaction_identities
  referencing new table as added for each statement execute function refer_added_identities();
comment on trigger transaction_identities_refer_added on transaction_identities is
  'Guard: the fuel provider of a new identity exists.';

-- Refuses to delete or renumber a row while transactions or lines refer to it. The arguments are their table and
-- column.
create function keep_referenced_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_is_used boolean;
begin
  execute format('select exists (select from %I where %I = $1)', tg_argv[0], tg_argv[1]) into v_is_used using old.id;
  if v_is_used then
    raise foreign_key_violation
      using message = format('rows of %s refer to this row', tg_argv[0]), constraint = tg_name;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger fuel_providers_in_use_stay before delete or update of id on fuel_providers
  for each row execute function keep_referenced_row('transactions', 'provider_id');
comment on trigger fuel_providers_in_use_stay on fuel_providers is
  'Guard: a fuel provider cannot be deleted while transactions refer to it.';
create trigger fuel_providers_identified_stay before delete or update of id on fuel_providers
  for each row execute function keep_referenced_row('transaction_identities', 'provider_id');
comment on trigger fuel_providers_identified_stay on fuel_providers is
  'Guard: a fuel provider cannot be deleted while identities refer to it.';
create trigger sites_in_use_stay before delete or update of id on sites
  for each row execute function keep_referenced_row('transactions', 'site_id');
comment on trigger sites_in_use_stay on sites is 'Guard: a site cannot be deleted while transactions refer to it.';
create trigger companies_in_use_stay before delete or update of id on companies
  for each row execute function keep_referenced_row('transactions', 'company_id');
comment on trigger companies_in_use_stay on companies is
  'Guard: a company cannot be deleted while transactions refer to it.';
create trigger cards_in_use_stay before delete or update of id on cards
  for each row execute function keep_referenced_row('transactions', 'card_id');
comment on trigger cards_in_use_stay on cards is 'Guard: a card cannot be deleted while transactions refer to it.';
create trigger transactions_in_use_stay before update of id on transactions
  for each row execute function keep_referenced_row('transaction_lines', 'transaction_id');
comment on trigger transactions_in_use_stay on transactions is
  'Guard: a transaction cannot be renumbered while lines refer to it.';
create trigger markups_in_use_stay before delete or update of id on markups
  for each row execute function keep_referenced_row('transaction_lines', 'markup_id');
comment on trigger markups_in_use_stay on markups is 'Guard: a markup cannot be deleted while lines refer to it.';

-- An invoice with transactions keeps its id, company and currency.
create trigger invoices_billed_stay before delete on invoices
  for each row execute function keep_referenced_row('billed_transactions', 'invoice_id');
comment on trigger invoices_billed_stay on invoices is
  'Guard: an invoice cannot be deleted while transactions refer to it.';
create trigger invoices_billed_keep before update of id, company_id, currency on invoices
  for each row when ((old.id, old.company_id, old.currency) is distinct from (new.id, new.company_id, new.currency))
  execute function keep_referenced_row('billed_transactions', 'invoice_id');
comment on trigger invoices_billed_keep on invoices is
  'Guard: an invoice with transactions keeps its id, company and currency.';

-- Refuses to delete an import that has transactions.
create function keep_booked_import() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from transactions where import_id = old.id) then
    raise foreign_key_violation
      using message = 'transactions came from this import', constraint = 'imports_booked_stay';
  end if;
  return old;
end
$$;
create trigger imports_booked_stay before delete on imports for each row execute function keep_booked_import();
comment on trigger imports_booked_stay on imports is
  'Guard: an import cannot be deleted while transactions refer to it.';

-- Removes the identities of deleted transactions, so that they can be imported again. Counts the deleted ones on their
-- import.
create function forget_identities() returns trigger language plpgsql as $$
begin
  delete from transaction_identities where transaction_id in (select id from removed);
  update imports set removed_count = removed_count + gone.transactions
    from (select import_id, count(*) as transactions from removed where import_id is not null group by 1) gone
      where imports.id = gone.import_id;
  return null;
end
$$;
create trigger transactions_forget_identities after delete on transactions
  referencing old table as removed for each statement execute function forget_identities();
comment on trigger transactions_forget_identities on transactions is
  'Guard: deleting a transaction deletes its identities and counts it as removed on its import.';

revoke execute on function require_rows, refer_added_transactions, refer_changed_transaction, refer_added_lines,
  refuse_stray_line, refer_moved_line, keep_moved_lines, remove_lines, refer_changed_line, refer_added_identities,
  keep_referenced_row, keep_booked_import, forget_identities from public;

-- Exceptions keep the fuel provider of their transaction, so that a provider's are listed from an index.

-- Takes the fuel provider of the transaction.
create function take_provider() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.provider_id := (select provider_id from transactions where id = new.transaction_id);
  return new;
end
$$;
create trigger exceptions_of_provider before insert on exceptions
  for each row execute function take_provider();
comment on trigger exceptions_of_provider on exceptions is
  'Cache: a new exception has the fuel provider of its transaction.';

-- Gives exceptions the fuel provider that their transaction has now.
create function give_provider() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update exceptions set provider_id = new.provider_id where transaction_id = new.id;
  return null;
end
$$;
create trigger transactions_provider_changed after update of provider_id on transactions
  for each row when (old.provider_id is distinct from new.provider_id)
  execute function give_provider();
comment on trigger transactions_provider_changed on transactions is
  'Cache: exceptions have the fuel provider of their transaction.';

revoke execute on function take_provider, give_provider from public;
