-- A unit exists once a customer's card or transaction names it (CARE-1). Owner's rights, because no role can insert one.

-- The unit number as it is kept: trimmed, in capitals; null if there is none.
create function unit_number_of(p_vehicle text) returns text language sql immutable
  as $$ select nullif(upper(btrim(left(btrim(p_vehicle), 100))), '') $$;

-- Adds the units that new cards name.
create function note_added_card_units() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into units (company_id, unit_number)
  select distinct company_id, unit_number_of(vehicle_assigned_to_card) from added
  where unit_number_of(vehicle_assigned_to_card) is not null
    and exists (select from companies where id = company_id and kind = 'customer')
    and not exists (select from units u where (u.company_id, u.unit_number) = (added.company_id, unit_number_of(vehicle_assigned_to_card)))
  order by 1, 2 on conflict do nothing;
  return null;
end
$$;
create trigger cards_units_added after insert on cards
  referencing new table as added for each statement execute function note_added_card_units();
comment on trigger cards_units_added on cards is 'Cache: adds the units that new cards name.';

-- Adds the units that new transactions name, one row per company and number.
create function note_added_transaction_units() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into units (company_id, unit_number)
  select t.company_id, t.unit_number
  from (select distinct company_id, unit_number_of(vehicle) as unit_number from added where vehicle is not null) t
  where t.unit_number is not null and exists (select from companies where id = t.company_id and kind = 'customer')
    and not exists (select from units u where (u.company_id, u.unit_number) = (t.company_id, t.unit_number))
  order by 1, 2 on conflict do nothing;
  return null;
end
$$;
create trigger transactions_units_added after insert on transactions
  referencing new table as added for each statement execute function note_added_transaction_units();
comment on trigger transactions_units_added on transactions is 'Cache: adds the units that new transactions name.';

-- Per row: a card or transaction rarely changes its unit or company, and other updates cost nothing this way.
create function note_changed_unit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_number text := unit_number_of(to_jsonb(new) ->> tg_argv[0]);
begin
  if v_number is not null and exists (select from companies where id = new.company_id and kind = 'customer') then
    insert into units (company_id, unit_number) values (new.company_id, v_number) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger cards_unit_changed after update of vehicle_assigned_to_card, company_id on cards
  for each row when (old.vehicle_assigned_to_card is distinct from new.vehicle_assigned_to_card
    or old.company_id is distinct from new.company_id)
  execute function note_changed_unit('vehicle_assigned_to_card');
comment on trigger cards_unit_changed on cards is 'Cache: adds the unit that a changed card names.';
create trigger transactions_unit_changed after update of vehicle, company_id on transactions
  for each row when (old.vehicle is distinct from new.vehicle or old.company_id is distinct from new.company_id)
  execute function note_changed_unit('vehicle');
comment on trigger transactions_unit_changed on transactions is 'Cache: adds the unit that a changed transaction names.';

revoke execute on function unit_number_of, note_added_card_units, note_added_transaction_units, note_changed_unit from public;
grant execute on function unit_number_of to portal_customer, portal_staff;

-- Truck Care: the purchases of units, and those that may be a service (CARE-1, CARE-2).

-- The transactions that name these units of a company, the newest of each first: at most so many of each. Owner's
-- rights, because behind a policy the index of a unit cannot be used; the caller reads the rows under its own.
-- Jobs act for no single company, as 0, in the role of staff.
create function unit_transactions(p_company_id bigint, p_numbers text[], p_from timestamp, p_to timestamp, p_each int)
  returns table (id bigint, unit_number text)
  language sql stable security definer set search_path = public, pg_temp rows 500 as $$
  select t.id, n.unit_number
  from unnest(p_numbers) as n (unit_number) cross join lateral (
    select transactions.id from transactions
    where company_id = p_company_id and vehicle is not null and unit_number_of(vehicle) = n.unit_number and txn_at >= p_from and txn_at < p_to
    order by txn_at desc limit p_each
  ) t
  where is_in_scope(p_company_id) or acting_company() = 0 and current_setting('role') = 'portal_staff'
$$;

-- The kind of service that a purchased line may be; null for none.
create function service_kind_of(p_product text, p_description text) returns text language sql immutable as $$
  select case
    when p_product = 'OIL' then 'oil'
    when p_product <> 'OTH' or p_description is null then null
    when p_description ~* '\m(oil|lube)\M' then 'oil'
    when p_description ~* '\m(tires?|tyres?)\M' then 'tires'
    when p_description ~* '\minspections?\M' then 'inspection'
    when p_description ~* '\m(repairs?|brakes?|alignment|shop|labou?r)\M' then 'repair'
  end
$$;

-- Proposes the purchases among new lines that may be a service.
create function propose_services() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into service_proposals (transaction_id, company_id)
  select distinct t.id, t.company_id
  from (select distinct transaction_id from added
    where product in ('OIL', 'OTH') and quantity_milli > 0 and service_kind_of(product, product_description) is not null) l
    join transactions t on t.id = l.transaction_id and t.source <> 'rebill'
  order by 1 on conflict do nothing;
  return null;
end
$$;
create trigger transaction_lines_services_added after insert on transaction_lines
  referencing new table as added for each statement execute function propose_services();
comment on trigger transaction_lines_services_added on transaction_lines is 'Cache: proposes purchases of oil and shop merchandise as services.';

revoke execute on function unit_transactions, service_kind_of, propose_services from public;
grant execute on function unit_transactions, service_kind_of to portal_customer, portal_staff;
