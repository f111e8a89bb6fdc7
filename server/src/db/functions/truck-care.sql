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
