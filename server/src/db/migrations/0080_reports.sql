-- Reports to be mailed to people of the company, once in each period (REPT-7).
create table report_schedules (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  report text not null check (report ~ '^[a-z][a-z-]{1,59}$'),
  title text not null check (length(title) between 1 and 120),
  cadence text not null check (cadence in ('daily', 'weekly', 'monthly')),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- Without the period, which follows from the day.
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  is_active boolean not null default true,
  -- The day on which it is made next; moved on in the transaction that makes the run.
  next_on date not null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  -- A deleted schedule stays for its runs and the people who can see them.
  deleted_at timestamptz,
  constraint report_schedules_deleted_check check (deleted_at is null or not is_active)
);
create index report_schedules_title on report_schedules (company_id, title, id);
create index report_schedules_next on report_schedules (company_id, next_on, id);
create index report_schedules_due on report_schedules (next_on, id) where is_active;
create index report_schedules_created_by on report_schedules (created_by);
alter table report_schedules enable row level security;
grant select, insert, update on report_schedules to portal_customer, portal_staff;

create table report_schedule_people (
  schedule_id bigint not null references report_schedules on delete cascade,
  user_id bigint not null references users on delete cascade,
  company_id bigint not null references companies,
  primary key (schedule_id, user_id)
);
create index report_schedule_people_user on report_schedule_people (user_id);
create index report_schedule_people_company on report_schedule_people (company_id);
alter table report_schedule_people enable row level security;
grant select, insert, delete on report_schedule_people to portal_customer, portal_staff;

-- A report as it was run: its parameters, and once it is done its rows as they were then (REPT-1). A job makes it; the
-- columns of its work are those of every queue (migration 0043).
create table report_runs (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id bigint references users on delete cascade,
  schedule_id bigint references report_schedules,
  -- The day a schedule made it for: one run for each.
  scheduled_on date,
  report text not null check (report ~ '^[a-z][a-z-]{1,59}$'),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  from_date date,
  to_date date,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  locked_until timestamptz,
  progress_done int not null default 0,
  progress_total int not null default 0,
  rows_count int,
  -- Columns, rows, totals, notes and chart.
  result json,
  fault text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When the mails of a schedule's run were queued.
  mailed_at timestamptz,
  constraint report_runs_claim_check check ((status = 'running') = (locked_until is not null)),
  constraint report_runs_end_check check ((status in ('done', 'failed')) = (finished_at is not null)),
  constraint report_runs_result_check check ((status = 'done') = (result is not null)),
  constraint report_runs_by_check check ((schedule_id is null) = (scheduled_on is null) and (schedule_id is not null or user_id is not null))
);
create unique index report_runs_scheduled on report_runs (schedule_id, scheduled_on) where schedule_id is not null;
create index report_runs_own on report_runs (user_id, company_id, created_at, id);
create index report_runs_company on report_runs (company_id, created_at, id);
create index report_runs_due on report_runs (next_attempt_at, id) where status in ('queued', 'running');
create index report_runs_to_mail on report_runs (id) where schedule_id is not null and status = 'done' and mailed_at is null;
create index report_runs_old on report_runs (finished_at) where finished_at is not null;
alter table report_runs enable row level security;
grant select, insert on report_runs to portal_customer, portal_staff;
grant update, delete on report_runs to portal_staff;

-- What a run was mailed as: once for each person.
alter table outbox add report_run_id bigint references report_runs on delete set null;
create unique index outbox_report_runs on outbox (report_run_id, to_address) where report_run_id is not null;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('invoice_sent', 'invoice_overdue', 'payment_received',
  'payment_returned', 'cards_held', 'cards_released', 'import_done', 'exception', 'registration', 'report_ready', 'service_due'));
