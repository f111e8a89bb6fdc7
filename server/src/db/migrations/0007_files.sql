-- What people upload. The content lies in a store (a folder, or S3) under a key that is made up here and tells nobody anything; the name is for
-- showing only, and neither leads out of a folder nor breaks a header (FILE-2).
create table files (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  owner_type text not null check (owner_type in ('user', 'company', 'card', 'transaction')),
  owner_id bigint not null,
  name text not null check (length(name) between 1 and 200 and name !~ '[[:cntrl:]/\\]'),
  content_type text not null check (content_type ~ '^[a-z]+/[a-z0-9.+-]{1,100}$'),
  size_bytes bigint not null check (size_bytes > 0),
  storage_key text not null unique check (storage_key ~ '^[0-9a-f]{32}$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- Who it was stays in the trail, even when the person is gone.
  uploaded_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (id, company_id)
);
create index files_company on files (company_id, id);
create index files_owner on files (owner_type, owner_id, id);
create index files_uploader on files (uploaded_by);
alter table files enable row level security;
create policy own on files to portal_customer using (company_id = (select acting_company()));
create policy staff on files to portal_staff using (true);
-- A file is never changed: a new picture is a new file.
grant select, insert, delete on files to portal_customer, portal_staff;

-- A picture is a file of the same company, whatever the application should say.
alter table users add picture_file_id bigint,
  add foreign key (picture_file_id, company_id) references files (id, company_id) on delete set null (picture_file_id);
create index users_picture on users (picture_file_id);
grant select (picture_file_id), update (picture_file_id) on users to portal_customer, portal_staff;
alter table companies add logo_file_id bigint,
  add foreign key (logo_file_id, id) references files (id, company_id) on delete set null (logo_file_id);
create index companies_logo on companies (logo_file_id);
grant update (logo_file_id) on companies to portal_customer;

-- What signed addresses are signed with. Every process must come to the same signature, so it is kept here; no role reads the table itself.
create table secrets (
  name text primary key,
  value bytea not null
);
insert into secrets values ('file-links', sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
create function file_link_secret() returns bytea language sql stable security definer
  begin atomic
    select value from secrets where name = 'file-links';
  end;
revoke execute on function file_link_secret() from public;
grant execute on function file_link_secret() to portal_customer, portal_staff;
