-- The language that a person chose, kept with them across devices (UX-5). Null until they choose; until then their browser decides (LIT-13).
alter table users add language text check (language in ('en', 'fr'));

-- Functions instead of grants: a person who acts for a customer does not see their own row, and still reads and chooses their own language.
create function language_of(p_user_id bigint) returns text language sql stable security definer set search_path = pg_catalog, public
  as $$ select language from users where id = p_user_id $$;
create function set_language(p_user_id bigint, p_language text) returns void language sql security definer set search_path = pg_catalog, public
  as $$ update users set language = p_language where id = p_user_id $$;
revoke execute on function language_of(bigint), set_language(bigint, text) from public;
grant execute on function language_of(bigint), set_language(bigint, text) to portal_customer, portal_staff;
