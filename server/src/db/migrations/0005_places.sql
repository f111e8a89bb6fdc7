-- Countries, states and cities (COMP-5, COMP-6). They are the same for everybody, so both policies let every row through; nobody but the owner,
-- who loads them from the files in db/seed/places, may change one. The keys are those of ISO 3166, with the town's name behind them.
create table countries (
  id text primary key,
  name text not null
);
create table states (
  id text primary key,
  country_id text not null references countries,
  code text not null,
  name text not null
);
create index states_country on states (country_id, name);
create table cities (
  id text primary key,
  state_id text not null references states,
  name text not null,
  -- The name as contract/src/rules/place-name.ts writes it for searching.
  search text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- Orders what a search finds; unknown for the smallest.
  population int not null default 0
);
create index cities_state on cities (state_id, search);
create index cities_search on cities using gin (search gin_trgm_ops);

alter table countries enable row level security;
create policy own on countries to portal_customer using (true);
create policy staff on countries to portal_staff using (true);
alter table states enable row level security;
create policy own on states to portal_customer using (true);
create policy staff on states to portal_staff using (true);
alter table cities enable row level security;
create policy own on cities to portal_customer using (true);
create policy staff on cities to portal_staff using (true);
grant select on countries, states, cities to portal_customer, portal_staff;

-- What was loaded from files, so that it is loaded anew only when they change.
create table loaded_files (
  name text primary key,
  hash text not null,
  loaded_at timestamptz not null default now()
);

-- A person's own particulars (PROF-2). Role, levels, company and what else decides over access stay out of reach.
grant update (email, first_name, last_name, middle, phone, phone2, dob, address1, country, state, city, postal_code, version, updated_at)
  on users to portal_customer, portal_staff;

-- The new hash takes the place of the one that was just checked, and of no other: of two changes at the same time the second one fails.
-- The trigger on users ends every session of the person in the same moment.
create function change_password(p_user_id bigint, p_old_hash text, p_new_hash text)
  returns boolean language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    update users set password_hash = p_new_hash, updated_at = now() where id = p_user_id and password_hash = p_old_hash and is_active;
    return found;
  end
  $$;
revoke execute on function change_password(bigint, text, text) from public;
grant execute on function change_password(bigint, text, text) to portal_customer, portal_staff;
