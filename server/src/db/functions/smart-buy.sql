-- Smart Buy: a company's own prices, and distances.

-- Kilometres between two points along the great circle; null if one of them is not known.
create function great_circle_km(p_lat1 double precision, p_lon1 double precision, p_lat2 double precision, p_lon2 double precision)
  returns double precision language sql immutable parallel safe
  as $$
    select case when num_nulls(p_lat1, p_lon1, p_lat2, p_lon2) = 0
      then 12742 * asin(least(1, sqrt(power(sind((p_lat1 - p_lat2) / 2), 2)
        + cosd(p_lat1) * cosd(p_lat2) * power(sind((p_lon1 - p_lon2) / 2), 2)))) end
  $$;

-- A ratio rounded half away from zero, exactly, as `roundedRatio` of the pricing rules does.
create function rounded_ratio(p_over numeric, p_under numeric) returns bigint language sql immutable parallel safe
  as $$ select div(2 * p_over + sign(p_over) * p_under, 2 * p_under)::bigint $$;

-- What a company pays at each site on each of some days, by the rule that prices its purchases (`derivePrice`): the rate
-- of the day, else the last before it with the taxes of the day, plus the markup, capped at retail where the company is.
-- A provider without a markup that day is left out, as its price is not agreed, and so is a rate whose taxes cannot be
-- exchanged. `p_taxes` has the taxes of each place, by days, from the tax rules. Never called by a customer's role,
-- since its arguments name the company.
create function prices_of(p_company bigint, p_from date, p_to date, p_sites bigint[], p_taxes jsonb)
  returns table (day date, site_id bigint, product text, grade text, rate_day date, unit text, currency text,
    price_e6 bigint, retail_e6 bigint, sales_e5 int, has_sales_taxes boolean)
  language sql stable rows 100000
  as $$
    with tax as materialized (
      select t.province, t.region, product, t.from_date, t.to_date, t.litre_e6, t.gallon_e6, t.currency, t.has_unit_taxes,
        t.sales_e5, t.has_sales_taxes
      from jsonb_to_recordset(p_taxes) as t (province text, region text, products text[], from_date date, to_date date,
        litre_e6 bigint, gallon_e6 bigint, currency text, has_unit_taxes boolean, sales_e5 int, has_sales_taxes boolean),
        unnest(t.products) product
    ), place as materialized (
      select provider_id, coalesce(province, '') as province, coalesce(tax_region, '') as region, array_agg(id) as site_ids
      from sites where p_sites is null or id = any(p_sites) group by 1, 2, 3
    ), coded as materialized (
      select distinct on (provider_id, product, coalesce(rate_code, code)) provider_id, product,
        coalesce(rate_code, code) as code, coalesce(grade, code) as grade
      from product_codes order by provider_id, product, coalesce(rate_code, code), rate_code nulls first
    ), agreed as materialized (
      -- Days with the same taxes and the same markup, found once for all sites of a place: there are few.
      select l.site_ids, c.product, c.code, c.grade, t as now, m.markup_value_e4, p.unit as markup_unit, p.currency,
        greatest(p_from, t.from_date, m.from_date) as first_day, least(p_to, t.to_date, m.to_date) as last_day
      from place l join coded c on c.provider_id = l.provider_id join fuel_providers p on p.id = l.provider_id
        join tax t on t.province = l.province and t.region = l.region and t.product = c.product
          and t.from_date <= p_to and t.to_date >= p_from
        join markups m on m.company_id = p_company and m.fuel_provider_id = l.provider_id and m.status = 'ACTIVE'
          and m.from_date <= least(p_to, t.to_date) and coalesce(m.to_date, 'infinity') >= greatest(p_from, t.from_date)
    ), dated as (
      select a.now, a.product, a.grade, a.currency, a.markup_value_e4, a.markup_unit, s.site_id, r.*
      from agreed a cross join unnest(a.site_ids) as s (site_id) cross join lateral (
        select known.*, generate_series(greatest(0, a.first_day - rate_day),
          coalesce(lead(rate_day) over (order by rate_day) - 1, a.last_day) - rate_day) as days_old
        from (
          (select r.day as rate_day, r.price_e4, r.retail_e4, r.unit, r.currency as rate_currency from daily_rates r
            where r.site_id = s.site_id and r.code = a.code and r.is_current and r.day <= a.first_day order by r.day desc limit 1)
          union all
          select r.day, r.price_e4, r.retail_e4, r.unit, r.currency from daily_rates r
          where r.site_id = s.site_id and r.code = a.code and r.is_current and r.day > a.first_day and r.day <= a.last_day) known
      ) r where r.rate_currency = a.currency
    ), based as (
      select d.*, case when days_old = 0 then price_e4 when (now).has_unit_taxes then
        -- Since the taxes of the day began, there is nothing to exchange.
        case when rate_day >= (now).from_date then price_e4
        else (
          select case when old.has_unit_taxes then case unit
            when 'L' then rounded_ratio(
              (price_e4 * 100 + (now).litre_e6 - old.litre_e6)::numeric * 3785411784 + ((now).gallon_e6 - old.gallon_e6)::numeric * 1000000000,
              378541178400)
            else rounded_ratio(
              (price_e4 * 100 + (now).gallon_e6 - old.gallon_e6)::numeric * 1000000000 + ((now).litre_e6 - old.litre_e6)::numeric * 3785411784,
              100000000000) end end
          from tax old where old.province = (now).province and old.region = (now).region and old.product = d.product
            and rate_day between old.from_date and old.to_date) end end as base_e4
      from dated d
      -- So that a base is worked out once.
      offset 0
    ), marked as (
      select b.*, base_e4 * 100 + 100 * case when markup_unit = unit then markup_value_e4
        when unit = 'L' then rounded_ratio(markup_value_e4::numeric * 1000000000, 3785411784)
        else rounded_ratio(markup_value_e4::numeric * 3785411784, 1000000000) end as marked_e6
      from based b
      -- Taxes in another currency than the rate's cannot be exchanged.
      where base_e4 is not null and (base_e4 = price_e4 or (now).currency = currency)
    )
    select rate_day + days_old, site_id, product, grade, rate_day, unit, currency,
      case when retail_e4 > 0 and (select is_capped_at_retail from customers where company_id = p_company)
        then least(marked_e6, 100 * (retail_e4 * 100000 / (100000 + (now).sales_e5))) else marked_e6 end,
      retail_e4 * 100, (now).sales_e5, (now).has_sales_taxes
    from marked
  $$;

-- The acting company's own prices. With the owner's rights, because a customer's role can read neither rates nor
-- markups: it gets their sum alone (COST-2).
create function own_prices(p_from date, p_to date, p_sites bigint[], p_taxes jsonb)
  returns table (day date, site_id bigint, product text, grade text, rate_day date, unit text, currency text,
    price_e6 bigint, retail_e6 bigint, sales_e5 int, has_sales_taxes boolean)
  language sql stable rows 100000 security definer set search_path = pg_catalog, public
  as $$ select * from prices_of(acting_company(), p_from, p_to, p_sites, p_taxes) $$;

revoke execute on function great_circle_km, rounded_ratio, prices_of, own_prices from public;
grant execute on function great_circle_km, rounded_ratio to portal_customer, portal_staff;
grant execute on function prices_of to portal_staff;
grant execute on function own_prices to portal_customer;
