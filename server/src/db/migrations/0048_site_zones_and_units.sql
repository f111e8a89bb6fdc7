-- The time zone of a place (TXN-21): a province's or state's main zone, and a city's own where it is another one. PostgreSQL refuses a name that its zone
-- data do not have.
alter table states add column time_zone text check (time_zone is null or time_zone like '%/%' and timezone(time_zone, timestamp '2026-01-01') is not null);
alter table cities add column time_zone text check (time_zone is null or time_zone like '%/%' and timezone(time_zone, timestamp '2026-01-01') is not null);

-- Who held a card at a purchase is decided in the site's own zone. Without one the provider's zone applies.
alter table sites add column time_zone text check (time_zone is null or time_zone like '%/%' and timezone(time_zone, timestamp '2026-01-01') is not null);
-- Set by staff: no file changes it from then on.
alter table sites add column is_zone_set boolean not null default false;
-- The city is not known, so the zone is only the main one of the province.
alter table sites add column is_zone_assumed boolean not null default false;
-- The coordinates are those of the city, not the site's own.
alter table sites add column is_at_city boolean not null default false;

-- The files of a transaction go with it to another company.
grant update (company_id) on files to portal_staff;

-- A company's vehicles by unit number, trimmed and in capitals (CARE-1). A unit is there as soon as a card or a transaction names it.
create table units (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  unit_number text not null check (unit_number = upper(btrim(unit_number)) and length(unit_number) between 1 and 100),
  -- The rest is unknown until a person enters it.
  tank_milli bigint check (tank_milli > 0),
  tank_unit text check (tank_unit in ('L', 'GAL')),
  fuel_type text check (fuel_type in ('diesel', 'gasoline')),
  is_ifta boolean,
  odometer_unit text check (odometer_unit in ('km', 'mi')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, unit_number),
  check ((tank_milli is null) = (tank_unit is null))
);
create index units_number on units (unit_number, id);
alter table units enable row level security;
grant select, update (tank_milli, tank_unit, fuel_type, is_ifta, odometer_unit, version, updated_at) on units to portal_customer, portal_staff;

insert into units (company_id, unit_number)
select company_id, unit_number from (
  select company_id, upper(btrim(left(btrim(vehicle_assigned_to_card), 100))) as unit_number from cards
  union
  select company_id, upper(btrim(left(btrim(vehicle), 100))) from transactions where vehicle is not null
) known join companies on companies.id = company_id and kind = 'customer'
where unit_number <> '' order by 1, 2;
