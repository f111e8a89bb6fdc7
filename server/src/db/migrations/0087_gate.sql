-- A third role opens sessions and reads hashes and secrets (SEC-4, decision 57). It can call functions and read no table.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_gate') then create role portal_gate nologin; end if;
end
$$;
grant usage on schema public to portal_gate;

-- A password or an invitation that the gate made ready for one user, until the user's transaction takes it by its ticket.
-- So the roles of requests choose neither a hash nor a link's token, and both are written with the change they belong to.
create table prepared_credentials (
  ticket uuid primary key,
  -- Whose it is: a user, or one who is about to be created with this address.
  user_id bigint,
  email text,
  password_hash text,
  -- Set where the user changes their own password: the hash that was just checked.
  old_hash text,
  token_hash bytea,
  token_expires_at timestamptz,
  mails jsonb,
  prepared_at timestamptz not null default now(),
  check (num_nonnulls(user_id, email) = 1),
  check (num_nonnulls(password_hash, token_hash) = 1)
);
