-- What happened, for each person who may know of it (UX-7, EXC-3). A job writes them from the sealed audit log.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The person's own company, whatever the record's.
  company_id bigint not null references companies,
  kind text not null check (kind in ('invoice_sent', 'invoice_overdue', 'payment_received', 'payment_returned', 'cards_held',
    'cards_released', 'import_done', 'exception', 'registration')),
  -- What it reports, so that a person is notified once.
  source text not null check (length(source) between 1 and 60),
  message text not null check (length(message) between 1 and 2000),
  link_path text not null check (link_path ~ '^/[\w/-]+$'),
  link_filter text[] not null default '{}',
  in_bell boolean not null,
  mail text not null check (mail in ('none', 'daily', 'queued')),
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, kind, source)
);
create index notifications_newest on notifications (user_id, created_at, id) where in_bell;
-- Answers the count in the bell without reading the table.
create index notifications_unread on notifications (user_id, company_id, kind) where in_bell and read_at is null;
create index notifications_daily on notifications (user_id) where mail = 'daily';
create index notifications_company on notifications (company_id);
create index notifications_old on notifications (created_at);
create index notifications_read on notifications (read_at) where read_at is not null;
alter table notifications enable row level security;
grant select on notifications to portal_customer, portal_staff;
grant update (read_at) on notifications to portal_customer;
grant insert, update (read_at, mail) on notifications to portal_staff;

-- How a person wants to learn of a kind of notification or of exception. Without a row, the default holds.
create table notification_choices (
  user_id bigint not null references users on delete cascade,
  company_id bigint not null references companies,
  topic text not null check (topic ~ '^[a-z_]{1,40}$'),
  in_bell boolean not null,
  mail text not null check (mail in ('none', 'now', 'daily')),
  primary key (user_id, topic)
);
create index notification_choices_company on notification_choices (company_id);
alter table notification_choices enable row level security;
grant select, insert, update (in_bell, mail) on notification_choices to portal_customer, portal_staff;

-- How far the job is: the last seal of the audit log that it read, and the last day whose overdue invoices it reported.
-- What happened before this version is not reported.
create table notification_position (
  is_only boolean primary key default true check (is_only),
  seal_no bigint not null,
  overdue_through date
);
insert into notification_position (seal_no) select coalesce(max(seal_no), 0) from audit_seals;
alter table notification_position enable row level security;
grant select, update (seal_no, overdue_through) on notification_position to portal_staff;

-- The transaction that found the exception, or found it again with other numbers. Unknown for older ones.
alter table exceptions add found_in xid8;
alter table exceptions alter found_in set default pg_current_xact_id();
create index exceptions_found_in on exceptions (found_in);
