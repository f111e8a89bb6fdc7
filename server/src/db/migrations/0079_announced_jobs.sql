-- The jobs that a process runs, by name: only those are judged on the operations page (OPS-5). Which they are depends on
-- the settings of each process.
alter table processes add column jobs text[] not null default '{}' check (array_position(jobs, null) is null);
