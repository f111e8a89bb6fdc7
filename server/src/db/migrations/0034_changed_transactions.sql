-- The database keeps the plan of the first call on a connection. One made for a single row joined the rows before a change with those after it by comparing
-- each with each, so a later statement over thousands took seconds. Both are read once and grouped instead: what did not change cancels itself out.
create or replace function sum_changed_stops() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stop_entries
    select company_id, txn_at::date, currency, sum(sign), sum(sign * amount_cents), coalesce(sum(sign) filter (where exceptions <> '{}'), 0),
      coalesce(sum(sign) filter (where is_open and flags <> '{}' and accepted_at is null), 0), coalesce(sum(sign) filter (where is_open), 0),
      coalesce(sum(sign * amount_cents) filter (where is_open), 0)
    from (
      select 1 as sign, company_id, txn_at, currency, amount_cents, exceptions, flags, accepted_at, invoice_id is null as is_open from now_so
      union all
      select -1, company_id, txn_at, currency, amount_cents, exceptions, flags, accepted_at, invoice_id is null from before_that
    ) changes
    group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * amount_cents) <> 0 or sum(sign) filter (where exceptions <> '{}') <> 0 or sum(sign) filter (where is_open) <> 0
      or sum(sign) filter (where is_open and flags <> '{}' and accepted_at is null) <> 0 or sum(sign * amount_cents) filter (where is_open) <> 0;
  insert into purchase_entries
    select moved.company_id, moved.day, moved.currency, line.product, moved.province, coalesce(line.unit, ''), sum(sign), sum(sign * line.quantity_milli),
      sum(sign * line.pre_cents), sum(sign * line.amount_cents)
    from (
      select id, company_id, day, currency, province, sum(sign) as sign
      from (
        select 1 as sign, id, company_id, txn_at::date as day, currency, coalesce(province, '') as province from now_so
        union all
        select -1, id, company_id, txn_at::date, currency, coalesce(province, '') from before_that
      ) places
      group by 1, 2, 3, 4, 5 having sum(sign) <> 0
    ) moved join transaction_lines line on line.transaction_id = moved.id
    group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;

-- An amount that changes on an invoice counts as coming there: only a Draft takes it.
create or replace function bill_moved_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_refused bigint;
begin
  if not exists (select from now_so where invoice_id is not null) and not exists (select from before_that where invoice_id is not null) then
    return null;
  end if;
  with moved as (
    select invoice_id, sum(cents) as cents, sum(sign) >= 0 as is_coming
    from (
      select 1 as sign, id, invoice_id, amount_cents as cents from now_so where invoice_id is not null
      union all
      select -1, id, invoice_id, -amount_cents from before_that where invoice_id is not null
    ) sides
    group by id, invoice_id having sum(sign) <> 0 or sum(cents) <> 0
  ), changed as (
    select invoice_id, sum(cents)::bigint as delta, bool_or(is_coming) as is_joined from moved group by invoice_id
  ), followed as (
    update invoices set total_cents = total_cents + changed.delta, updated_at = now()
    from changed
    where invoices.id = changed.invoice_id and (invoices.status = 'DRAFT' or (invoices.status = 'SENT' and not changed.is_joined))
    returning invoices.id
  )
  select count(*) - (select count(*) from followed) into v_refused from changed;
  if v_refused <> 0 then
    raise exception 'transactions come to a Draft and leave an unpaid invoice, nothing else' using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
  return null;
end
$$;
