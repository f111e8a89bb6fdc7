-- What `npm run backup` and the scheduled backups wrote, and whether the newest could be restored (OPS-1). Written by the
-- owner, which makes the backups.
create table backups (
  id bigint generated always as identity primary key,
  cause text not null check (cause in ('command', 'schedule')),
  file_name text not null check (length(file_name) between 1 and 255),
  started_at timestamptz not null,
  -- Null while it is being written, and for ever if its process was killed.
  finished_at timestamptz,
  size_bytes bigint check (size_bytes > 0),
  failure text,
  -- The last trial: restored into a scratch database and proved, or why not.
  tested_at timestamptz,
  test_failure text,
  -- When its retention ended and the file was deleted.
  removed_at timestamptz,
  constraint backups_outcome_check check ((finished_at is null and size_bytes is null) or (failure is null) = (size_bytes is not null)),
  constraint backups_test_check check (test_failure is null or tested_at is not null)
);
create index backups_recent on backups (started_at desc);
alter table backups enable row level security;
grant select on backups to portal_staff;
