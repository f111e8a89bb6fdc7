-- How many transactions a company has by month, as the sum of its entries, like the counts of the cards (decision 12): staff's whole list has an exact total,
-- and a far page of it knows in which month it begins.
create table transaction_counts (
  company_id bigint not null references companies,
  month date not null,
  count bigint not null
);
create index transaction_counts_company on transaction_counts (company_id, month) include (count);
alter table transaction_counts enable row level security;
create policy own on transaction_counts to portal_customer using (company_id = (select acting_company()));
create policy staff on transaction_counts to portal_staff using (true);
grant select on transaction_counts to portal_customer, portal_staff;
insert into transaction_counts (company_id, month, count)
  select company_id, date_trunc('month', txn_at)::date, count(*) from transactions group by 1, 2;

-- With the owner's rights, so that nobody else needs to write there.
create function count_added_transactions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_counts (company_id, month, count) select company_id, date_trunc('month', txn_at)::date, count(*) from added group by 1, 2;
  return null;
end
$$;
create function count_removed_transactions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_counts (company_id, month, count) select company_id, date_trunc('month', txn_at)::date, -count(*) from removed group by 1, 2;
  return null;
end
$$;
create function count_moved_transaction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into transaction_counts (company_id, month, count)
    values (old.company_id, date_trunc('month', old.txn_at)::date, -1), (new.company_id, date_trunc('month', new.txn_at)::date, 1);
  return null;
end
$$;
create trigger transactions_count_added after insert on transactions
  referencing new table as added for each statement execute function count_added_transactions();
create trigger transactions_count_removed after delete on transactions
  referencing old table as removed for each statement execute function count_removed_transactions();
-- For each row, since the columns are named here: accepting and billing, which touch many at once, then cost nothing.
create trigger transactions_count_moved after update of company_id, txn_at on transactions
  for each row when ((old.company_id, date_trunc('month', old.txn_at)) is distinct from (new.company_id, date_trunc('month', new.txn_at)))
  execute function count_moved_transaction();

-- One statement, so no reader sees a transaction twice or not at all.
create function fold_transaction_counts() returns void language sql security definer
  begin atomic
    with crowded as (
      select company_id, month from transaction_counts group by 1, 2 having count(*) > 1
    ), gone as (
      delete from transaction_counts using crowded
      where transaction_counts.company_id = crowded.company_id and transaction_counts.month = crowded.month
      returning transaction_counts.company_id, transaction_counts.month, transaction_counts.count
    )
    insert into transaction_counts (company_id, month, count) select company_id, month, sum(count) from gone group by 1, 2 having sum(count) <> 0;
  end;
revoke execute on function count_added_transactions(), count_removed_transactions(), count_moved_transaction(), fold_transaction_counts() from public;
grant execute on function fold_transaction_counts() to portal_staff;

-- The transactions of a card are asked for by the number that they were made with; the card's own may change or go, and they stay.
create index transactions_card_number on transactions (card_number, txn_at, id);
