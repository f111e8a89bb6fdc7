-- IFTA (REPT-5, decision 53): what fleets and staff upload for a quarter. A file replaces the rows of the one before;
-- the record of a replaced file stays.
create table ifta_uploads (
  id bigint generated always as identity primary key,
  -- Rates belong to the provider.
  company_id bigint not null references companies,
  kind text not null check (kind in ('distances', 'fuel', 'rates')),
  quarter text not null check (quarter ~ '^20[0-9]{2}Q[1-4]$'),
  file_name text not null check (length(file_name) between 1 and 200),
  sha256 bytea not null check (length(sha256) = 32),
  rows int not null check (rows > 0),
  uploaded_by bigint references users on delete set null,
  uploaded_at timestamptz not null default now(),
  replaced_at timestamptz
);
create unique index ifta_uploads_current on ifta_uploads (company_id, kind, quarter) where replaced_at is null;
create index ifta_uploads_company on ifta_uploads (company_id, quarter);
create index ifta_uploads_user on ifta_uploads (uploaded_by);
alter table ifta_uploads enable row level security;
grant select, insert, update (replaced_at) on ifta_uploads to portal_customer, portal_staff;

-- Amounts are in thousandths of the unit of the file, so that nothing is rounded before the worksheet.
create table ifta_distances (
  id bigint generated always as identity primary key,
  upload_id bigint not null references ifta_uploads,
  company_id bigint not null references companies,
  quarter text not null,
  unit_number text not null check (unit_number = upper(btrim(unit_number)) and length(unit_number) between 1 and 100),
  jurisdiction text not null check (jurisdiction ~ '^((CA|US)-[A-Z]{2}|MX)$'),
  distance_milli bigint not null check (distance_milli >= 0),
  -- Null: all of it is taxable.
  taxable_milli bigint check (taxable_milli between 0 and distance_milli),
  length_unit text not null check (length_unit in ('km', 'mi'))
);
create index ifta_distances_company on ifta_distances (company_id, quarter);
create index ifta_distances_upload on ifta_distances (upload_id);
alter table ifta_distances enable row level security;
grant select, insert, delete on ifta_distances to portal_customer, portal_staff;

create table ifta_fuel (
  id bigint generated always as identity primary key,
  upload_id bigint not null references ifta_uploads,
  company_id bigint not null references companies,
  quarter text not null,
  unit_number text not null check (unit_number = upper(btrim(unit_number)) and length(unit_number) between 1 and 100),
  jurisdiction text not null check (jurisdiction ~ '^((CA|US)-[A-Z]{2}|MX)$'),
  fuel_type text not null check (fuel_type in ('diesel', 'gasoline')),
  quantity_milli bigint not null check (quantity_milli > 0),
  unit text not null check (unit in ('L', 'GAL')),
  is_tax_paid boolean not null,
  note text check (length(note) between 1 and 200)
);
create index ifta_fuel_company on ifta_fuel (company_id, quarter);
create index ifta_fuel_upload on ifta_fuel (upload_id);
alter table ifta_fuel enable row level security;
grant select, insert, delete on ifta_fuel to portal_customer, portal_staff;

-- The rate matrix, as published: per litre in CAD, per gallon in USD. One is never computed from the other.
create table ifta_rates (
  id bigint generated always as identity primary key,
  upload_id bigint not null references ifta_uploads,
  quarter text not null,
  jurisdiction text not null check (jurisdiction ~ '^(CA|US)-[A-Z]{2}$'),
  fuel_type text not null check (fuel_type in ('diesel', 'gasoline')),
  unit text not null check (unit in ('L', 'GAL')),
  currency text not null check (currency = case unit when 'L' then 'CAD' else 'USD' end),
  rate_e6 bigint not null check (rate_e6 >= 0),
  surcharge_e6 bigint check (surcharge_e6 >= 0),
  -- As the file says, else the name of the file.
  source text not null check (length(source) between 1 and 200),
  unique (quarter, jurisdiction, fuel_type, unit)
);
create index ifta_rates_upload on ifta_rates (upload_id);
alter table ifta_rates enable row level security;
grant select on ifta_rates to portal_customer;
grant select, insert, delete on ifta_rates to portal_staff;
