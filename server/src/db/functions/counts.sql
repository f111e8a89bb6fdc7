-- Counts of cards and transactions as sums of entries (decision 12). Each change appends an entry without waiting for
-- others, and a job folds the entries. Owner's rights, because no role can write there.

-- Counts new cards by company and status.
create function count_added_cards() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_counts (company_id, card_status, count)
    select company_id, card_status, count(*) from added group by 1, 2;
  return null;
end
$$;
create trigger cards_count_added after insert on cards
  referencing new table as added for each statement execute function count_added_cards();
comment on trigger cards_count_added on cards is 'Cache: adds new cards to card_counts.';

-- Subtracts deleted cards.
create function count_removed_cards() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_counts (company_id, card_status, count)
    select company_id, card_status, -count(*) from removed group by 1, 2;
  return null;
end
$$;
create trigger cards_count_removed after delete on cards
  referencing old table as removed for each statement execute function count_removed_cards();
comment on trigger cards_count_removed on cards is 'Cache: subtracts deleted cards from card_counts.';

-- Moves the count of a card whose status or holder changes.
create function count_moved_card() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into card_counts (company_id, card_status, count)
    values (old.company_id, old.card_status, -1), (new.company_id, new.card_status, 1);
  return null;
end
$$;
-- Per row, because only then can columns be named: purchases and refreshes cost nothing this way.
create trigger cards_count_moved after update of company_id, card_status on cards
  for each row when ((old.company_id, old.card_status) is distinct from (new.company_id, new.card_status))
  execute function count_moved_card();
comment on trigger cards_count_moved on cards is
  'Cache: moves a card in card_counts when its status or holder changes.';

-- Folds the entries of a company and status into one. It is one statement, so that readers never count a card twice or
-- miss it. A concurrent call waits, then finds nothing to do.
create function fold_card_counts() returns void language sql security definer
  begin atomic
    with crowded as (
      select company_id, card_status from card_counts group by 1, 2 having count(*) > 1
    ), gone as (
      delete from card_counts using crowded
      where card_counts.company_id = crowded.company_id and card_counts.card_status = crowded.card_status
      returning card_counts.company_id, card_counts.card_status, card_counts.count
    )
    insert into card_counts (company_id, card_status, count)
      select company_id, card_status, sum(count) from gone group by 1, 2 having sum(count) <> 0;
  end;

-- Counts new transactions by company and month.
create function count_added_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_counts (company_id, month, count)
    select company_id, date_trunc('month', txn_at)::date, count(*) from added group by 1, 2;
  return null;
end
$$;
create trigger transactions_count_added after insert on transactions
  referencing new table as added for each statement execute function count_added_transactions();
comment on trigger transactions_count_added on transactions is 'Cache: adds new transactions to transaction_counts.';

-- Subtracts deleted transactions.
create function count_removed_transactions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_counts (company_id, month, count)
    select company_id, date_trunc('month', txn_at)::date, -count(*) from removed group by 1, 2;
  return null;
end
$$;
create trigger transactions_count_removed after delete on transactions
  referencing old table as removed for each statement execute function count_removed_transactions();
comment on trigger transactions_count_removed on transactions is
  'Cache: subtracts deleted transactions from transaction_counts.';

-- Moves the count of a transaction whose company or month changes.
create function count_moved_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_counts (company_id, month, count)
    values (old.company_id, date_trunc('month', old.txn_at)::date, -1),
      (new.company_id, date_trunc('month', new.txn_at)::date, 1);
  return null;
end
$$;
-- Per row, because only then can columns be named: accepting and billing many transactions cost nothing this way.
create trigger transactions_count_moved after update of company_id, txn_at on transactions
  for each row when ((old.company_id, date_trunc('month', old.txn_at))
    is distinct from (new.company_id, date_trunc('month', new.txn_at)))
  execute function count_moved_transaction();
comment on trigger transactions_count_moved on transactions is
  'Cache: moves a transaction in transaction_counts when its company or month changes.';

-- Folds the entries of a company and month into one, like fold_card_counts.
create function fold_transaction_counts() returns void language sql security definer
  begin atomic
    with crowded as (
      select company_id, month from transaction_counts group by 1, 2 having count(*) > 1
    ), gone as (
      delete from transaction_counts using crowded
      where transaction_counts.company_id = crowded.company_id and transaction_counts.month = crowded.month
      returning transaction_counts.company_id, transaction_counts.month, transaction_counts.count
    )
    insert into transaction_counts (company_id, month, count)
      select company_id, month, sum(count) from gone group by 1, 2 having sum(count) <> 0;
  end;

revoke execute on function count_added_cards, count_removed_cards, count_moved_card, fold_card_counts,
  count_added_transactions, count_removed_transactions, count_moved_transaction, fold_transaction_counts from public;
grant execute on function fold_card_counts, fold_transaction_counts to portal_staff;
