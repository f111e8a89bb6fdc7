-- People see and end their sessions (SEC-2), and an Admin can ask for a new password at the first sign-in (SEC-6).

-- A session's own id: its token's hash never leaves the database.
alter table sessions add column id bigint generated always as identity;
alter table sessions add column user_agent text check (length(user_agent) <= 400);
alter table sessions add column address text check (length(address) <= 64);
-- The last time the second factor was given in this session (SEC-1).
alter table sessions add column proved_at timestamptz;
create unique index sessions_id on sessions (id);

alter table users add column must_change_password boolean not null default false;
grant select (must_change_password), insert (must_change_password), update (must_change_password) on users
  to portal_customer, portal_staff;
