-- What is owed by due date, as of any day (RECV-7, decision 33). Documents append entries; a job folds them into days and
-- into what was open at the end of each month. A reader adds the last month's end, the days since, and the entries.

-- Folds the entries and adds the months that have ended. One transaction, so that readers never miss an entry or count
-- it twice. A concurrent call waits, then finds nothing to do.
create function fold_receivables(p_today date) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  v_month date;
  v_before date;
begin
  lock table receivable_months in exclusive mode;
  with gone as (
    delete from receivable_entries returning *
  ), moved as (
    select company_id, currency, due_date, on_date, sum(cents)::bigint as cents from gone group by 1, 2, 3, 4
  ), by_day as (
    insert into receivable_days as kept
      select company_id, currency, due_date, on_date, cents from moved where cents <> 0 order by 1, 2, 3, 4
    on conflict (company_id, currency, due_date, on_date) do update set cents = kept.cents + excluded.cents
  )
  insert into receivable_balances as kept (month_end, company_id, currency, due_date, cents)
    select month_end, company_id, currency, due_date, sum(cents)::bigint
    from moved join receivable_months on month_end >= on_date group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (month_end, company_id, currency, due_date) do update set cents = kept.cents + excluded.cents;
  delete from receivable_balances where cents = 0;
  delete from receivable_days where cents = 0;
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
    v_before := v_month;
  end loop;
end
$$;

revoke execute on function fold_receivables from public;
grant execute on function fold_receivables to portal_staff;
