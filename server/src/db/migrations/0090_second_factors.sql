-- The second factor of a person (SEC-1). The application's roles have no grant here: functions/second-factors.sql is the
-- only way in.

-- An authenticator app's secret, or a passkey's public key.
create table factors (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  secret bytea not null,
  -- The last time step of an app that was accepted, or the passkey's signature counter: what came before is refused.
  counter bigint not null default 0,
  name text check (length(name) between 1 and 60),
  credential_id text unique,
  -- The host that the passkey belongs to.
  rp_id text,
  transports text[],
  created_at timestamptz not null,
  -- Null while an app is being set up.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  check ((kind = 'passkey') = (credential_id is not null and rp_id is not null and name is not null)),
  check (kind = 'totp' or confirmed_at is not null)
);
create index factors_user on factors (user_id);
create unique index factors_app on factors (user_id) where kind = 'totp' and confirmed_at is not null;
create unique index factors_pending on factors (user_id) where kind = 'totp' and confirmed_at is null;

-- One-time codes for who lost the app or the passkey. Eighty random bits each, so a hash without salt hides them.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a person is asked after the password, or for a passkey: once, for a few minutes, with few tries.
create table factor_challenges (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'prove', 'register')),
  tries int not null default 0,
  expires_at timestamptz not null
);
create index factor_challenges_user on factor_challenges (user_id);
create index factor_challenges_expiry on factor_challenges (expires_at);
