-- The seals of the audit log are signed with a key that is not in the database (SEC-5). One row for each batch, with 32 bytes for
-- each of its seals; the owner alone reads it.
create table audit_signatures (
  last_seal_no bigint primary key,
  first_seal_no bigint not null check (first_seal_no > 0 and last_seal_no between first_seal_no and first_seal_no + 4999),
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  macs bytea not null check (octet_length(macs) = 32 * (last_seal_no - first_seal_no + 1)),
  signed_at timestamptz not null default now()
);
-- Random bytes are not compressed.
alter table audit_signatures alter column macs set storage external;

-- The end of an archive is signed as well. Those of earlier versions are not; they are no later than where signing began.
alter table audit_anchors add column key_id text check (key_id ~ '^[0-9a-f]{16}$'), add column mac bytea check (octet_length(mac) = 32),
  add constraint audit_anchors_signed check ((key_id is null) = (mac is null));
