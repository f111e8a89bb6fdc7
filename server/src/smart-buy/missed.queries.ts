import type { HandlerReply } from '@portal/contract/endpoint.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { missedList, type smartBuy } from '@portal/contract/smart-buy/smart-buy.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { fuelList } from '../db/rule-values.ts'
import { paginateSums } from '../platform/lists/paginate-sums.ts'
import { toMissedGroup, toMissedLine, toMissedTotal } from './smart-buy.columns.ts'
import { type PriceQuestion, pricesOf, readPlaceTaxes } from './smart-buy.queries.ts'

const sums = sql`count(*)::int as purchases, sum(pre_cents)::bigint as pre_cents, sum(missed_cents)::bigint as missed_cents`
const groupedBy = (name: ReturnType<typeof sql>) => sql`
  select ${name} as name, currency, ${sums} from matching group by 1, 2 order by missed_cents desc, name nulls last, currency`
const groups = {
  drivers: groupedBy(sql`driver`),
  sites: groupedBy(sql`coalesce(site_name, site_number)`),
  weeks: sql`select date_trunc('week', day)::date::text as name, currency, ${sums} from matching group by 1, 2 order by 1, 2`,
}

/** Litres of a unit. */
const litres = (unit: RawBuilder<unknown>) => sql`case ${unit} when 'L' then 1 else 3.785411784 end`

/**
 * Fuel purchases of the period, less what was credited of their product, and without lines that were billed again. Each is
 * compared with the cheapest own price of its product and currency among the sites within the radius that day. Prices
 * are made once per day and site, and compared once per day, site and product, not per line.
 */
function missedRows(
  scope: Scope,
  question: PriceQuestion,
  radius_km: number,
  taxes: Awaited<ReturnType<typeof readPlaceTaxes>>,
) {
  const { company_id, from, to } = question
  // A degree of latitude is a little more than 111 km.
  const reach = radius_km / 111
  return sql`
    with credited as materialized (
      select t.credited_id as transaction_id, l.product, -sum(l.price_quantity_milli * ${litres(sql`l.price_unit`)}) as milli_litres
      from transactions t join transaction_lines l on l.transaction_id = t.id
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
        from transactions t join transaction_lines l on l.transaction_id = t.id
          left join credited c on c.transaction_id = t.id and c.product = l.product
        where t.company_id = ${company_id} and t.txn_at >= ${from}::date and t.txn_at < ${to}::date + 1 and t.site_id is not null
          and t.source <> 'rebill' and t.credited_id is null and l.product in (${fuelList}) and l.price_quantity_milli > 0 and l.price_unit is not null
      ) sold where left_milli > 0
    ), here as (
      select distinct site_id from bought
    ), beside as materialized (
      -- By degrees first: the distance is worked out for few pairs.
      select own.id as site_id, own.latitude, own.longitude, other.id as near_id, other.latitude as lat, other.longitude as lon
      from here join sites own on own.id = here.site_id join sites other on other.id <> own.id
        and other.latitude between own.latitude - ${reach}::float8 and own.latitude + ${reach}::float8
        and abs(other.longitude - own.longitude) * cosd(least(89, abs(own.latitude) + ${reach}::float8)) <= ${reach}::float8
    ), near as materialized (
      select site_id, site_id as near_id, 0::float8 as km from here
      union all
      select * from (select site_id, near_id, great_circle_km(latitude, longitude, lat, lon) as km from beside) pair where km <= ${radius_km}::float8
    ), prices as materialized (
      select p.day, p.site_id, p.product, p.currency, p.unit, p.price_e6,
        p.price_e6 / ${litres(sql`p.unit`)} as litre_price
      from (select coalesce(array_agg(distinct near_id), '{}') as ids from near) n
        cross join lateral ${pricesOf(scope, question, sql`n.ids`, taxes)} p
    ), cheapest as materialized (
      select distinct on (b.day, b.site_id, b.product, b.currency) b.day, b.site_id, b.product, b.currency,
        p.site_id as cheapest_site_id, n.km, p.unit as cheapest_unit, p.price_e6 as cheapest_e6
      from (select distinct day, site_id, product, currency from bought) b join near n on n.site_id = b.site_id
        join prices p on p.site_id = n.near_id and p.day = b.day and p.product = b.product and p.currency = b.currency
      order by b.day, b.site_id, b.product, b.currency, litre_price, km, p.site_id
    )
    select b.*, s.name as site_name, s.site_number, s.city, s.province, c.cheapest_site_id, o.name as cheapest_site_name, o.city as cheapest_city,
      round(c.km::numeric, 1) as cheapest_km,
      case when c.cheapest_unit = b.unit then c.cheapest_e6 when b.unit = 'L' then rounded_ratio(c.cheapest_e6::numeric * 1000000000, 3785411784)
        else rounded_ratio(c.cheapest_e6::numeric * 3785411784, 1000000000) end as cheapest_e6,
      greatest(0, b.pre_cents - rounded_ratio(c.cheapest_e6::numeric * case when c.cheapest_unit = b.unit then b.quantity_milli
        when b.unit = 'L' then rounded_ratio(b.quantity_milli::numeric * 1000000000, 3785411784)
        else rounded_ratio(b.quantity_milli::numeric * 3785411784, 1000000000) end, 10000000)) as missed_cents
    from bought b join cheapest c on c.day = b.day and c.site_id = b.site_id and c.product = b.product and c.currency = b.currency
      join sites s on s.id = b.site_id join sites o on o.id = c.cheapest_site_id`
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
  const rows = missedRows(scope, question, radius_km, await readPlaceTaxes(db, question.to))
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
