-- One row for every file that was brought in, or was meant to be. A job claims it, reads the file in a process of its own and writes whatever came of it
-- in one transaction, so that a crash leaves the row to be claimed anew and nothing half done (C1).
create table imports (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  kind text not null check (kind in ('cards', 'transactions', 'rates')),
  -- Whose layout the file has; none for cards.
  provider text,
  options jsonb not null default '{}',
  file_name text not null check (length(file_name) between 1 and 200 and file_name !~ '[[:cntrl:]/\\]'),
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- Null once the content is gone.
  storage_key text unique check (storage_key ~ '^[0-9a-f]{32}$'),
  mode text not null check (mode in ('good', 'all', 'preview')),
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'done', 'failed')),
  reason text,
  progress_done int not null default 0,
  progress_total int not null default 0,
  read_count int not null default 0,
  booked_count int not null default 0,
  duplicate_count int not null default 0,
  quarantined_count int not null default 0,
  failed_count int not null default 0,
  totals jsonb not null default '[]',
  columns jsonb not null default '[]',
  sample jsonb not null default '[]',
  errors_total int not null default 0,
  user_id bigint references users on delete set null,
  user_email text,
  user_name text,
  is_switched boolean not null default false,
  attempts int not null default 0,
  -- Until then the import belongs to the worker that claimed it; afterwards that worker counts as dead.
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((status = 'running') = (locked_until is not null)),
  -- I7: every row that was read became something.
  check (status not in ('ready', 'done', 'failed') or read_count = booked_count + duplicate_count + quarantined_count + failed_count)
);
create index imports_company on imports (company_id, id);
create index imports_created on imports (created_at, id);
create index imports_content on imports (sha256);
create index imports_user on imports (user_id);
create index imports_due on imports (id) where status in ('queued', 'running');
alter table imports enable row level security;
create policy own on imports to portal_customer using (company_id = (select acting_company()));
create policy staff on imports to portal_staff using (true);
grant select, insert, update, delete on imports to portal_staff;

-- What was wrong, row by row. The first ten thousand are kept, all are counted (I1).
create table import_errors (
  import_id bigint not null references imports on delete cascade,
  n int not null,
  row int not null,
  "column" text,
  value text,
  reason text not null,
  primary key (import_id, n)
);
alter table import_errors enable row level security;
create policy own on import_errors to portal_customer using (import_id in (select id from imports));
create policy staff on import_errors to portal_staff using (true);
grant select, insert, delete on import_errors to portal_staff;
