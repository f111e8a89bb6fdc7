-- Keys with which programs call the portal for a person (INTEG-1). Only the SHA-256 of a key is stored.
create table service_keys (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  -- Who made it: it never may more than this person.
  user_id bigint not null references users,
  name text not null check (length(name) between 1 and 120),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- How the key begins, which tells it from others and is no secret.
  key_start text not null,
  key_hash bytea not null unique,
  -- The secret before the last rotation works until then.
  former_hash bytea unique,
  former_ends_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  check ((former_hash is null) = (former_ends_at is null))
);
create index service_keys_company on service_keys (company_id, created_at, id);
create index service_keys_name on service_keys (company_id, name, id);
create index service_keys_user on service_keys (user_id);
alter table service_keys enable row level security;
-- Functions write it: no role that requests run as reads a hash or makes a key.
grant select (id, company_id, user_id, name, scopes, key_start, former_ends_at, created_at, expires_at, last_used_at, last_used_from,
  revoked_at) on service_keys to portal_customer, portal_staff;

-- The Idempotency-Key of such a call, after the key's id.
alter table idempotency_keys drop constraint idempotency_keys_key_check,
  add constraint idempotency_keys_key_check check (length(key) between 1 and 220);

-- The key that a change was made with. Its maker stays the user.
alter table audit_log add column service_key_id bigint, add column service_key_name text,
  add constraint audit_log_service_key check ((service_key_id is null) = (service_key_name is null));
