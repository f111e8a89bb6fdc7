-- What changed since, for programs that keep a copy of lists (INTEG-2, decision 60). A record has the number of the
-- transaction that changed it last, and `changes` has the records of each transaction. Owner's rights, because no role can
-- write there.

-- Marks a record as changed by this transaction. Its time of change rises with each transaction that changes it, also if
-- an earlier one ends later. The owner may set another time.
create function stamp_change() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if new.updated_at = old.updated_at or new.updated_at = now() then
    new.updated_at := greatest(now(),
      case when old.changed_xid = pg_current_xact_id() then old.updated_at else old.updated_at + interval '1 microsecond' end);
  end if;
  new.changed_xid := pg_current_xact_id();
  return new;
end
$$;
-- Balances do not count (FORM-7): a statement that sets only them does not fire it.
create trigger cards_stamped before update of company_id, card_number, card_issue_date, plastic_type, uom, driver_name, driver_id,
    other_id, commercial_driver_license, vehicle_assigned_to_card, trailer_number, card_type, card_status, card_group, odometer,
    trip_number, usage_above_volume_limits, cash_advance_type, cash_refresh_days, refreshing_cash_limits_cents,
    daily_card_limit_cents, daily_cash_limit_cents, increment_dash_cash_amount_cents, dash_cash_memo, weekly_product_refresh,
    weekly_product_refresh_money_amount_cents, weekly_fuel_quantity_limit_milli, weekly_vehicle_quantity_refresh_day,
    daily_vehicle_quantity_limit_in_gallons_milli, transaction_fuel_quantity_limits_milli, non_highway_fuel_limit_milli,
    non_highway_fuel_daily_quantity_limit_milli, non_highway_fuel_weekly_quantity_limit_milli,
    non_highway_fuel_weekly_refresh_day, version, closed_at on cards
  for each row when (old.* is distinct from new.*) execute function stamp_change();
comment on trigger cards_stamped on cards is 'Cache: marks a changed card. Draws and refreshes of balances do not count.';
create trigger transactions_stamped before update on transactions
  for each row when (old.* is distinct from new.*) execute function stamp_change();
comment on trigger transactions_stamped on transactions is 'Cache: marks a changed transaction.';
-- A condition cannot read generated columns, which invoices have.
create trigger invoices_stamped before update on invoices for each row execute function stamp_change();
comment on trigger invoices_stamped on invoices is 'Cache: marks a changed invoice.';
create trigger settlements_stamped before update on settlements
  for each row when (old.* is distinct from new.*) execute function stamp_change();
comment on trigger settlements_stamped on settlements is 'Cache: marks a payment that was reversed.';
create trigger customers_stamped before update on customers
  for each row when (old.* is distinct from new.*) execute function stamp_change();
comment on trigger customers_stamped on customers is 'Cache: marks a changed customer.';

-- A customer's name, brand and status are its company's.
create function stamp_customer() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update customers set updated_at = now(), changed_xid = '0' where company_id = new.id;
  return null;
end
$$;
create trigger companies_customer_stamped after update of name, brand, status on companies
  for each row when ((old.name, old.brand, old.status) is distinct from (new.name, new.brand, new.status))
  execute function stamp_customer();
comment on trigger companies_customer_stamped on companies is
  'Cache: marks the customer whose company''s name, brand or status changed.';

-- Notes what a statement inserted or changed, once per company. The argument is the list.
create function note_changes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into changes (kind, company_id, ids)
    select tg_argv[0], company_id, array_agg(id) from changed where changed_xid = pg_current_xact_id() group by company_id;
  return null;
end
$$;
create trigger cards_changes_added after insert on cards
  referencing new table as changed for each statement execute function note_changes('cards');
comment on trigger cards_changes_added on cards is 'Cache: notes new cards in changes.';
create trigger cards_changes_changed after update on cards
  referencing new table as changed for each statement execute function note_changes('cards');
comment on trigger cards_changes_changed on cards is 'Cache: notes changed cards in changes.';
create trigger transactions_changes_added after insert on transactions
  referencing new table as changed for each statement execute function note_changes('transactions');
comment on trigger transactions_changes_added on transactions is 'Cache: notes new transactions in changes.';
create trigger transactions_changes_changed after update on transactions
  referencing new table as changed for each statement execute function note_changes('transactions');
comment on trigger transactions_changes_changed on transactions is 'Cache: notes changed transactions in changes.';
create trigger invoices_changes_added after insert on invoices
  referencing new table as changed for each statement execute function note_changes('invoices');
comment on trigger invoices_changes_added on invoices is 'Cache: notes new invoices in changes.';
create trigger invoices_changes_changed after update on invoices
  referencing new table as changed for each statement execute function note_changes('invoices');
comment on trigger invoices_changes_changed on invoices is 'Cache: notes changed invoices in changes.';

-- Of the settlements, only payments are a list.
create function note_changed_payments() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into changes (kind, company_id, ids)
    select 'payments', company_id, array_agg(id) from changed
    where changed_xid = pg_current_xact_id() and kind = 'payment' group by company_id;
  return null;
end
$$;
create trigger settlements_changes_added after insert on settlements
  referencing new table as changed for each statement execute function note_changed_payments();
comment on trigger settlements_changes_added on settlements is 'Cache: notes new payments in changes.';
create trigger settlements_changes_changed after update on settlements
  referencing new table as changed for each statement execute function note_changed_payments();
comment on trigger settlements_changes_changed on settlements is 'Cache: notes reversed payments in changes.';

-- A customer has the id of its company.
create function note_changed_customers() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into changes (kind, company_id, ids)
    select 'customers', company_id, array[company_id] from changed where changed_xid = pg_current_xact_id();
  return null;
end
$$;
create trigger customers_changes_added after insert on customers
  referencing new table as changed for each statement execute function note_changed_customers();
comment on trigger customers_changes_added on customers is 'Cache: notes new customers in changes.';
create trigger customers_changes_changed after update on customers
  referencing new table as changed for each statement execute function note_changed_customers();
comment on trigger customers_changes_changed on customers is 'Cache: notes changed customers in changes.';

-- Notes deleted records.
create function note_deleted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into changes (kind, company_id, ids)
    select tg_argv[0], company_id, array_agg(id) from removed group by company_id;
  insert into changes_gone (kind, record_id, company_id, is_deleted)
    select tg_argv[0], id, company_id, true from removed
  on conflict (kind, record_id, company_id) do update
    set is_deleted = true, xid = excluded.xid, noted_at = excluded.noted_at;
  return null;
end
$$;
create trigger cards_changes_deleted after delete on cards
  referencing old table as removed for each statement execute function note_deleted('cards');
comment on trigger cards_changes_deleted on cards is 'Cache: notes deleted cards in changes.';
create trigger transactions_changes_deleted after delete on transactions
  referencing old table as removed for each statement execute function note_deleted('transactions');
comment on trigger transactions_changes_deleted on transactions is 'Cache: notes deleted transactions in changes.';

-- Notes for its former company that a record has moved to another one.
create function note_moved_away() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into changes (kind, company_id, ids) values (tg_argv[0], old.company_id, array[old.id]);
  insert into changes_gone (kind, record_id, company_id, is_deleted) values (tg_argv[0], old.id, old.company_id, false)
  on conflict (kind, record_id, company_id) do update
    set is_deleted = false, xid = excluded.xid, noted_at = excluded.noted_at;
  return null;
end
$$;
create trigger cards_changes_moved after update of company_id on cards
  for each row when (old.company_id <> new.company_id) execute function note_moved_away('cards');
comment on trigger cards_changes_moved on cards is 'Cache: notes for its former company that a card is gone.';
create trigger transactions_changes_moved after update of company_id on transactions
  for each row when (old.company_id <> new.company_id) execute function note_moved_away('transactions');
comment on trigger transactions_changes_moved on transactions is
  'Cache: notes for its former company that a transaction is gone.';

-- Which transactions have ended, as a snapshot: changes are read from one to the next. `seen` is the newest
-- noted change. A cursor has it, so that a database restored from before it is recognized. `is_known` says whether this
-- database has the one given; one that may have expired counts as known.
create function change_state(p_seen bigint, p_seen_at timestamptz)
  returns table (epoch text, is_settled boolean, snapshot pg_snapshot, untrusted xid8, covered_from timestamptz,
    seen bigint, seen_at timestamptz, is_known boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  v_feed change_feed;
begin
  select * into v_feed from change_feed;
  select c.n, c.noted_at into seen, seen_at from changes c order by c.noted_at desc, c.n desc limit 1;
  epoch := v_feed.epoch;
  is_settled := coalesce(is_feed_of_this_cluster(v_feed), false);
  snapshot := pg_current_snapshot();
  untrusted := v_feed.untrusted_xid;
  covered_from := v_feed.covered_from;
  is_known := p_seen is null or p_seen_at <= v_feed.covered_from
    or exists (select from changes c where c.noted_at = p_seen_at and c.n = p_seen);
  return next;
end
$$;

-- The highest transaction number among the noted changes.
create function highest_change() returns xid8 language sql stable set search_path = pg_catalog, public
  as $$
    select max(xid) from unnest('{cards,transactions,invoices,payments,customers}'::text[]) k (kind),
      lateral (select xid from changes c where c.kind = k.kind order by xid desc limit 1) newest
  $$;

-- Whether the noted changes belong to this cluster, as for the sealing of the audit log.
create function is_feed_of_this_cluster(p change_feed) returns boolean
  language sql stable set search_path = pg_catalog, public
  as $$ select p.cluster_id = current_cluster_id()
    and coalesce(highest_change() < pg_snapshot_xmax(pg_current_snapshot()), true) $$;

-- After a restore in another cluster, forgets the changes of the old one and begins again, so that cursors from before end.
-- Records keep the numbers of the old cluster, which this one may reach later: up to the highest of them, a number does
-- not prove that its change is noted.
create function settle_changes() returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_feed change_feed;
begin
  select * into v_feed from change_feed;
  if is_feed_of_this_cluster(v_feed) then return; end if;
  select * into v_feed from change_feed for update skip locked;
  if not found or is_feed_of_this_cluster(v_feed) then return; end if;
  lock table changes in access exclusive mode;
  update change_feed set epoch = gen_random_uuid(), cluster_id = current_cluster_id(), covered_from = clock_timestamp(), purged_xid = '0',
    untrusted_xid = greatest(untrusted_xid, highest_change());
  truncate changes, changes_gone;
end
$$;

-- The transactions and companies whose changes come next, in their order: of transactions that had ended in one snapshot and
-- not in an earlier one.
create function next_changes(p_kind text, p_company_id bigint, p_xid xid8, p_after_company bigint, p_from pg_snapshot,
    p_to pg_snapshot, p_limit int)
  returns table (xid xid8, company_id bigint)
  language plpgsql stable set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  if p_company_id is null then
    return query select distinct c.xid, c.company_id from changes c
      where c.kind = p_kind and (c.xid, c.company_id) >= (p_xid, p_after_company) and c.xid < pg_snapshot_xmax(p_to)
        and pg_visible_in_snapshot(c.xid, p_to) and (p_from is null or not pg_visible_in_snapshot(c.xid, p_from))
      order by 1, 2 limit p_limit;
  else
    return query select distinct c.xid, c.company_id from changes c
      where c.kind = p_kind and c.company_id = p_company_id and c.xid >= p_xid and c.xid < pg_snapshot_xmax(p_to)
        and pg_visible_in_snapshot(c.xid, p_to) and (p_from is null or not pg_visible_in_snapshot(c.xid, p_from))
      order by 1, 2 limit p_limit;
  end if;
end
$$;

-- The number of a change noted before a time: every transaction that begins at that time or later has a higher one.
create function first_change_since(p_at timestamptz) returns xid8
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select xid from changes where noted_at < p_at order by noted_at desc, n desc limit 1 $$;

-- The highest transaction number whose changes were removed because of their age.
create function purged_changes() returns xid8
  language sql stable security definer set search_path = pg_catalog, public as $$ select purged_xid from change_feed $$;

-- The next changes in their order: transaction, company, record. Each record comes once for a transaction and company.
-- Refuses to begin among changes that were removed.
create function changes_after(p_kind text, p_company_id bigint, p_xid xid8, p_after_company bigint, p_after_id bigint,
    p_from pg_snapshot, p_to pg_snapshot, p_limit int)
  returns table (xid xid8, company_id bigint, id bigint)
  language plpgsql stable set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  v_count int := 0;
  v_more int;
  v_part record;
begin
  if p_xid > '0'::xid8 and p_xid <= purged_changes() then
    raise exception 'these changes were removed' using errcode = 'check_violation', constraint = 'changes_kept';
  end if;
  for v_part in
    select * from next_changes(p_kind, p_company_id, p_xid, p_after_company, p_from, p_to, p_limit + 1)
  loop
    return query
      select v_part.xid, v_part.company_id, u.id from (
        select distinct unnest(c.ids) as id from changes c
        where c.kind = p_kind and c.xid = v_part.xid and c.company_id = v_part.company_id
      ) u
      where (v_part.xid, v_part.company_id, u.id) > (p_xid, p_after_company, p_after_id)
      order by u.id limit p_limit - v_count;
    get diagnostics v_more = row_count;
    v_count := v_count + v_more;
    exit when v_count >= p_limit;
  end loop;
end
$$;

-- Removes changes noted before a time, oldest first, but never the newest one: cursors name it.
create function remove_old_changes(p_before timestamptz, p_limit int) returns bigint
  language sql security definer set search_path = pg_catalog, public
  as $$
    with old as (
      select kind, xid, company_id, n from changes
      where noted_at < p_before and (noted_at, n) < (select noted_at, n from changes order by noted_at desc, n desc limit 1)
      order by noted_at, n limit p_limit
    ), removed as (
      delete from changes c using old
      where (c.kind, c.xid, c.company_id, c.n) = (old.kind, old.xid, old.company_id, old.n) returning c.xid, c.noted_at
    ), moved as (
      update change_feed set purged_xid = greatest(purged_xid, (select max(xid) from removed)),
        covered_from = greatest(covered_from, (select max(noted_at) from removed))
      where exists (select from removed)
    ), gone as (
      delete from changes_gone where (kind, record_id, company_id) in
        (select kind, record_id, company_id from changes_gone where noted_at < p_before order by noted_at limit p_limit)
      returning 1
    )
    select (select count(*) from removed) + (select count(*) from gone)
  $$;

-- The key of the cursors of lists, the same in every process.
create function list_cursor_secret() returns bytea language sql stable security definer
  begin atomic
    select value from secrets where name = 'list-cursors';
  end;

revoke execute on function stamp_change, stamp_customer, note_changes, note_changed_payments, note_changed_customers, note_deleted,
  note_moved_away, change_state, highest_change, is_feed_of_this_cluster, settle_changes, next_changes, first_change_since,
  purged_changes, changes_after, remove_old_changes, list_cursor_secret from public;
grant execute on function change_state, first_change_since, next_changes, purged_changes, changes_after
  to portal_customer, portal_staff;
grant execute on function list_cursor_secret to portal_gate;
grant execute on function settle_changes, remove_old_changes to portal_staff;
