import type pg from 'pg'
import { fleetYear } from './demo-prices.data.ts'

const country = (site: string): string => `case when ${site}.provider_id in (3, 5) then 'US' else 'CA' end`
/** SQL of where a site is for its taxes. */
export const taxPlace = (site: string): string =>
  `(${country(site)} || '-' || ${site}.province || coalesce(' ' || ${site}.tax_region, ''))`

/**
 * The taxes of every place and product class from one change to the next, by the rules of contract/src/rules/tax.ts: the
 * narrower row applies, and HST replaces GST and PST. Prices in Canada include those per litre.
 */
const insertTaxes = `
  create temp table demo_taxes on commit drop as
  with change as (
    select $1::date as day union select from_date from tax_rates where from_date > $1::date union select to_date + 1 from tax_rates where to_date >= $1::date
  ), place as (
    select distinct ${taxPlace('sites')} as place, tax_region, ${country('sites')} || '-' || province as jurisdiction, ${country('sites')} as country, day, class
    from sites, change, unnest(array['diesel', 'gasoline', 'reefer', 'merchandise', 'cash']) class
  ), taken as (
    select distinct on (place, day, class, tax) place, place.country, day, class, rate.id, tax, kind, coalesce(rate_e6, rate_e5) as rate
    from place join tax_rates rate on rate.jurisdiction in (place.country, place.jurisdiction) and rate.product_class = class and rate.withdrawn_at is null
      and (rate.region is null or rate.region = tax_region) and day between from_date and coalesce(to_date, 'infinity')
    order by place, day, class, tax, rate.region nulls last, length(rate.jurisdiction) desc
  ), kept as (
    select *, bool_or(tax = 'HST' and rate > 0) over (partition by place, day, class) as is_harmonized from taken
  )
  select *, day as from_day, coalesce(lead(day) over changes - 1, 'infinity') as to_day, ids = lag(ids) over changes as is_as_before,
    case when place like 'US%' then 0 else (fet + pft + pct + local) / 100 end as included_e4
  from (
    select place.place, place.day, place.class, coalesce(array_agg(id order by id) filter (where id is not null), '{}') as ids,
      coalesce(sum(rate) filter (where tax = 'FET'), 0)::bigint as fet, coalesce(sum(rate) filter (where tax = 'PFT'), 0)::bigint as pft,
      coalesce(sum(rate) filter (where tax = 'PCT'), 0)::bigint as pct, coalesce(sum(rate) filter (where tax = 'Local'), 0)::bigint as local,
      coalesce(sum(rate) filter (where tax = 'GST'), 0)::bigint as gst, coalesce(sum(rate) filter (where tax = 'HST'), 0)::bigint as hst,
      coalesce(sum(rate) filter (where tax = 'PST'), 0)::bigint as pst, coalesce(sum(rate) filter (where tax = 'QST'), 0)::bigint as qst
    from place left join kept on kept.place = place.place and kept.day = place.day and kept.class = place.class
      and (kind = 'per_unit' or place.country = 'CA') and not (is_harmonized and tax in ('GST', 'PST'))
    group by 1, 2, 3
  ) grouped
  window changes as (partition by place, class order by day)`

/** Makes the temporary table `demo_taxes` of the places that sites are in, for all days that the demo has. */
export async function makeTaxes(owner: pg.Client): Promise<void> {
  await owner.query('drop table if exists demo_taxes')
  await owner.query(insertTaxes, [fleetYear.from])
  await owner.query('analyze demo_taxes')
}
