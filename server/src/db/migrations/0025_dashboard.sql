-- What the dashboard adds up (DASH-1), kept as the transactions change, so that millions of them need not be read. A change appends what it adds and takes away
-- to the entries and waits for nobody (decision 12); a job folds the entries into the sums. Whoever reads adds both, and so is right at every moment.
-- They come from transactions, whose company exists; with a reference of their own, entries of a company that is gone since could never be folded.
-- Litres and gallons stay apart: each sum is exact, and who wants one unit converts once, at the end.
create table purchase_entries (
  company_id bigint not null,
  day date not null,
  currency text not null,
  product text not null,
  -- Empty where the place or the unit is not known.
  province text not null,
  unit text not null,
  lines bigint not null,
  quantity_milli bigint not null,
  pre_cents bigint not null,
  amount_cents bigint not null
);
create table purchase_sums (
  company_id bigint not null,
  day date not null,
  currency text not null,
  product text not null,
  province text not null,
  unit text not null,
  lines bigint not null,
  quantity_milli bigint not null,
  pre_cents bigint not null,
  amount_cents bigint not null,
  primary key (company_id, day, currency, product, province, unit)
);
-- The same over all companies: their own sums are nearly as many as the transactions, since a fleet buys a few times a day.
create table purchase_totals (
  day date not null,
  currency text not null,
  product text not null,
  province text not null,
  unit text not null,
  lines bigint not null,
  quantity_milli bigint not null,
  pre_cents bigint not null,
  amount_cents bigint not null,
  primary key (day, currency, product, province, unit)
);
create table stop_entries (
  company_id bigint not null,
  day date not null,
  currency text not null,
  stops bigint not null,
  amount_cents bigint not null,
  exceptions bigint not null,
  to_review bigint not null,
  unbilled bigint not null,
  unbilled_cents bigint not null
);
create table stop_sums (
  company_id bigint not null,
  day date not null,
  currency text not null,
  stops bigint not null,
  amount_cents bigint not null,
  exceptions bigint not null,
  to_review bigint not null,
  unbilled bigint not null,
  unbilled_cents bigint not null,
  primary key (company_id, day, currency)
);
create table stop_totals (
  day date not null,
  currency text not null,
  stops bigint not null,
  amount_cents bigint not null,
  exceptions bigint not null,
  to_review bigint not null,
  unbilled bigint not null,
  unbilled_cents bigint not null,
  primary key (day, currency)
);
-- They fill and empty all the time, and every reader walks through them.
alter table purchase_entries set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
alter table stop_entries set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

alter table purchase_entries enable row level security;
alter table purchase_sums enable row level security;
alter table purchase_totals enable row level security;
alter table stop_entries enable row level security;
alter table stop_sums enable row level security;
alter table stop_totals enable row level security;
create policy own on purchase_entries to portal_customer using (company_id = (select acting_company()));
create policy own on purchase_sums to portal_customer using (company_id = (select acting_company()));
create policy own on purchase_totals to portal_customer using (false);
create policy own on stop_entries to portal_customer using (company_id = (select acting_company()));
create policy own on stop_sums to portal_customer using (company_id = (select acting_company()));
create policy own on stop_totals to portal_customer using (false);
create policy staff on purchase_entries to portal_staff using (true);
create policy staff on purchase_sums to portal_staff using (true);
create policy staff on purchase_totals to portal_staff using (true);
create policy staff on stop_entries to portal_staff using (true);
create policy staff on stop_sums to portal_staff using (true);
create policy staff on stop_totals to portal_staff using (true);
grant select on purchase_entries, purchase_sums, stop_entries, stop_sums to portal_customer;
grant select on purchase_entries, purchase_sums, purchase_totals, stop_entries, stop_sums, stop_totals to portal_staff;

-- With the owner's rights, so that nobody else needs to write there. For each statement and grouped first, so that an import pays by the group.
create function sum_added_stops() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stop_entries
    select company_id, txn_at::date, currency, count(*), sum(amount_cents), count(*) filter (where exceptions <> '{}'),
      count(*) filter (where invoice_id is null and flags <> '{}' and accepted_at is null), count(*) filter (where invoice_id is null),
      coalesce(sum(amount_cents) filter (where invoice_id is null), 0)
    from added group by 1, 2, 3;
  return null;
end
$$;
create function sum_removed_stops() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stop_entries
    select company_id, txn_at::date, currency, -count(*), -sum(amount_cents), -count(*) filter (where exceptions <> '{}'),
      -count(*) filter (where invoice_id is null and flags <> '{}' and accepted_at is null), -count(*) filter (where invoice_id is null),
      -coalesce(sum(amount_cents) filter (where invoice_id is null), 0)
    from removed group by 1, 2, 3;
  return null;
end
$$;
-- What moves to another company, day, currency or place takes its lines along.
create function sum_changed_stops() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
      select after.id, side.* from now_so after join before_that before on before.id = after.id
        cross join lateral (values
          (1, after.company_id, after.txn_at::date, after.currency, coalesce(after.province, '')),
          (-1, before.company_id, before.txn_at::date, before.currency, coalesce(before.province, ''))) as side (sign, company_id, day, currency, province)
      where (after.company_id, after.txn_at::date, after.currency, after.province) is distinct from (before.company_id, before.txn_at::date, before.currency, before.province)
    ) moved join transaction_lines line on line.transaction_id = moved.id
    group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;
-- A line counts where its stop stands. Lines that go with their stop were taken away before it went: here it is there no more.
create function sum_added_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select stop.company_id, stop.txn_at::date, stop.currency, line.product, coalesce(stop.province, ''), coalesce(line.unit, ''), count(*),
      sum(line.quantity_milli), sum(line.pre_cents), sum(line.amount_cents)
    from added line join transactions stop on stop.id = line.transaction_id group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;
create function sum_removed_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select stop.company_id, stop.txn_at::date, stop.currency, line.product, coalesce(stop.province, ''), coalesce(line.unit, ''), -count(*),
      -sum(line.quantity_milli), -sum(line.pre_cents), -sum(line.amount_cents)
    from removed line join transactions stop on stop.id = line.transaction_id group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;
create function sum_changed_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select stop.company_id, stop.txn_at::date, stop.currency, line.product, coalesce(stop.province, ''), coalesce(line.unit, ''), sum(sign),
      sum(sign * line.quantity_milli), sum(sign * line.pre_cents), sum(sign * line.amount_cents)
    from (
      select 1 as sign, transaction_id, product, unit, quantity_milli, pre_cents, amount_cents from now_so
      union all
      select -1, transaction_id, product, unit, quantity_milli, pre_cents, amount_cents from before_that
    ) line join transactions stop on stop.id = line.transaction_id
    group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or sum(sign * line.quantity_milli) <> 0 or sum(sign * line.pre_cents) <> 0 or sum(sign * line.amount_cents) <> 0;
  return null;
end
$$;
create function sum_leaving_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into purchase_entries
    select old.company_id, old.txn_at::date, old.currency, product, coalesce(old.province, ''), coalesce(unit, ''), -count(*), -sum(quantity_milli),
      -sum(pre_cents), -sum(amount_cents)
    from transaction_lines where transaction_id = old.id group by product, unit;
  return old;
end
$$;
create function empty_dashboard_sums() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  truncate purchase_entries, purchase_sums, purchase_totals, stop_entries, stop_sums, stop_totals;
  return null;
end
$$;
create trigger transactions_sum_none after truncate on transactions for each statement execute function empty_dashboard_sums();
create trigger transactions_sum_added after insert on transactions
  referencing new table as added for each statement execute function sum_added_stops();
create trigger transactions_sum_removed after delete on transactions
  referencing old table as removed for each statement execute function sum_removed_stops();
create trigger transactions_sum_changed after update on transactions
  referencing old table as before_that new table as now_so for each statement execute function sum_changed_stops();
-- Before the stop goes, since its lines go with it and cannot tell any more where they counted.
create trigger transactions_sum_leaving before delete on transactions for each row execute function sum_leaving_lines();
create trigger transaction_lines_sum_added after insert on transaction_lines
  referencing new table as added for each statement execute function sum_added_lines();
create trigger transaction_lines_sum_removed after delete on transaction_lines
  referencing old table as removed for each statement execute function sum_removed_lines();
create trigger transaction_lines_sum_changed after update on transaction_lines
  referencing old table as before_that new table as now_so for each statement execute function sum_changed_lines();

-- One statement each, so no reader sees an entry twice or not at all. A second one at the same moment waits for the first and then finds nothing.
create function fold_dashboard_sums() returns void language sql security definer
  begin atomic
    with gone as (
      delete from purchase_entries returning *
    ), by_company as (
      insert into purchase_sums as kept
        select company_id, day, currency, product, province, unit, sum(lines), sum(quantity_milli), sum(pre_cents), sum(amount_cents)
        from gone group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (company_id, day, currency, product, province, unit) do update set lines = kept.lines + excluded.lines,
        quantity_milli = kept.quantity_milli + excluded.quantity_milli, pre_cents = kept.pre_cents + excluded.pre_cents, amount_cents = kept.amount_cents + excluded.amount_cents
    )
    insert into purchase_totals as kept
      select day, currency, product, province, unit, sum(lines), sum(quantity_milli), sum(pre_cents), sum(amount_cents)
      from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, currency, product, province, unit) do update set lines = kept.lines + excluded.lines,
      quantity_milli = kept.quantity_milli + excluded.quantity_milli, pre_cents = kept.pre_cents + excluded.pre_cents, amount_cents = kept.amount_cents + excluded.amount_cents;
    with gone as (
      delete from stop_entries returning *
    ), by_company as (
      insert into stop_sums as kept
        select company_id, day, currency, sum(stops), sum(amount_cents), sum(exceptions), sum(to_review), sum(unbilled), sum(unbilled_cents)
        from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (company_id, day, currency) do update set stops = kept.stops + excluded.stops, amount_cents = kept.amount_cents + excluded.amount_cents,
        exceptions = kept.exceptions + excluded.exceptions, to_review = kept.to_review + excluded.to_review, unbilled = kept.unbilled + excluded.unbilled,
        unbilled_cents = kept.unbilled_cents + excluded.unbilled_cents
    )
    insert into stop_totals as kept
      select day, currency, sum(stops), sum(amount_cents), sum(exceptions), sum(to_review), sum(unbilled), sum(unbilled_cents)
      from gone group by 1, 2 order by 1, 2
    on conflict (day, currency) do update set stops = kept.stops + excluded.stops, amount_cents = kept.amount_cents + excluded.amount_cents,
      exceptions = kept.exceptions + excluded.exceptions, to_review = kept.to_review + excluded.to_review, unbilled = kept.unbilled + excluded.unbilled,
      unbilled_cents = kept.unbilled_cents + excluded.unbilled_cents;
  end;

revoke execute on function sum_added_stops(), sum_removed_stops(), sum_changed_stops(), sum_added_lines(), sum_removed_lines(), sum_changed_lines(),
  sum_leaving_lines(), empty_dashboard_sums(), fold_dashboard_sums() from public;
grant execute on function fold_dashboard_sums() to portal_staff;

-- What is there already.
insert into stop_entries
  select company_id, txn_at::date, currency, count(*), sum(amount_cents), count(*) filter (where exceptions <> '{}'),
    count(*) filter (where invoice_id is null and flags <> '{}' and accepted_at is null), count(*) filter (where invoice_id is null),
    coalesce(sum(amount_cents) filter (where invoice_id is null), 0)
  from transactions group by 1, 2, 3;
insert into purchase_entries
  select stop.company_id, stop.txn_at::date, stop.currency, line.product, coalesce(stop.province, ''), coalesce(line.unit, ''), count(*),
    sum(line.quantity_milli), sum(line.pre_cents), sum(line.amount_cents)
  from transaction_lines line join transactions stop on stop.id = line.transaction_id group by 1, 2, 3, 4, 5, 6;
select fold_dashboard_sums();

-- Few stops have an exception, and the list of those is one of the numbers' proofs.
create index transactions_exceptions on transactions (txn_at, id) where exceptions <> '{}';
