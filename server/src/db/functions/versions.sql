-- What was applied to this database, for start-up and /readyz. Only the owner can read the tables.

-- The migrations that ran, with their checksums.
create function applied_migrations() returns table (name text, checksum text)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select name, checksum from schema_migrations $$;

-- The applied files of this folder, with their checksums and the portal version that applied them.
create function applied_functions() returns table (name text, checksum text, version text)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select name, checksum, version from schema_functions $$;

revoke execute on function applied_migrations, applied_functions from public;
grant execute on function applied_migrations, applied_functions to portal_customer, portal_staff;
