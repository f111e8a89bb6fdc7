-- What each customer owes by days past due changes on known days: when an amount is booked, and 1, 31, 61 and 91 days after
-- its due date. Kept by day, and added up at the end of each week, so that receivables as of any day need few rows.
create table receivable_aging_days (
  day date not null,
  company_id bigint not null,
  currency text not null,
  total_cents bigint not null,
  on_account_cents bigint not null,
  overdue_cents bigint not null,
  overdue_30_cents bigint not null,
  overdue_60_cents bigint not null,
  overdue_90_cents bigint not null,
  primary key (day, company_id, currency)
    include (total_cents, on_account_cents, overdue_cents, overdue_30_cents, overdue_60_cents, overdue_90_cents)
);
create table receivable_aging_weeks (
  week_end date not null,
  company_id bigint not null,
  currency text not null,
  total_cents bigint not null,
  on_account_cents bigint not null,
  overdue_cents bigint not null,
  overdue_30_cents bigint not null,
  overdue_60_cents bigint not null,
  overdue_90_cents bigint not null,
  primary key (week_end, company_id, currency)
);
-- The first due date that was open at a month's end; null if none was.
create table receivable_oldest (
  month_end date not null references receivable_months,
  company_id bigint not null,
  currency text not null,
  due_date date,
  primary key (month_end, company_id, currency)
);
alter table receivable_aging_days enable row level security;
alter table receivable_aging_weeks enable row level security;
alter table receivable_oldest enable row level security;
grant select on receivable_aging_days, receivable_aging_weeks, receivable_oldest to portal_staff;
insert into receivable_oldest
select month_end, company_id, currency, min(due_date) from receivable_balances
where cents > 0 and due_date < 'infinity' group by 1, 2, 3;
insert into receivable_aging_days
select day, company_id, currency, sum(total), sum(on_account), sum(overdue), sum(overdue_30), sum(overdue_60), sum(overdue_90)
from receivable_days, lateral (values
  (on_date, cents, case when due_date = 'infinity' then cents else 0 end, 0, 0, 0, 0),
  (greatest(on_date, due_date + 1), 0, 0, cents, 0, 0, 0),
  (greatest(on_date, due_date + 31), 0, 0, 0, cents, 0, 0),
  (greatest(on_date, due_date + 61), 0, 0, 0, 0, cents, 0),
  (greatest(on_date, due_date + 91), 0, 0, 0, 0, 0, cents)
) step (day, total, on_account, overdue, overdue_30, overdue_60, overdue_90)
where day < 'infinity' group by 1, 2, 3;
