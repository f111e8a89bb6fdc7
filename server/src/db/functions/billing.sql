-- Invoice totals follow from transactions, and billed transactions do not change (decision 14). The functions that
-- write totals run with the owner's rights: no application role can write these columns (INV-13).

-- Adds amounts to the totals of Drafts. Refuses any other invoice.
create function follow_transactions(p_invoice_ids bigint[], p_deltas bigint[]) returns void
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
    raise exception 'a new transaction can only be added to a Draft'
      using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
end
$$;

-- Adds transactions inserted with an invoice to its total.
create function bill_added_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare v_ids bigint[]; v_deltas bigint[];
begin
  select array_agg(invoice_id), array_agg(delta) into v_ids, v_deltas
  from (select invoice_id, sum(amount_cents)::bigint as delta from added where invoice_id is not null
    group by invoice_id) d;
  if v_ids is not null then perform follow_transactions(v_ids, v_deltas); end if;
  return null;
end
$$;
create trigger transactions_bill_added after insert on transactions
  referencing new table as added for each statement execute function bill_added_transactions();
comment on trigger transactions_bill_added on transactions is
  'Cache: adds inserted transactions to invoices.total_cents.';

-- Updates totals when transactions join or leave an invoice or change their amount. Each transaction decides whether it
-- joins, not the sum: two that cancel out must not join a Sent invoice. A changed amount counts as joining. Rows before
-- and after are grouped, not joined: a cached plan for one row would compare every row with every other.
create function bill_moved_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_refused bigint;
begin
  if not exists (select from now_so where invoice_id is not null)
    and not exists (select from before_that where invoice_id is not null) then
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
    where invoices.id = changed.invoice_id
      and (invoices.status = 'DRAFT' or (invoices.status = 'SENT' and not changed.is_joined))
    returning invoices.id
  )
  select count(*) - (select count(*) from followed) into v_refused from changed;
  if v_refused <> 0 then
    raise exception 'transactions can only join a Draft and only leave an unpaid invoice'
      using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
  return null;
end
$$;
create trigger transactions_bill_moved after update on transactions
  referencing old table as before_that new table as now_so
  for each statement execute function bill_moved_transactions();
comment on trigger transactions_bill_moved on transactions is
  'Cache: updates invoices.total_cents when transactions join, leave or change their amount.';

-- Refuses a change to a billed transaction. Only voiding its invoice releases it (TXN-13, M13).
create function keep_billed_transaction() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'a billed transaction cannot be changed or deleted'
    using errcode = 'check_violation', constraint = 'transactions_billed_stay';
end
$$;
create trigger transactions_billed_stay
  before update of company_id, amount_cents, currency, invoice_id, txn_at, authentication_id, card_id, card_number,
    province, credited_id, flags, accepted_at on transactions
  for each row when (old.invoice_id is not null and new.invoice_id is not null
    and (old.company_id, old.amount_cents, old.currency, old.invoice_id, old.txn_at, old.authentication_id,
        old.card_id, old.card_number, old.province, old.credited_id, old.flags, old.accepted_at)
      is distinct from (new.company_id, new.amount_cents, new.currency, new.invoice_id, new.txn_at,
        new.authentication_id, new.card_id, new.card_number, new.province, new.credited_id, new.flags, new.accepted_at))
  execute function keep_billed_transaction();
comment on trigger transactions_billed_stay on transactions is 'Guard: a billed transaction cannot change.';
create trigger transactions_billed_not_deleted before delete on transactions
  for each row when (old.invoice_id is not null) execute function keep_billed_transaction();
comment on trigger transactions_billed_not_deleted on transactions is 'Guard: a billed transaction cannot be deleted.';

-- Refuses changes to the lines of a billed transaction, including moving a line to it.
create function keep_billed_lines() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (
    select from transactions where id in (old.transaction_id, new.transaction_id) and invoice_id is not null
  ) then
    raise exception 'a billed transaction cannot be changed or deleted'
      using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger transaction_lines_billed_stay before update or delete on transaction_lines
  for each row execute function keep_billed_lines();
comment on trigger transaction_lines_billed_stay on transaction_lines is
  'Guard: lines of a billed transaction cannot be changed or deleted.';

-- Refuses new lines for a billed transaction. Runs once per statement, because imports insert lines by the thousand.
create function keep_billed_whole() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from transactions where id in (select transaction_id from added) and invoice_id is not null) then
    raise exception 'a billed transaction cannot be changed or deleted'
      using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return null;
end
$$;
create trigger transaction_lines_billed_whole after insert on transaction_lines
  referencing new table as added for each statement execute function keep_billed_whole();
comment on trigger transaction_lines_billed_whole on transaction_lines is
  'Guard: a billed transaction cannot get new lines.';

-- Refuses statuses that users cannot set. By hand, a Draft becomes Sent or Void and a Sent invoice becomes Void. The
-- paid statuses follow from payments (INV-5). A void invoice has nothing left to pay, so it is not NSF.
create function guard_invoice_status() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if current_user in ('portal_staff', 'portal_customer')
    and not ((old.status = 'DRAFT' and new.status in ('SENT', 'VOID'))
      or (old.status = 'SENT' and new.status = 'VOID')) then
    raise exception 'an invoice cannot go from % to % by hand', old.status, new.status
      using errcode = 'check_violation', constraint = 'invoices_status_order';
  end if;
  if new.status = 'VOID' then
    new.is_nsf := false;
  end if;
  return new;
end
$$;
create trigger invoices_status_order before update of status on invoices
  for each row when (old.status is distinct from new.status) execute function guard_invoice_status();
comment on trigger invoices_status_order on invoices is 'Guard: by hand, an invoice can only be sent or voided.';

revoke execute on function follow_transactions, bill_added_transactions, bill_moved_transactions,
  keep_billed_transaction, keep_billed_lines, keep_billed_whole, guard_invoice_status from public;
