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
  language sql stable
  as $$
    with tax as materialized (
      select t.province, t.region, product, t.from_date, t.to_date, t.litre_e6, t.gallon_e6, t.currency, t.has_unit_taxes,
        t.sales_e5, t.has_sales_taxes
      from jsonb_to_recordset(p_taxes) as t (province text, region text, products text[], from_date date, to_date date,
        litre_e6 bigint, gallon_e6 bigint, currency text, has_unit_taxes boolean, sales_e5 int, has_sales_taxes boolean),
        unnest(t.products) product
    ), offered as materialized (
      select distinct on (s.id, c.product, coalesce(c.rate_code, c.code)) s.id as site_id, s.provider_id,
        coalesce(s.province, '') as province, coalesce(s.tax_region, '') as region, c.product,
        coalesce(c.rate_code, c.code) as code, coalesce(c.grade, c.code) as grade
      from sites s join product_codes c on c.provider_id = s.provider_id
      where c.product in (select product from tax) and (p_sites is null or s.id = any(p_sites))
        and exists (select from markups m where m.company_id = p_company and m.fuel_provider_id = s.provider_id
          and m.status = 'ACTIVE' and m.from_date <= p_to and coalesce(m.to_date, 'infinity') >= p_from)
      order by s.id, c.product, coalesce(c.rate_code, c.code), c.rate_code nulls first
    ), rated as (
      select o.*, r.day as rate_day, r.price_e4, r.retail_e4, r.unit, r.currency from offered o cross join lateral (
        select * from daily_rates r where r.site_id = o.site_id and r.code = o.code and r.is_current and r.day <= p_from
        order by r.day desc limit 1) r
      union all
      select o.*, r.day, r.price_e4, r.retail_e4, r.unit, r.currency from offered o join daily_rates r
        on r.site_id = o.site_id and r.code = o.code and r.is_current and r.day > p_from and r.day <= p_to
    ), spanned as (
      select *, greatest(rate_day, p_from) as first_day,
        coalesce(lead(rate_day) over (partition by site_id, product, code order by rate_day) - 1, p_to) as last_day
      from rated
    ), dated as (
      select s.*, first_day + n as priced_day from spanned s, generate_series(0, last_day - first_day) n
    ), based as (
      select d.*, m.markup_value_e4, p.unit as markup_unit, now.sales_e5, now.has_sales_taxes, now.currency as tax_currency,
        coalesce(c.is_capped_at_retail, false) as is_capped,
        case when d.rate_day = d.priced_day then d.price_e4 when now.has_unit_taxes and old.has_unit_taxes
          then case when d.unit = 'L' then rounded_ratio(
              (d.price_e4 * 100 + now.litre_e6 - old.litre_e6)::numeric * 3785411784 + (now.gallon_e6 - old.gallon_e6)::numeric * 1000000000,
              378541178400)
            else rounded_ratio(
              (d.price_e4 * 100 + now.gallon_e6 - old.gallon_e6)::numeric * 1000000000 + (now.litre_e6 - old.litre_e6)::numeric * 3785411784,
              100000000000) end end as base_e4
      from dated d
        join fuel_providers p on p.id = d.provider_id and p.currency = d.currency
        join markups m on m.company_id = p_company and m.fuel_provider_id = d.provider_id and m.status = 'ACTIVE'
          and d.priced_day between m.from_date and coalesce(m.to_date, 'infinity')
        join tax now on now.province = d.province and now.region = d.region and now.product = d.product
          and d.priced_day between now.from_date and now.to_date
        left join tax old on d.rate_day < d.priced_day and old.province = d.province and old.region = d.region
          and old.product = d.product and d.rate_day between old.from_date and old.to_date
        left join customers c on c.company_id = p_company
    ), marked as (
      select b.*, base_e4 * 100 + 100 * case when markup_unit = unit then markup_value_e4
        when unit = 'L' then rounded_ratio(markup_value_e4::numeric * 1000000000, 3785411784)
        else rounded_ratio(markup_value_e4::numeric * 3785411784, 1000000000) end as marked_e6
      from based b
      -- Taxes in another currency than the rate's cannot be exchanged.
      where base_e4 is not null and (base_e4 = price_e4 or tax_currency = currency)
    )
    select priced_day, site_id, product, grade, rate_day, unit, currency,
      case when is_capped and retail_e4 > 0
        then least(marked_e6, 100 * div(retail_e4::numeric * 100000, 100000 + sales_e5))::bigint else marked_e6 end,
      retail_e4 * 100, sales_e5, has_sales_taxes
    from marked
  $$;

-- The acting company's own prices. With the owner's rights, because a customer's role can read neither rates nor
-- markups: it gets their sum alone (COST-2).
create function own_prices(p_from date, p_to date, p_sites bigint[], p_taxes jsonb)
  returns table (day date, site_id bigint, product text, grade text, rate_day date, unit text, currency text,
    price_e6 bigint, retail_e6 bigint, sales_e5 int, has_sales_taxes boolean)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select * from prices_of(acting_company(), p_from, p_to, p_sites, p_taxes) $$;

revoke execute on function great_circle_km, rounded_ratio, prices_of, own_prices from public;
grant execute on function great_circle_km, rounded_ratio to portal_customer, portal_staff;
grant execute on function prices_of to portal_staff;
grant execute on function own_prices to portal_customer;
