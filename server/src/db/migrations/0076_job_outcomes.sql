-- How each job last ended and which processes run, for the operations page (OPS-5). Metrics are per process; these rows
-- are shared. One row for each job, written by the process that ran it last.
create table job_outcomes (
  job text primary key check (job ~ '^[a-z][a-z-]{1,40}$'),
  -- The pause between two passes.
  every_seconds double precision not null check (every_seconds > 0),
  last_done_at timestamptz,
  last_failed_at timestamptz,
  -- The text of the last failure, with card numbers and e-mail addresses masked.
  failure text check (length(failure) <= 500),
  -- Null unless the last pass failed.
  failing_since timestamptz,
  last_seconds double precision check (last_seconds >= 0),
  process text not null check (length(process) between 1 and 300),
  version text not null check (length(version) between 1 and 100),
  constraint job_outcomes_reason_check check ((failure is null) = (last_failed_at is null)),
  constraint job_outcomes_failing_check check (failing_since is null or last_failed_at is not null)
);
alter table job_outcomes enable row level security;
grant select, insert, update on job_outcomes to portal_staff;

create table processes (
  -- Host and process id.
  process text primary key check (length(process) between 1 and 300),
  role text not null check (role in ('all', 'api', 'worker')),
  version text not null check (length(version) between 1 and 100),
  started_at timestamptz not null,
  seen_at timestamptz not null
);
alter table processes enable row level security;
grant select, insert, update, delete on processes to portal_staff;

-- The documents that could not be stored are counted at every look.
create index document_jobs_failed on document_jobs (id) where status = 'failed';
