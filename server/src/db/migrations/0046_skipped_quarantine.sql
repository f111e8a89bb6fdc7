-- The interface says that a quarantined transaction is skipped, and calls where it stands its status.
drop index quarantine_state;
alter table quarantine drop column state;
alter table quarantine rename column set_aside_at to skipped_at;
alter table quarantine rename column set_aside_by to skipped_by;
alter table quarantine rename column set_aside_why to skip_reason;
alter table quarantine rename constraint quarantine_set_aside_by_fkey to quarantine_skipped_by_fkey;
alter index quarantine_set_aside_by rename to quarantine_skipped_by;
alter table quarantine add column status text not null generated always as (case when released_at is not null then 'released' when skipped_at is not null then 'skipped' else 'waiting' end) stored;
create index quarantine_status on quarantine (status, created_at, id);
