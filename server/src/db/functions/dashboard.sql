-- The sums behind the dashboard (DASH-1). Each statement appends its changes to transaction_entries and
-- purchase_entries. A job folds the entries into sums by company and over all companies; readers add both. Entries are
-- grouped per statement, so that an import pays per group, not per row. Owner's rights, because no role can write
-- there. A purchase billed again at a corrected price (RECV-3) counts once, at the first price; what is unbilled counts
-- in full.

-- Adds new transactions.
create function sum_added_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_entries
    select company_id, txn_at::date, currency, count(*) filter (where source <> 'rebill'),
      coalesce(sum(amount_cents) filter (where source <> 'rebill'), 0), count(*) filter (where exceptions <> '{}'),
      count(*) filter (where invoice_id is null and flags <> '{}' and accepted_at is null),
      count(*) filter (where invoice_id is null), coalesce(sum(amount_cents) filter (where invoice_id is null), 0)
    from added group by 1, 2, 3;
  return null;
end
$$;
create trigger transactions_sum_added after insert on transactions
  referencing new table as added for each statement execute function sum_added_transactions();
comment on trigger transactions_sum_added on transactions is 'Cache: adds new transactions to transaction_entries.';

-- Subtracts deleted transactions.
create function sum_removed_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_entries
    select company_id, txn_at::date, currency, -count(*) filter (where source <> 'rebill'),
      -coalesce(sum(amount_cents) filter (where source <> 'rebill'), 0),
      -count(*) filter (where exceptions <> '{}'),
      -count(*) filter (where invoice_id is null and flags <> '{}' and accepted_at is null),
      -count(*) filter (where invoice_id is null), -coalesce(sum(amount_cents) filter (where invoice_id is null), 0)
    from removed group by 1, 2, 3;
  return null;
end
$$;
create trigger transactions_sum_removed after delete on transactions
  referencing old table as removed for each statement execute function sum_removed_transactions();
comment on trigger transactions_sum_removed on transactions is
  'Cache: subtracts deleted transactions from transaction_entries.';

-- Moves changed transactions. Rows before and after are grouped, not joined: a cached plan for one row would compare
-- every row with every other.
create function sum_changed_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_entries
    select company_id, txn_at::date, currency, coalesce(sum(sign) filter (where is_first), 0),
      coalesce(sum(sign * amount_cents) filter (where is_first), 0),
      coalesce(sum(sign) filter (where exceptions <> '{}'), 0),
      coalesce(sum(sign) filter (where is_open and flags <> '{}' and accepted_at is null), 0),
      coalesce(sum(sign) filter (where is_open), 0), coalesce(sum(sign * amount_cents) filter (where is_open), 0)
    from (
      select 1 as sign, company_id, txn_at, currency, amount_cents, exceptions, flags, accepted_at,
        invoice_id is null as is_open, source <> 'rebill' as is_first from now_so
      union all
      select -1, company_id, txn_at, currency, amount_cents, exceptions, flags, accepted_at, invoice_id is null,
        source <> 'rebill' from before_that
    ) changes
    group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * amount_cents) <> 0 or sum(sign) filter (where exceptions <> '{}') <> 0
      or sum(sign) filter (where is_open) <> 0
      or sum(sign) filter (where is_open and flags <> '{}' and accepted_at is null) <> 0
      or sum(sign * amount_cents) filter (where is_open) <> 0;
  return null;
end
$$;
create trigger transactions_sum_changed after update on transactions
  referencing old table as before_that new table as now_so
  for each statement execute function sum_changed_transactions();
comment on trigger transactions_sum_changed on transactions is
  'Cache: moves changed transactions in transaction_entries.';

-- Takes the lines along of a transaction whose company, day, currency, province or source changes.
create function sum_moved_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select side.company_id, side.txn_at::date, side.currency, product, coalesce(side.province, ''), coalesce(unit, ''),
      sum(sign), sum(sign * quantity_milli), sum(sign * pre_cents), sum(sign * line.amount_cents),
      coalesce(sum(sign) filter (where cost_pre_cents is not null), 0),
      coalesce(sum(sign * quantity_milli) filter (where cost_pre_cents is not null), 0),
      coalesce(sum(sign * pre_cents) filter (where cost_pre_cents is not null), 0),
      coalesce(sum(sign * cost_pre_cents), 0)
    from (values (1, new.company_id, new.txn_at, new.currency, new.province, new.source),
        (-1, old.company_id, old.txn_at, old.currency, old.province, old.source)
      ) side (sign, company_id, txn_at, currency, province, source)
      join transaction_lines line on line.transaction_id = new.id
    where side.source <> 'rebill' group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;
-- Per row, because only then can columns be named: accepting, billing and repricing many transactions cost nothing this way.
create trigger transactions_sum_moved after update of company_id, txn_at, currency, province, source on transactions
  for each row when ((old.company_id, old.txn_at::date, old.currency, old.province, old.source)
    is distinct from (new.company_id, new.txn_at::date, new.currency, new.province, new.source))
  execute function sum_moved_lines();
comment on trigger transactions_sum_moved on transactions is
  'Cache: moves the lines of a moved transaction in purchase_entries.';

-- Subtracts the lines of a transaction before it is deleted. Afterwards its company, day and currency are gone.
create function sum_leaving_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select old.company_id, old.txn_at::date, old.currency, product, coalesce(old.province, ''), coalesce(unit, ''),
      -count(*), -sum(quantity_milli), -sum(pre_cents), -sum(amount_cents), -count(cost_pre_cents),
      -coalesce(sum(quantity_milli) filter (where cost_pre_cents is not null), 0),
      -coalesce(sum(pre_cents) filter (where cost_pre_cents is not null), 0), -coalesce(sum(cost_pre_cents), 0)
    from transaction_lines where transaction_id = old.id and old.source <> 'rebill' group by product, unit;
  return old;
end
$$;
create trigger transactions_sum_leaving before delete on transactions for each row execute function sum_leaving_lines();
comment on trigger transactions_sum_leaving on transactions is
  'Cache: subtracts the lines of a deleted transaction from purchase_entries.';

-- Adds new lines to the sums of their transaction.
create function sum_added_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select head.company_id, head.txn_at::date, head.currency, line.product, coalesce(head.province, ''),
      coalesce(line.unit, ''), count(*), sum(line.quantity_milli), sum(line.pre_cents), sum(line.amount_cents),
      count(line.cost_pre_cents), coalesce(sum(line.quantity_milli) filter (where line.cost_pre_cents is not null), 0),
      coalesce(sum(line.pre_cents) filter (where line.cost_pre_cents is not null), 0),
      coalesce(sum(line.cost_pre_cents), 0)
    from added line join transactions head on head.id = line.transaction_id and head.source <> 'rebill'
    group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;
create trigger transaction_lines_sum_added after insert on transaction_lines
  referencing new table as added for each statement execute function sum_added_lines();
comment on trigger transaction_lines_sum_added on transaction_lines is 'Cache: adds new lines to purchase_entries.';

-- Subtracts deleted lines. Lines deleted with their transaction are already subtracted, and the join does not find
-- them.
create function sum_removed_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select head.company_id, head.txn_at::date, head.currency, line.product, coalesce(head.province, ''),
      coalesce(line.unit, ''), -count(*), -sum(line.quantity_milli), -sum(line.pre_cents), -sum(line.amount_cents),
      -count(line.cost_pre_cents), -coalesce(sum(line.quantity_milli) filter (where line.cost_pre_cents is not null), 0),
      -coalesce(sum(line.pre_cents) filter (where line.cost_pre_cents is not null), 0),
      -coalesce(sum(line.cost_pre_cents), 0)
    from removed line join transactions head on head.id = line.transaction_id and head.source <> 'rebill'
    group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;
create trigger transaction_lines_sum_removed after delete on transaction_lines
  referencing old table as removed for each statement execute function sum_removed_lines();
comment on trigger transaction_lines_sum_removed on transaction_lines is
  'Cache: subtracts deleted lines from purchase_entries.';

-- Moves changed lines.
create function sum_changed_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select head.company_id, head.txn_at::date, head.currency, line.product, coalesce(head.province, ''),
      coalesce(line.unit, ''), sum(sign),
      sum(sign * line.quantity_milli), sum(sign * line.pre_cents), sum(sign * line.amount_cents),
      coalesce(sum(sign) filter (where line.cost_pre_cents is not null), 0),
      coalesce(sum(sign * line.quantity_milli) filter (where line.cost_pre_cents is not null), 0),
      coalesce(sum(sign * line.pre_cents) filter (where line.cost_pre_cents is not null), 0),
      coalesce(sum(sign * line.cost_pre_cents), 0)
    from (
      select 1 as sign, transaction_id, product, unit, quantity_milli, pre_cents, amount_cents, cost_pre_cents
        from now_so
      union all
      select -1, transaction_id, product, unit, quantity_milli, pre_cents, amount_cents, cost_pre_cents
        from before_that
    ) line join transactions head on head.id = line.transaction_id and head.source <> 'rebill'
    group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or sum(sign * line.quantity_milli) <> 0 or sum(sign * line.pre_cents) <> 0
      or sum(sign * line.amount_cents) <> 0 or sum(sign * line.cost_pre_cents) <> 0
      or sum(sign) filter (where line.cost_pre_cents is not null) <> 0
      or sum(sign * line.quantity_milli) filter (where line.cost_pre_cents is not null) <> 0
      or sum(sign * line.pre_cents) filter (where line.cost_pre_cents is not null) <> 0;
  return null;
end
$$;
create trigger transaction_lines_sum_changed after update on transaction_lines
  referencing old table as before_that new table as now_so for each statement execute function sum_changed_lines();
comment on trigger transaction_lines_sum_changed on transaction_lines is
  'Cache: moves changed lines in purchase_entries.';

-- Refuses a statement that moves a transaction and changes its lines: the lines would be counted in the wrong place. A
-- statement stores its table in a setting and clears it afterwards. A second table found in between belongs to the same
-- statement.
create function begin_change_apart() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if current_setting('portal.changing', true) not in ('', tg_table_name) then
    raise exception 'a transaction and its lines must change in separate statements'
      using errcode = 'check_violation', constraint = 'transactions_apart_from_lines';
  end if;
  perform set_config('portal.changing', tg_table_name, true);
  return null;
end
$$;

-- Clears the setting of begin_change_apart.
create function end_change_apart() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  perform set_config('portal.changing', '', true);
  return null;
end
$$;
create trigger transactions_apart_begin before update of company_id, txn_at, currency, province on transactions
  for each statement execute function begin_change_apart();
comment on trigger transactions_apart_begin on transactions is
  'Guard: a statement that changes lines cannot move a transaction.';
create trigger transactions_apart_end after update of company_id, txn_at, currency, province on transactions
  for each statement execute function end_change_apart();
comment on trigger transactions_apart_end on transactions is 'Guard: clears the setting of transactions_apart_begin.';
create trigger transaction_lines_apart_begin before insert or update or delete on transaction_lines
  for each statement execute function begin_change_apart();
comment on trigger transaction_lines_apart_begin on transaction_lines is
  'Guard: a statement that moves a transaction cannot change lines.';
create trigger transaction_lines_apart_end after insert or update or delete on transaction_lines
  for each statement execute function end_change_apart();
comment on trigger transaction_lines_apart_end on transaction_lines is
  'Guard: clears the setting of transaction_lines_apart_begin.';

-- Empties all sums when the transactions are truncated.
create function empty_dashboard_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  truncate purchase_entries, purchase_sums, purchase_totals, transaction_entries, transaction_sums, transaction_totals;
  return null;
end
$$;
create trigger transactions_sum_none after truncate on transactions for each statement
  execute function empty_dashboard_sums();
comment on trigger transactions_sum_none on transactions is 'Cache: empties the sums when transactions are truncated.';

-- Folds the entries into the sums. Each statement moves entries into the sums at once, so that readers never count one
-- twice or miss it. A concurrent call waits, then finds nothing to do.
create function fold_dashboard_sums() returns void language sql security definer
  begin atomic
    with gone as (
      delete from purchase_entries returning *
    ), by_company as (
      insert into purchase_sums as kept
        select company_id, day, currency, product, province, unit, sum(lines), sum(quantity_milli), sum(pre_cents),
          sum(amount_cents), sum(costed_lines), sum(costed_milli), sum(costed_pre_cents), sum(cost_cents)
        from gone group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (company_id, day, currency, product, province, unit) do update
        set lines = kept.lines + excluded.lines, quantity_milli = kept.quantity_milli + excluded.quantity_milli,
        pre_cents = kept.pre_cents + excluded.pre_cents, amount_cents = kept.amount_cents + excluded.amount_cents,
        costed_lines = kept.costed_lines + excluded.costed_lines,
        costed_milli = kept.costed_milli + excluded.costed_milli,
        costed_pre_cents = kept.costed_pre_cents + excluded.costed_pre_cents,
        cost_cents = kept.cost_cents + excluded.cost_cents
    )
    insert into purchase_totals as kept
      select day, currency, product, province, unit, sum(lines), sum(quantity_milli), sum(pre_cents), sum(amount_cents),
        sum(costed_lines), sum(costed_milli), sum(costed_pre_cents), sum(cost_cents)
      from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, currency, product, province, unit) do update set lines = kept.lines + excluded.lines,
      quantity_milli = kept.quantity_milli + excluded.quantity_milli, pre_cents = kept.pre_cents + excluded.pre_cents,
      amount_cents = kept.amount_cents + excluded.amount_cents, costed_lines = kept.costed_lines + excluded.costed_lines,
      costed_milli = kept.costed_milli + excluded.costed_milli,
      costed_pre_cents = kept.costed_pre_cents + excluded.costed_pre_cents,
      cost_cents = kept.cost_cents + excluded.cost_cents;
    with gone as (
      delete from transaction_entries returning *
    ), by_company as (
      insert into transaction_sums as kept
        select company_id, day, currency, sum(transactions), sum(amount_cents), sum(exceptions), sum(to_review),
          sum(unbilled), sum(unbilled_cents)
        from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (company_id, day, currency) do update set transactions = kept.transactions + excluded.transactions,
        amount_cents = kept.amount_cents + excluded.amount_cents,
        exceptions = kept.exceptions + excluded.exceptions, to_review = kept.to_review + excluded.to_review,
        unbilled = kept.unbilled + excluded.unbilled, unbilled_cents = kept.unbilled_cents + excluded.unbilled_cents
    )
    insert into transaction_totals as kept
      select day, currency, sum(transactions), sum(amount_cents), sum(exceptions), sum(to_review), sum(unbilled),
        sum(unbilled_cents)
      from gone group by 1, 2 order by 1, 2
    on conflict (day, currency) do update set transactions = kept.transactions + excluded.transactions,
      amount_cents = kept.amount_cents + excluded.amount_cents,
      exceptions = kept.exceptions + excluded.exceptions, to_review = kept.to_review + excluded.to_review,
      unbilled = kept.unbilled + excluded.unbilled, unbilled_cents = kept.unbilled_cents + excluded.unbilled_cents;
  end;

-- The last day of purchases from files, of any company (UX-11). With the owner's rights: a customer's own last purchase
-- does not say how far the files go, and a day reveals nothing about other companies.
create function purchases_known_until() returns date language sql stable security definer
  begin atomic
    select last.txn_at::date from transactions last where source = 'import' order by last.txn_at desc limit 1;
  end;

revoke execute on function sum_added_transactions, sum_removed_transactions, sum_changed_transactions,
  sum_moved_lines, sum_leaving_lines, sum_added_lines, sum_removed_lines, sum_changed_lines, begin_change_apart, end_change_apart,
  empty_dashboard_sums, fold_dashboard_sums, purchases_known_until from public;
grant execute on function fold_dashboard_sums to portal_staff;
grant execute on function purchases_known_until to portal_customer, portal_staff;
