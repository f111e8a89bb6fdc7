-- One mechanism runs everything outside a request (decision 26). The tables of its work share these columns:
--   status           'queued' waits, 'running' ('sending' for mail) belongs to a worker, every other status is final
--   attempts         how often it was claimed; together with the id it identifies a claim, so a worker that lost it writes nothing
--   next_attempt_at  not claimed before then
--   locked_until     until then it belongs to the worker that claimed it; afterwards that worker counts as dead
alter table imports rename due_at to next_attempt_at;

alter table billing_runs add next_attempt_at timestamptz not null default '-infinity';
-- A run that rested between two attempts kept the end of its rest in locked_until.
update billing_runs set next_attempt_at = locked_until where status = 'queued' and locked_until is not null;
update billing_runs set locked_until = null where status <> 'running' and locked_until is not null;
update billing_runs set locked_until = now() where status = 'running' and locked_until is null;
alter table billing_runs add constraint billing_runs_claim_check check ((status = 'running') = (locked_until is not null));

-- Jobs that run once a day in the whole installation, however many processes there are. A missed day is made up at the next start.
create table scheduled_jobs (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z-]{1,40}$'),
  status text not null default 'queued' check (status in ('queued', 'running')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  locked_until timestamptz,
  finished_at timestamptz,
  constraint scheduled_jobs_claim_check check ((status = 'running') = (locked_until is not null))
);
alter table scheduled_jobs enable row level security;
create policy own on scheduled_jobs to portal_customer using (false);
create policy staff on scheduled_jobs to portal_staff using (true);
grant select, update on scheduled_jobs to portal_staff;
-- Expired sessions, links and keys are cleared each night.
insert into scheduled_jobs (name, next_attempt_at)
values ('remove-expired', ((now() at time zone 'UTC')::date + 1 + time '03:15') at time zone 'UTC');

-- The queue of earlier versions, which held the schedule of that job and nothing else.
drop schema if exists pgboss cascade;
