-- Reminders of invoices and monthly statements by mail (RECV-9). Off until the provider sets them.
create table reminder_settings (
  company_id bigint primary key references companies,
  -- Days before and after an invoice's due date on which a reminder goes out. Before: 0 is the due date itself.
  days_before int[] not null default '{}' check (0 <= all (days_before) and 60 >= all (days_before)),
  days_after int[] not null default '{}' check (1 <= all (days_after) and 365 >= all (days_after)),
  -- The day of the month on which the statements of the month before go out.
  statement_day int check (statement_day between 1 and 28),
  -- Nothing planned for an earlier day goes out, so that a new setting mails nothing that is old.
  since date not null,
  -- The last day of the last month whose statements all went out.
  statements_through date,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
alter table reminder_settings enable row level security;
grant select, insert (company_id, days_before, days_after, statement_day, since),
  update (days_before, days_after, statement_day, since, statements_through, version, updated_at)
  on reminder_settings to portal_staff;

-- A customer can be taken out of each.
alter table customers
  add gets_reminders boolean not null default true,
  add gets_statements boolean not null default true;

-- Each reminder of an invoice and each month's statement is mailed once.
alter table outbox
  add reminder_days int check (reminder_days is null or invoice_id is not null),
  add statement_month date check (extract(day from statement_month) = 1);
create unique index outbox_reminders on outbox (invoice_id, reminder_days) where reminder_days is not null;
create unique index outbox_statements on outbox (company_id, statement_month) where statement_month is not null;
