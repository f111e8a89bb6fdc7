-- As roles.sql, for an owner that may not create roles: the administrator creates all six.
create role portal_owner login password 'OWNER_PASSWORD';
create role portal_app login password 'APP_PASSWORD';
create role portal_gate_login login password 'GATE_PASSWORD';
create role portal_customer nologin;
create role portal_staff nologin;
create role portal_gate nologin;
-- The logins act as these roles and have no rights of their own.
grant portal_customer, portal_staff to portal_app with inherit false, set true;
grant portal_gate to portal_gate_login with inherit false, set true;
grant portal_owner to current_user;
-- PostgreSQL 16 has no built-in locale provider: there, leave out locale_provider and builtin_locale.
create database portal owner portal_owner template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C.UTF-8';
