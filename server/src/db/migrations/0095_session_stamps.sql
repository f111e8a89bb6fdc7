-- A session's stamp changes with everything that a request takes from it, its user or their companies, so that one
-- look-up confirms what is known of it (decision 4).
create sequence session_stamps;
alter table sessions add column stamp bigint not null default nextval('session_stamps');
