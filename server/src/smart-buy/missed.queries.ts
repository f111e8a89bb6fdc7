import type { HandlerReply } from '@portal/contract/endpoint.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { missedList, type smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type Scope, setForTheRest } from '../db/connect.ts'
import { fuelList } from '../db/rule-values.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { toMissedGroup, toMissedLine, toMissedTotal } from './smart-buy.columns.ts'
import { type PriceQuestion, pricesOf, readPlaceTaxes } from './smart-buy.queries.ts'

/** A purchase can have several fuel lines. */
const sums = sql`count(distinct transaction_id)::int as purchases, sum(pre_cents)::bigint as pre_cents, sum(missed_cents)::bigint as missed_cents`
const groupedBy = (name: ReturnType<typeof sql>) => sql`
  select ${name} as name, currency, ${sums} from matching group by 1, 2 order by missed_cents desc, name nulls last, currency`
const groups = {
  drivers: groupedBy(sql`driver`),
  sites: groupedBy(sql`coalesce(site_name, site_number)`),
  weeks: sql`select date_trunc('week', day)::date::text as name, currency, ${sums} from matching group by 1, 2 order by 1, 2`,
}

/** Litres of a unit. */
const litres = (unit: RawBuilder<unknown>) => sql`case ${unit} when 'L' then 1 else 3.785411784 end`

/** The lines of `t`, looked up one by one, as they are few. */
const linesOf = sql`(
  select id, transaction_id, product, price_unit, price_e6, price_quantity_milli, pre_cents from transaction_lines
  where transaction_id = t.id offset 0)`

/**
 * Fuel purchases of the period, less what was credited of their product, and without lines that were billed again. Each is
 * compared with the cheapest own price of its product and currency among the sites within the radius that day. Prices
 * are made once per day and site, and compared once per day, site and product, not per line. What has no such price has
 * no cheapest site.
 */
export async function missedRows(db: Db, scope: Scope, question: PriceQuestion, radius_km: number) {
  const { company_id, from, to } = question
  const taxes = await readPlaceTaxes(db, to)
  // The planner has no statistics of rows under a policy, and would join and group thousands as if they were one.
  await setForTheRest(db, { enable_nestloop: 'off', enable_sort: 'off' })
  // A degree of latitude is a little more than 111 km.
  const reach = radius_km / 111
  return sql`
    with credited as materialized (
      select t.credited_id as transaction_id, l.product, -sum(l.price_quantity_milli * ${litres(sql`l.price_unit`)}) as milli_litres
      from transactions t cross join lateral ${linesOf} l
      where t.company_id = ${company_id} and t.credited_id is not null and l.price_unit is not null group by 1, 2
    ), bought as materialized (
      select id, transaction_id, day, driver, vehicle, site_id, product, currency, unit, price_e6, left_milli as quantity_milli,
        case left_milli when sold_milli then pre_cents else rounded_ratio(pre_cents::numeric * left_milli, sold_milli) end as pre_cents
      from (
        select l.id, t.id as transaction_id, t.txn_at::date as day, t.driver_name as driver, t.vehicle, t.site_id, l.product, t.currency,
          l.price_unit as unit, l.price_e6, l.price_quantity_milli as sold_milli, l.pre_cents,
          case when c.milli_litres is null then l.price_quantity_milli else least(l.price_quantity_milli, greatest(0,
            sum(l.price_quantity_milli) over (partition by l.transaction_id, l.product order by l.id)
              - round(c.milli_litres / ${litres(sql`l.price_unit`)})::bigint)) end as left_milli
        from transactions t cross join lateral ${linesOf} l
          left join credited c on c.transaction_id = t.id and c.product = l.product
        where t.company_id = ${company_id} and t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and t.site_id is not null
          and t.source <> 'rebill' and t.credited_id is null and l.product in (${fuelList}) and l.price_quantity_milli > 0 and l.price_unit is not null
      ) sold where left_milli > 0
    ), here as materialized (
      select id as site_id, latitude, longitude, ${reach}::float8 / cosd(least(89, abs(latitude) + ${reach}::float8)) as reach
      from sites where id in (select site_id from bought)
    ), near as materialized (
      select *, row_number() over (partition by site_id order by km, near_id) as nearness, round(km::numeric * 10)::bigint as km_e1 from (
        select site_id, site_id as near_id, 0::float8 as km from here
        union all
        -- By bands of latitude, then by degrees: the distance is worked out for few pairs.
        select here.site_id, other.id, great_circle_km(here.latitude, here.longitude, other.latitude, other.longitude)
        from here cross join unnest(array[-1, 0, 1]) step
          join sites other on floor(other.latitude / ${reach}::float8) = floor(here.latitude / ${reach}::float8) + step and other.id <> here.site_id
          and other.latitude between here.latitude - ${reach}::float8 and here.latitude + ${reach}::float8
          and other.longitude between here.longitude - here.reach and here.longitude + here.reach
      ) pair where km <= ${radius_km}::float8
    ), cheapest as materialized (
      -- The least price in one unit, of equal ones the nearest, with what it is: one pass instead of a sort.
      select b.day, b.site_id, b.product, b.currency, min(array[
        p.price_e6 * case p.unit when 'L' then 3785411784 else 1000000000 end, n.nearness, n.near_id, n.km_e1, p.price_e6,
        (p.unit = 'L')::int]) as found
      from (select distinct day, site_id, product, currency from bought) b join near n on n.site_id = b.site_id
        join ${pricesOf(scope, question, sql`(select coalesce(array_agg(distinct near_id), '{}') from near)`, taxes)} p
          on p.site_id = n.near_id and p.day = b.day and p.product = b.product and p.currency = b.currency
      group by 1, 2, 3, 4
    ), compared as (
      select b.*, c.found[3] as cheapest_site_id, c.found[4] / 10.0 as cheapest_km, c.found[5] as cheapest_e6,
        case c.found[6] when 1 then 'L' else 'GAL' end as cheapest_unit
      from bought b left join cheapest c on c.day = b.day and c.site_id = b.site_id and c.product = b.product and c.currency = b.currency
    )
    select c.id, c.transaction_id, c.day, c.driver, c.vehicle, c.site_id, c.product, c.currency, c.unit, c.price_e6, c.quantity_milli, c.pre_cents,
      s.name as site_name, s.site_number, s.city, s.province, c.cheapest_site_id, o.name as cheapest_site_name, o.city as cheapest_city,
      round(c.cheapest_km, 1) as cheapest_km,
      case when c.cheapest_unit = c.unit then c.cheapest_e6 when c.unit = 'L' then rounded_ratio(c.cheapest_e6::numeric * 1000000000, 3785411784)
        else rounded_ratio(c.cheapest_e6::numeric * 3785411784, 1000000000) end as cheapest_e6,
      case when c.cheapest_site_id is not null then greatest(0, c.pre_cents - rounded_ratio(c.cheapest_e6::numeric * case when c.cheapest_unit = c.unit then c.quantity_milli
        when c.unit = 'L' then rounded_ratio(c.quantity_milli::numeric * 1000000000, 3785411784)
        else rounded_ratio(c.quantity_milli::numeric * 3785411784, 1000000000) end, 10000000)) end as missed_cents
    from compared c join sites s on s.id = c.site_id left join sites o on o.id = c.cheapest_site_id`
}

type Missed = HandlerReply<typeof smartBuy.missed>
/** What purchases cost above the cheapest own price nearby, with sums of the same lines (SMART-3). */
export async function listMissed(
  db: Db,
  scope: Scope,
  query: ListQuery,
  question: PriceQuestion,
  radius_km: number,
): Promise<Omit<Missed, 'from' | 'to' | 'radius_km' | 'company_id'>> {
  const rows = sql`select * from (${await missedRows(db, scope, question, radius_km)}) every where cheapest_site_id is not null`
  const columns = {
    id: 'listed.id',
    missed: 'listed.missed_cents',
    day: 'listed.day',
    driver: { column: 'listed.driver', isNullable: true },
    vehicle: { column: 'listed.vehicle', isNullable: true },
    site_name: { column: 'listed.site_name', isNullable: true },
    quantity: 'listed.quantity_milli',
    product: 'listed.product',
    currency: 'listed.currency',
  } as const
  const source = { rows, totals: sums, row: toMissedLine, total: toMissedTotal, groups, group: toMissedGroup }
  return paginateSums(db, missedList, query, columns, source)
}
