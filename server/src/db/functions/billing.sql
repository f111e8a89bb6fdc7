-- What an invoice comes to follows from its rows, and what is billed stays as it is (decision 14). The functions that
-- write totals run with the owner's rights: no role of the application may write these columns (INV-13).

-- Adds new amounts to the totals of Drafts; any other invoice is refused.
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
    raise exception 'a new transaction comes to a Draft, nothing else'
      using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
end
$$;

-- Adds transactions that are inserted with an invoice to its total.
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

-- Moves totals when transactions join an invoice, leave it or change their amount. Joining is decided by each
-- transaction, not by the sign of the sum: two that cancel out must not join a Sent invoice. A changed amount counts as
-- joining. Rows before and after the statement are grouped, never joined: a plan kept from a statement over one row
-- compared each row with each.
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
    raise exception 'transactions come to a Draft and leave an unpaid invoice, nothing else'
      using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
  end if;
  return null;
end
$$;
create trigger transactions_bill_moved after update on transactions
  referencing old table as before_that new table as now_so
  for each statement execute function bill_moved_transactions();
comment on trigger transactions_bill_moved on transactions is
  'Cache: moves invoices.total_cents when transactions join, leave or change their amount.';

-- Refuses a change to a billed transaction. Only its invoice can release it, by becoming void (TXN-13, M13).
create function keep_billed_transaction() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'a billed transaction is neither changed nor deleted'
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
comment on trigger transactions_billed_stay on transactions is 'Guard: a billed transaction does not change.';
create trigger transactions_billed_not_deleted before delete on transactions
  for each row when (old.invoice_id is not null) execute function keep_billed_transaction();
comment on trigger transactions_billed_not_deleted on transactions is 'Guard: a billed transaction is not deleted.';

-- Refuses a change to the lines of a billed transaction, also by moving a line to it.
create function keep_billed_lines() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (
    select from transactions where id in (old.transaction_id, new.transaction_id) and invoice_id is not null
  ) then
    raise exception 'a billed transaction is neither changed nor deleted'
      using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger transaction_lines_billed_stay before update or delete on transaction_lines
  for each row execute function keep_billed_lines();
comment on trigger transaction_lines_billed_stay on transaction_lines is
  'Guard: lines of a billed transaction are neither changed nor deleted.';

-- Refuses new lines for a billed transaction. It runs once per statement, because a file brings lines by the thousand.
create function keep_billed_whole() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from transactions where id in (select transaction_id from added) and invoice_id is not null) then
    raise exception 'a billed transaction is neither changed nor deleted'
      using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return null;
end
$$;
create trigger transaction_lines_billed_whole after insert on transaction_lines
  referencing new table as added for each statement execute function keep_billed_whole();
comment on trigger transaction_lines_billed_whole on transaction_lines is
  'Guard: a billed transaction gets no new lines.';

-- Refuses statuses that people cannot set. An invoice goes from Draft to Sent or Void and from Sent to Void by hand;
-- the paid statuses follow from payments (INV-5). A void invoice has nothing left to pay.
create function guard_invoice_status() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if current_user in ('portal_staff', 'portal_customer')
    and not ((old.status = 'DRAFT' and new.status in ('SENT', 'VOID'))
      or (old.status = 'SENT' and new.status = 'VOID')) then
    raise exception 'an invoice does not go from % to % by hand', old.status, new.status
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
comment on trigger invoices_status_order on invoices is 'Guard: by hand, an invoice is only sent or made void.';

revoke execute on function follow_transactions, bill_added_transactions, bill_moved_transactions,
  keep_billed_transaction, keep_billed_lines, keep_billed_whole, guard_invoice_status from public;
