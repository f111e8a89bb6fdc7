-- Invoice totals follow from transactions, and billed transactions do not change (decision 14). The functions that
-- write totals run with the owner's rights: no application role can write these columns (INV-13).

-- Adds amounts to the totals of invoices, of their company and currency (M7, M10). Transactions join only Drafts, and leave
-- only Drafts and unpaid invoices. A Draft that this transaction made with the total of its first transactions, which are
-- not listed yet, is not written again, with all of its indexes.
create function follow_transactions(p_invoice_ids bigint[], p_company_ids bigint[], p_currencies text[], p_deltas bigint[],
    p_are_joined boolean[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_updated int;
begin
  if cardinality(p_invoice_ids) = 1 and exists (
    select from invoices i
    where (i.id, i.company_id, i.currency) = (p_invoice_ids[1], p_company_ids[1], p_currencies[1]) and i.status = 'DRAFT'
      and i.total_cents = p_deltas[1] and i.total_cents <> 0 and i.changed_xid = pg_current_xact_id()
      and not exists (select from billed_transactions b where b.invoice_id = i.id)
  ) then
    return;
  end if;
  update invoices set total_cents = total_cents + d.delta, updated_at = now()
  from unnest(p_invoice_ids, p_company_ids, p_currencies, p_deltas, p_are_joined) d (id, company_id, currency, delta, is_joined)
  where invoices.id = d.id and invoices.company_id = d.company_id and invoices.currency = d.currency
    and (invoices.status = 'DRAFT' or (invoices.status = 'SENT' and not d.is_joined));
  get diagnostics v_updated = row_count;
  if v_updated = cardinality(p_invoice_ids) then return; end if;
  if exists (
    select from unnest(p_invoice_ids, p_company_ids, p_currencies) d (id, company_id, currency)
    where not exists (select from invoices
      where invoices.id = d.id and invoices.company_id = d.company_id and invoices.currency = d.currency)
  ) then
    raise foreign_key_violation using message = 'an invoice is of its transactions'' company and currency',
      constraint = 'transactions_one_invoice';
  end if;
  raise exception 'transactions can only join a Draft and only leave an unpaid invoice'
    using errcode = 'check_violation', constraint = 'invoices_only_drafts_change';
end
$$;

-- Makes a Draft with its transactions, which the caller has locked. They add up to its total, and all of them join it.
create function create_draft(p_company_id bigint, p_number text, p_currency text, p_issued date, p_due_days int, p_start date,
    p_end date, p_language text, p_bill_to jsonb, p_run_id bigint, p_total bigint, p_ids bigint[]) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_id bigint;
  v_joined int;
begin
  insert into invoices (company_id, invoice_number, currency, issued_date, due_date, due_days, start_date, end_date, language,
      bill_to, billing_run_id, total_cents)
    values (p_company_id, p_number, p_currency, p_issued, p_issued + p_due_days, p_due_days, p_start, p_end, p_language,
      p_bill_to, p_run_id, p_total)
    returning id into v_id;
  update transactions set invoice_id = v_id, version = version + 1, updated_at = now()
    where id = any(p_ids) and invoice_id is null;
  get diagnostics v_joined = row_count;
  if v_joined = 0 or v_joined <> cardinality(p_ids) or p_total is distinct from (select total_cents from invoices where id = v_id)
  then
    raise exception '% got % of % transactions, or another total than theirs', p_number, v_joined, cardinality(p_ids)
      using errcode = 'check_violation', constraint = 'invoices_whole_drafts';
  end if;
  return v_id;
end
$$;

-- Adds transactions inserted with an invoice to its total.
create function bill_added_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from added where invoice_id is not null) then
    perform follow_transactions(array_agg(invoice_id), array_agg(company_id), array_agg(currency), array_agg(delta),
        array_agg(true))
      from (select invoice_id, company_id, currency, sum(amount_cents)::bigint as delta
        from added where invoice_id is not null group by 1, 2, 3) changed;
  end if;
  return null;
end
$$;
create trigger transactions_bill_added after insert on transactions
  referencing new table as added for each statement execute function bill_added_transactions();
comment on trigger transactions_bill_added on transactions is
  'Cache: adds inserted transactions to invoices.total_cents. Guard: the invoice is a Draft of their company and currency.';

-- Updates totals when transactions join or leave an invoice or change their amount. Each transaction decides whether it
-- joins, not the sum: two that cancel out must not join a Sent invoice. A changed amount counts as joining. Rows before
-- and after are grouped, not joined: a cached plan for one row would compare every row with every other.
create function bill_moved_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from before_that where invoice_id is not null) then
    perform follow_transactions(array_agg(invoice_id), array_agg(company_id), array_agg(currency), array_agg(delta),
        array_agg(is_joined))
      from (
        select invoice_id, company_id, currency, sum(cents)::bigint as delta, bool_or(is_coming) as is_joined
        from (
          select invoice_id, company_id, currency, sum(cents) as cents, sum(sign) >= 0 as is_coming
          from (
            select 1 as sign, id, invoice_id, company_id, currency, amount_cents as cents
              from now_so where invoice_id is not null
            union all
            select -1, id, invoice_id, company_id, currency, -amount_cents from before_that where invoice_id is not null
          ) sides
          group by id, invoice_id, company_id, currency having sum(sign) <> 0 or sum(cents) <> 0
        ) moved group by 1, 2, 3
      ) changed having count(*) > 0;
  elsif exists (select from now_so where invoice_id is not null) then
    perform follow_transactions(array_agg(invoice_id), array_agg(company_id), array_agg(currency), array_agg(delta),
        array_agg(true))
      from (select invoice_id, company_id, currency, sum(amount_cents)::bigint as delta
        from now_so where invoice_id is not null group by 1, 2, 3) changed;
  end if;
  return null;
end
$$;
create trigger transactions_bill_moved after update on transactions
  referencing old table as before_that new table as now_so
  for each statement execute function bill_moved_transactions();
comment on trigger transactions_bill_moved on transactions is
  'Cache: updates invoices.total_cents when transactions join, leave or change their amount. Guard: the invoice is of their company and currency.';

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

-- Refuses new lines for a billed transaction, and changes to its lines, including moving a line to it. Once per statement,
-- because imports insert lines by the thousand and a rate file reprices as many.
create function keep_billed_whole() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (
    select from transactions where id = any(array(select distinct transaction_id from touched)) and invoice_id is not null
  ) then
    raise exception 'a billed transaction cannot be changed or deleted'
      using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return null;
end
$$;
create trigger transaction_lines_billed_whole after insert on transaction_lines
  referencing new table as touched for each statement execute function keep_billed_whole();
comment on trigger transaction_lines_billed_whole on transaction_lines is
  'Guard: a billed transaction cannot get new lines.';
create trigger transaction_lines_billed_kept after delete on transaction_lines
  referencing old table as touched for each statement execute function keep_billed_whole();
comment on trigger transaction_lines_billed_kept on transaction_lines is
  'Guard: lines of a billed transaction cannot be deleted.';

-- The same for changed lines, where they were and where they are.
create function keep_billed_lines() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (
    select from transactions
    where id = any(array(select transaction_id from before_that union select transaction_id from now_so))
      and invoice_id is not null
  ) then
    raise exception 'a billed transaction cannot be changed or deleted'
      using errcode = 'check_violation', constraint = 'transactions_billed_stay';
  end if;
  return null;
end
$$;
create trigger transaction_lines_billed_stay after update on transaction_lines
  referencing old table as before_that new table as now_so for each statement execute function keep_billed_lines();
comment on trigger transaction_lines_billed_stay on transaction_lines is
  'Guard: lines of a billed transaction cannot be changed.';

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

-- Which transactions are on an invoice and which are on none, in two tables of their own: an index on transactions that names
-- their invoice would make billing write all of its indexes (decision 67).

-- Lists new transactions.
create function list_added_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into unbilled_transactions
    select id, company_id, currency, txn_at from added where invoice_id is null;
  insert into billed_transactions
    select id, invoice_id, company_id, txn_at from added where invoice_id is not null;
  return null;
end
$$;
create trigger transactions_list_added after insert on transactions
  referencing new table as added for each statement execute function list_added_transactions();
comment on trigger transactions_list_added on transactions is
  'Cache: adds new transactions to unbilled_transactions or billed_transactions.';

-- Lists transactions that joined or left an invoice. Rows before and after are grouped, not joined: a cached plan for one
-- row would compare every row with every other. Where none was billed before, as in a billing run, nothing is compared.
create function list_changed_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_joined bigint[];
  v_left bigint[];
begin
  if not exists (select from before_that where invoice_id is not null) then
    if exists (select from now_so where invoice_id is not null) then
      delete from unbilled_transactions
        where transaction_id = any(array(select id from now_so where invoice_id is not null));
      insert into billed_transactions
        select id, invoice_id, company_id, txn_at from now_so where invoice_id is not null;
    end if;
    return null;
  end if;
  select array_agg(id) filter (where sign > 0), array_agg(id) filter (where sign < 0) into v_joined, v_left
    from (
      select id, sum(sign) as sign
      from (
        select id, invoice_id, 1 as sign from now_so union all select id, invoice_id, -1 from before_that
      ) sides
      where invoice_id is not null group by id, invoice_id having sum(sign) <> 0
    ) moved;
  delete from billed_transactions where transaction_id = any(v_left);
  delete from unbilled_transactions where transaction_id = any(v_joined);
  insert into unbilled_transactions
    select t.id, company_id, currency, txn_at from unnest(v_left) gone (id) join transactions t on t.id = gone.id
    where invoice_id is null;
  insert into billed_transactions
    select t.id, invoice_id, company_id, txn_at from unnest(v_joined) come (id) join transactions t on t.id = come.id;
  return null;
end
$$;
create trigger transactions_list_changed after update on transactions
  referencing old table as before_that new table as now_so
  for each statement execute function list_changed_transactions();
comment on trigger transactions_list_changed on transactions is
  'Cache: moves transactions between unbilled_transactions and billed_transactions.';

-- Follows a transaction that goes to another company, currency or time. Only the owner can move a billed one.
create function list_moved_transaction() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.invoice_id is null then
    update unbilled_transactions set company_id = new.company_id, currency = new.currency, txn_at = new.txn_at
      where transaction_id = new.id;
  else
    update billed_transactions set company_id = new.company_id, txn_at = new.txn_at where transaction_id = new.id;
  end if;
  return null;
end
$$;
create trigger transactions_list_moved after update of company_id, currency, txn_at on transactions
  for each row when ((old.company_id, old.currency, old.txn_at) is distinct from (new.company_id, new.currency, new.txn_at))
  execute function list_moved_transaction();
comment on trigger transactions_list_moved on transactions is
  'Cache: follows the company, currency and time of a transaction in unbilled_transactions or billed_transactions.';

-- Forgets deleted transactions.
create function unlist_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from unbilled_transactions where transaction_id = any(array(select id from removed where invoice_id is null));
  delete from billed_transactions where transaction_id = any(array(select id from removed where invoice_id is not null));
  return null;
end
$$;
create trigger transactions_list_removed after delete on transactions
  referencing old table as removed for each statement execute function unlist_transactions();
comment on trigger transactions_list_removed on transactions is
  'Cache: removes deleted transactions from unbilled_transactions and billed_transactions.';

-- Empties both when the transactions are truncated.
create function unlist_all_transactions() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  truncate unbilled_transactions, billed_transactions;
  return null;
end
$$;
create trigger transactions_list_none after truncate on transactions for each statement
  execute function unlist_all_transactions();
comment on trigger transactions_list_none on transactions is
  'Cache: empties unbilled_transactions and billed_transactions with the transactions.';

revoke execute on function follow_transactions, create_draft, bill_added_transactions, bill_moved_transactions,
  keep_billed_transaction, keep_billed_lines, keep_billed_whole, guard_invoice_status, list_added_transactions, list_changed_transactions,
  list_moved_transaction, unlist_transactions, unlist_all_transactions from public;
grant execute on function create_draft to portal_staff;
