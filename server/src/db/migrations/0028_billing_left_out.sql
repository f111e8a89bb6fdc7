-- A customer whose records somebody holds for minutes does not keep a run from the others: it is put off to the end of the walk, tried again there, and
-- at last left out and named, so that a further run can take it (INV-11).
alter table billing_runs
  drop constraint billing_runs_status_check,
  add constraint billing_runs_status_check check (status in ('queued', 'running', 'done', 'incomplete', 'failed')),
  -- Once for each time that a customer was put off.
  add put_off bigint[] not null default '{}',
  add left_out bigint[] not null default '{}';
