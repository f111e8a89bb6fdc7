-- The portal's three logins and its database. Run it once per portal, as a superuser or as the administrator of a managed
-- PostgreSQL (CREATEROLE and CREATEDB are enough). Replace the passwords first. The migrations create the other roles,
-- which is why the owner has CREATEROLE.
create role portal_owner login createrole password 'OWNER_PASSWORD';
create role portal_app login password 'APP_PASSWORD';
-- Signs users in and reads hashes and secrets, so that the login above cannot.
create role portal_gate_login login password 'GATE_PASSWORD';
-- An administrator who is no superuser must be a member of the owner to create a database for it.
grant portal_owner to current_user;
-- PostgreSQL 16 has no built-in locale provider: there, leave out locale_provider and builtin_locale.
create database portal owner portal_owner template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C.UTF-8';
