-- What a file says beside what became of it, by currency and unit, as of the import (TXN-17). Null for other kinds, and
-- for files imported before this. What does not tie can be explained.
alter table imports add column tie_out jsonb;
alter table imports add column explanation text check (length(explanation) between 1 and 500);
alter table imports add column explained_by text;
alter table imports add column explained_at timestamptz;
alter table imports add check ((explanation is null) = (explained_at is null));

-- A fuel provider's statement, as staff enter it. An explanation holds for the difference that it explains.
create table provider_statements (
  id bigint generated always as identity primary key,
  provider_id bigint not null references fuel_providers (id),
  number text not null check (length(number) between 1 and 60),
  currency text not null check (currency in ('CAD', 'USD')),
  statement_date date not null,
  total_cents bigint not null,
  note text check (length(note) between 1 and 500),
  explanation text check (length(explanation) between 1 and 500),
  explained_cents bigint,
  explained_by text,
  explained_at timestamptz,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, number, currency),
  unique (id, currency),
  check ((explanation is null) = (explained_cents is null) and (explanation is null) = (explained_at is null))
);
create index provider_statements_date on provider_statements (statement_date, id);
alter table provider_statements enable row level security;
grant select, insert, update on provider_statements to portal_staff;

-- The imports of a statement. An import can be on one statement in each of its currencies.
create table provider_statement_imports (
  import_id bigint not null references imports (id) on delete cascade,
  currency text not null,
  statement_id bigint not null,
  primary key (import_id, currency),
  foreign key (statement_id, currency) references provider_statements (id, currency)
);
create index provider_statement_imports_statement on provider_statement_imports (statement_id, currency);
alter table provider_statement_imports enable row level security;
grant select, insert, delete on provider_statement_imports to portal_staff;
