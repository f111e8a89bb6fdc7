-- Named values for new cards: limits, refresh days and properties (UX-13).
create table card_templates (
  id bigint generated always as identity primary key,
  -- The provider's own company for a template that is for all companies.
  company_id bigint not null references companies,
  name text not null check (length(name) between 1 and 80),
  -- Columns of a card with the values that the template fills, in the card's units.
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index card_templates_name on card_templates (company_id, lower(name));
alter table card_templates enable row level security;
grant select, insert (company_id, name, columns), update (company_id, name, columns, version, updated_at), delete
  on card_templates to portal_staff;
