-- What is owed by due date, as of any day (RECV-7, decisions 33 and 39). Documents append entries; a job folds them into days
-- and into what was open at the end of each month, and by age into days and weeks. A reader adds the last week's end, the
-- days since, and the entries.

-- Folds the entries and adds the months and weeks that have ended. One transaction, so that readers never miss an entry or
-- count it twice. A concurrent call waits, then finds nothing to do.
create function fold_receivables(p_today date) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_month date;
  v_before date;
  v_week date;
  v_touched receivable_oldest[];
begin
  lock table receivable_months in exclusive mode;
  v_week := (select max(week_end) from receivable_aging_weeks);
  with gone as (
    delete from receivable_entries returning *
  ), moved as (
    select company_id, currency, due_date, on_date, sum(cents)::bigint as cents from gone group by 1, 2, 3, 4
  ), by_day as (
    insert into receivable_days as kept
      select company_id, currency, due_date, on_date, cents from moved where cents <> 0 order by 1, 2, 3, 4
    on conflict (company_id, currency, due_date, on_date) do update set cents = kept.cents + excluded.cents
  ), by_month as (
    insert into receivable_balances as kept (month_end, company_id, currency, due_date, cents)
      select month_end, company_id, currency, due_date, sum(cents)::bigint
      from moved join receivable_months on month_end >= on_date group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (month_end, company_id, currency, due_date) do update set cents = kept.cents + excluded.cents
    returning month_end, company_id, currency
  ), aged as (
    -- An amount counts from its day on, and in each age from the day on which it is so many days past due.
    select day, company_id, currency, sum(total)::bigint as total, sum(on_account)::bigint as on_account,
      sum(late)::bigint as late, sum(late_30)::bigint as late_30, sum(late_60)::bigint as late_60, sum(late_90)::bigint as late_90
    from moved, lateral (values
      (on_date, cents, case when due_date = 'infinity' then cents else 0 end, 0, 0, 0, 0),
      (greatest(on_date, due_date + 1), 0, 0, cents, 0, 0, 0),
      (greatest(on_date, due_date + 31), 0, 0, 0, cents, 0, 0),
      (greatest(on_date, due_date + 61), 0, 0, 0, 0, cents, 0),
      (greatest(on_date, due_date + 91), 0, 0, 0, 0, 0, cents)
    ) step (day, total, on_account, late, late_30, late_60, late_90)
    where cents <> 0 and day < 'infinity' group by 1, 2, 3
  ), by_age as (
    insert into receivable_aging_days as kept select * from aged order by 1, 2, 3
    on conflict (day, company_id, currency) do update set total_cents = kept.total_cents + excluded.total_cents,
      on_account_cents = kept.on_account_cents + excluded.on_account_cents,
      overdue_cents = kept.overdue_cents + excluded.overdue_cents,
      overdue_30_cents = kept.overdue_30_cents + excluded.overdue_30_cents,
      overdue_60_cents = kept.overdue_60_cents + excluded.overdue_60_cents,
      overdue_90_cents = kept.overdue_90_cents + excluded.overdue_90_cents
  ), by_week as (
    insert into receivable_aging_weeks as kept
      select v_week - 7 * n, company_id, currency, sum(total)::bigint, sum(on_account)::bigint, sum(late)::bigint,
        sum(late_30)::bigint, sum(late_60)::bigint, sum(late_90)::bigint
      from aged, generate_series(0, (v_week - day) / 7) n where day <= v_week group by 1, 2, 3 order by 1, 2, 3
    on conflict (week_end, company_id, currency) do update set total_cents = kept.total_cents + excluded.total_cents,
      on_account_cents = kept.on_account_cents + excluded.on_account_cents,
      overdue_cents = kept.overdue_cents + excluded.overdue_cents,
      overdue_30_cents = kept.overdue_30_cents + excluded.overdue_30_cents,
      overdue_60_cents = kept.overdue_60_cents + excluded.overdue_60_cents,
      overdue_90_cents = kept.overdue_90_cents + excluded.overdue_90_cents
  )
  select array_agg(distinct row (month_end, company_id, currency, null)::receivable_oldest) into v_touched from by_month;
  delete from receivable_balances where cents = 0;
  delete from receivable_days where cents = 0;
  insert into receivable_oldest
    select month_end, company_id, currency, (
      select min(b.due_date) from receivable_balances b
      where (b.month_end, b.company_id, b.currency) = (t.month_end, t.company_id, t.currency) and cents > 0 and b.due_date < 'infinity')
    from unnest(v_touched) t order by 1, 2, 3
  on conflict (month_end, company_id, currency) do update set due_date = excluded.due_date;
  v_before := coalesce((select max(month_end) from receivable_months), '-infinity');
  for v_month in
    select (first + interval '1 month' - interval '1 day')::date
    from generate_series(
      date_trunc('month', coalesce(nullif(v_before, '-infinity') + 1, (select min(on_date) from receivable_days))),
      p_today - interval '1 month', interval '1 month') as first
    order by 1
  loop
    insert into receivable_months values (v_month);
    insert into receivable_balances (month_end, company_id, currency, due_date, cents)
      select v_month, company_id, currency, due_date, sum(cents)::bigint from (
        select company_id, currency, due_date, cents from receivable_balances where month_end = v_before
        union all
        select company_id, currency, due_date, cents from receivable_days where on_date > v_before and on_date <= v_month
      ) parts group by 2, 3, 4 having sum(cents) <> 0;
    insert into receivable_oldest
      select v_month, company_id, currency, min(due_date) from receivable_balances
      where month_end = v_month and cents > 0 and due_date < 'infinity' group by 2, 3;
    v_before := v_month;
  end loop;
  perform add_receivable_weeks(p_today);
end
$$;

-- Adds up each week that has ended, Monday to Sunday. A customer who owes nothing gets no row.
create function add_receivable_weeks(p_today date) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_before date := coalesce((select max(week_end) from receivable_aging_weeks), '-infinity');
  v_week date;
begin
  for v_week in
    select generate_series(
      date_trunc('week', coalesce(nullif(v_before, '-infinity') + 1, (select min(day) from receivable_aging_days))) + interval '6 days',
      p_today - 1, interval '7 days')::date
  loop
    insert into receivable_aging_weeks
      select v_week, company_id, currency, sum(total_cents)::bigint, sum(on_account_cents)::bigint, sum(overdue_cents)::bigint,
        sum(overdue_30_cents)::bigint, sum(overdue_60_cents)::bigint, sum(overdue_90_cents)::bigint
      from (
        select * from receivable_aging_weeks where week_end = v_before
        union all
        select * from receivable_aging_days where day > v_before and day <= v_week
      ) parts group by 2, 3
      having (sum(total_cents), sum(on_account_cents), sum(overdue_cents), sum(overdue_30_cents), sum(overdue_60_cents), sum(overdue_90_cents))
        <> (0, 0, 0, 0, 0, 0);
    v_before := v_week;
  end loop;
end
$$;

revoke execute on function fold_receivables, add_receivable_weeks from public;
grant execute on function fold_receivables to portal_staff;
