-- What a statement's files add up to and whether it ties out are stored, so that open ones are found by an index (UX-2).
alter table provider_statements add files_cents bigint not null default 0;
update provider_statements set files_cents = coalesce((
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
    join provider_statement_imports other
      on other.statement_id = s.statement_id and other.import_id = (r ->> 'import_id')::bigint and other.import_id <> i.id
    where r ->> 'currency' = s.currency
  ) repeated
  where s.statement_id = provider_statements.id
), 0);
alter table provider_statements add status text not null generated always as (
  case
    when total_cents = files_cents then 'tied'
    -- An explanation holds for the difference that it explained.
    when total_cents - files_cents = explained_cents then 'explained'
    else 'open'
  end
) stored;
create index provider_statements_open on provider_statements (id) where status = 'open';

-- Imports whose own figures do not tie out and are not explained.
create index imports_untied on imports (id)
  where status = 'done' and explanation is null and tie_out is not null
    and (failed_count > 0 or (tie_out ->> 'controls_differing')::int > 0);

-- Registrations that wait for approval.
create index companies_waiting on companies (id) where status = 'waiting';
