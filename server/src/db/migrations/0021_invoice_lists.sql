-- Invoices are few and long-lived beside transactions, so every order and filter of their list has its index (INV-1, LIST-1).
create index invoices_status on invoices (status, issued_date, id);
create index invoices_currency on invoices (currency, issued_date, id);
create index invoices_start on invoices (start_date, id);
create index invoices_end on invoices (end_date, id);
create index invoices_total on invoices (total_cents, id);
create index invoices_amount_due on invoices (due_cents, id);

-- Whether transactions may come or go is asked by which way they went, no longer by the sign of the sum: a Sent invoice that is a credit could not be made
-- void, since letting its transactions go raises its total, and two transactions that cancel each other out could be put on any invoice unseen.
create or replace function follow_transactions(p_invoice_ids bigint[], p_deltas bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_expected int;
  v_updated int;
begin
  select count(*) into v_expected from unnest(p_invoice_ids, p_deltas) d (id, delta);
  update invoices set total_cents = total_cents + d.delta, updated_at = now()
  from unnest(p_invoice_ids, p_deltas) d (id, delta)
  where invoices.id = d.id and invoices.status = 'DRAFT';
  get diagnostics v_updated = row_count;
  if v_updated <> v_expected then
    raise exception 'a new transaction comes to a Draft, nothing else' using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
end
$$;
create or replace function bill_moved_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_refused bigint;
begin
  if not exists (select from now_so where invoice_id is not null) and not exists (select from before_that where invoice_id is not null) then
    return null;
  end if;
  with moved as (
    select n.invoice_id as into_id, n.amount_cents as into_cents, b.invoice_id as from_id, b.amount_cents as from_cents
    from now_so n join before_that b on b.id = n.id
    where (n.invoice_id, n.amount_cents) is distinct from (b.invoice_id, b.amount_cents)
  ), changed as (
    select invoice_id, sum(cents)::bigint as delta, bool_or(is_coming) as is_joined
    from (
      select into_id as invoice_id, into_cents as cents, true as is_coming from moved where into_id is not null
      union all
      select from_id, -from_cents, false from moved where from_id is not null
    ) m group by invoice_id
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
