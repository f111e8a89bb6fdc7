-- Retention of mail, archives of the audit log, and what deleted users were called (OPS-6).

-- Mail whose retention has ended keeps its row where a history or a rule against sending twice needs it.
alter table outbox add column erased_at timestamptz;
alter table outbox drop constraint outbox_to_address_check;
alter table outbox add constraint outbox_to_address_check check (
  (erased_at is not null and to_address = '' and status in ('sent', 'kept')) or (erased_at is null
    and length(to_address) between 3 and 254 and to_address !~ '[[:cntrl:]<>,;[:space:]]'));
create index outbox_old on outbox (created_at) where erased_at is null and status in ('sent', 'kept');

create index imports_files on imports (finished_at) where storage_key is not null and status in ('done', 'failed');

-- Each row is the end of a part of the audit log that was written to a file and deleted. The owner alone reads and writes it.
create table audit_anchors (
  last_seal_no bigint primary key check (last_seal_no > 0),
  last_audit_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  entries bigint not null check (entries > 0),
  file_name text not null check (length(file_name) between 1 and 255),
  sha256 bytea not null check (octet_length(sha256) = 32),
  archived_at timestamptz not null default now()
);

-- Users deleted earlier get the name that users deleted from now on get.
update users set first_name = 'Former', last_name = 'user ' || id, language = null where deleted_at is not null;
update imports set user_name = 'Former user ' || user_id, user_email = null
  where user_id in (select id from users where deleted_at is not null);
update card_events set user_name = 'Former user ' || user_id
  where user_id in (select id from users where deleted_at is not null);
delete from list_views where user_id in (select id from users where deleted_at is not null);
delete from list_settings where user_id in (select id from users where deleted_at is not null);
