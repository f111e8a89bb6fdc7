import { type Threshold, thresholdDefaults, thresholdNames } from '@portal/contract/exceptions/exception-rules.data.ts'
import { type RawBuilder, sql } from 'kysely'
import { fuelList, lineLitres, litresOfGallon, roadFuelList } from '../db/rule-values.ts'

/** The customer's threshold, else the fuel provider's, else the portal's own. */
const thresholdOf = (name: Threshold) =>
  sql`coalesce(c.${sql.ref(name)}, p.${sql.ref(name)}, ${sql.lit(thresholdDefaults[name])}) as ${sql.ref(name)}`

/** The odometer of a transaction; null if it is not a number, because files and users enter any text. */
const odometerOf = (transaction: 't' | 'o') =>
  sql.raw(
    `case when ${transaction}.odometer ~ '^[0-9]{1,9}([.][0-9]{1,3})?$' then ${transaction}.odometer::numeric end`,
  )
/** The transaction `t` is a purchase. */
const isPurchase = sql`t.credited_id is null and t.amount_cents > 0`
/** What is left of a purchase `o` after its credits. One that was credited in full is no other purchase (TXN-19). */
export const isStanding = sql`o.amount_cents + coalesce((select sum(credit.amount_cents) from transactions credit where credit.credited_id = o.id), 0) > 0`

/** More than any rule counts. */
const countedPurchases = 11
/**
 * The purchases among the chosen transactions that are not billed, with what the rules need to know of them: `heads`.
 * `purchases` counts those of the card, this one included: without others, most rules have nothing to compare. `bounds`
 * are the first and last id.
 */
export const headsOf = (chosen: RawBuilder<unknown>) => sql`
  chosen as materialized (${chosen}), heads as materialized (
    select t.id, t.company_id, t.provider_id, t.authentication_id, t.txn_at, t.txn_at::date as day, t.currency, t.card_id, t.site_id, t.vehicle,
      ${odometerOf('t')} as odometer, b.road_milli, b.other_milli, b.def_milli, few.purchases,
      u.unit_number, coalesce(u.odometer_unit, 'km') as odometer_unit,
      case u.tank_unit when 'GAL' then round(u.tank_milli * ${litresOfGallon})::bigint else u.tank_milli end as tank_milli,
      s.latitude, s.longitude, s.time_zone, ${sql.join(thresholdNames.map(thresholdOf))}
    from chosen join transactions t on t.id = chosen.id cross join lateral (
        select coalesce(sum(${lineLitres}) filter (where l.product in (${roadFuelList})), 0)::bigint as road_milli,
          coalesce(sum(${lineLitres}) filter (where l.product in (${fuelList}, 'DEF') and l.product not in (${roadFuelList})), 0)::bigint as other_milli,
          coalesce(sum(${lineLitres}) filter (where l.product = 'DEF'), 0)::bigint as def_milli
        from transaction_lines l where l.transaction_id = t.id and l.quantity_milli > 0
      ) b cross join lateral (
        select count(*) as purchases from (
          select from transactions o where o.card_id = t.card_id and o.credited_id is null and o.amount_cents > 0 limit ${sql.lit(countedPurchases)}) of_card
      ) few
      left join units u on u.company_id = t.company_id and u.unit_number = unit_number_of(t.vehicle) left join sites s on s.id = t.site_id
      left join exception_thresholds c on c.company_id = t.company_id left join exception_thresholds p on p.provider_id = t.provider_id
    where ${isPurchase} and t.invoice_id is null
  ), bounds as materialized (select min(id) as first, max(id) as last from heads)`

/** Of two purchases in the same file the later one names the other; one that was booked before is always the other. */
export const isOther = sql`o.id <> h.id and (o.id < h.id or o.id > (select last from bounds))`

const beside = sql`o.id as other_id, o.site_id as other_site_id, o.txn_at as other_at, o.vehicle as other_vehicle,
  ${odometerOf('o')} as other_odometer`
const onCard = sql`transactions o where o.card_id = h.card_id and o.credited_id is null and o.amount_cents > 0`
/**
 * No step joins two of these sets by id: in the transaction of an import the database has no statistics of the new rows,
 * expects one, and would compare each with each.
 *
 * The card's purchase just before each one, and the one just after if it was booked earlier: `pairs`. With the distance
 * of their sites along the earth, and the minutes between them by the clocks of both places.
 */
export const pairsOf = sql`
  neighbours as materialized (
    select h.*, n.* from heads h cross join lateral (
      (select ${beside}, true as is_before from ${onCard} and o.txn_at <= h.txn_at and (o.txn_at < h.txn_at or o.id < h.id) and o.id <> h.id order by o.txn_at desc limit 1)
      union all
      (select ${beside}, false from ${onCard} and o.txn_at >= h.txn_at and (o.txn_at > h.txn_at or o.id > h.id) and o.id <> h.id order by o.txn_at limit 1)
    ) n where h.purchases > 1 and (n.is_before or n.other_id not between (select first from bounds) and (select last from bounds))
  ), pairs as materialized (
    select n.id, n.other_id, n.distance_km, n.speed_kmh,
      great_circle_km(o.latitude, o.longitude, n.latitude, n.longitude) as km,
      abs(extract(epoch from case when n.time_zone is null or o.time_zone is null then n.txn_at - n.other_at
        else (n.txn_at at time zone n.time_zone) - (n.other_at at time zone o.time_zone) end)) / 60 as minutes
    from neighbours n join sites o on o.id = n.other_site_id
    where n.other_site_id <> n.site_id and n.other_at between n.txn_at - interval '3 days' and n.txn_at + interval '3 days'
  )`

/** The provider's median price of a day, product, unit and currency, from at least five prices (COST-3): `medians`. */
export const mediansOf = sql`
  medians as materialized (
    select d.provider_id, d.day, l.product, l.unit, t.currency, count(*) as prices, percentile_disc(0.5) within group (order by l.file_price_e6) as median_e6
    from (select distinct provider_id, day from heads where provider_id is not null) d
      join transactions t on t.txn_at >= d.day and t.txn_at < d.day + 1 and t.provider_id = d.provider_id and t.credited_id is null
      join transaction_lines l on l.transaction_id = t.id and l.quantity_milli > 0 and l.unit is not null and l.cost_pre_cents is not null
    group by 1, 2, 3, 4, 5 having count(*) >= 5
  )`
