-- What a fuel provider's files and statements say beside what was booked (TXN-17).

-- The sum of a statement's files follows its imports. The provider bills every row of its files, also those that are
-- quarantined or rejected here; a row that two of the files contain counts once.
create function sum_statement_files() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update provider_statements p set files_cents = coalesce((
    select sum(stated.cents - repeated.cents)
    from provider_statement_imports s
    join imports i on i.id = s.import_id
    cross join lateral (
      select coalesce(sum((g -> 'file' ->> 'amount_cents')::bigint), 0) as cents
      from jsonb_array_elements(i.tie_out -> 'groups') g where g ->> 'currency' = s.currency
    ) stated
    cross join lateral (
      select coalesce(sum((r ->> 'amount_cents')::bigint), 0) as cents
      from jsonb_array_elements(i.tie_out -> 'repeats') r
      join provider_statement_imports other on other.statement_id = s.statement_id
        and other.import_id = (r ->> 'import_id')::bigint and other.import_id <> i.id
      where r ->> 'currency' = s.currency
    ) repeated
    where s.statement_id = p.id
  ), 0)
  where p.id in (select statement_id from changed);
  return null;
end
$$;
create trigger provider_statement_imports_added after insert on provider_statement_imports
  referencing new table as changed for each statement execute function sum_statement_files();
create trigger provider_statement_imports_removed after delete on provider_statement_imports
  referencing old table as changed for each statement execute function sum_statement_files();
comment on trigger provider_statement_imports_added on provider_statement_imports is
  'Cache: the sum of a statement''s files, when an import is added to it.';
comment on trigger provider_statement_imports_removed on provider_statement_imports is
  'Cache: the sum of a statement''s files, when an import is removed from it.';

-- The imports of transactions that do not tie out, as of now. An explanation answers for control totals and rejected
-- rows, not for quarantined transactions or the provider's statement.
create function untied_imports() returns setof bigint
  language sql stable set search_path = pg_catalog, public as $$
  select id from imports
  where status = 'done' and explanation is null and tie_out is not null
    and (failed_count > 0 or (tie_out ->> 'controls_differing')::int > 0)
  union
  select coalesce((line ->> 'import_id')::bigint, q.import_id)
  from quarantine q cross join jsonb_array_elements(q.lines) line where q.status = 'waiting'
  union
  select s.import_id from provider_statements p join provider_statement_imports s on s.statement_id = p.id
  where p.status = 'open'
$$;
revoke execute on function sum_statement_files, untied_imports from public;
grant execute on function untied_imports to portal_staff;
