import type { ExceptionRule } from '@portal/contract/exceptions/exception-rules.data.ts'
import { type RawBuilder, sql } from 'kysely'
import type { BrokenRule } from '../balances/card-draws.rules.ts'
import type { Db } from '../db/connect.ts'
import { costRuleText, fuelList, lineLitres } from '../db/rule-values.ts'
import { headsOf, isOther, isStanding, mediansOf, pairsOf } from './rule-facts.queries.ts'
import { settleExceptions } from './settling.queries.ts'

/** A rule of the card that a transaction broke. */
export type FoundRule = BrokenRule & { transaction_id: number }

const nothing = sql`'{}'::jsonb`
const litres = (milli: RawBuilder<unknown>) => sql`round(${milli} / 1000.0, 3)`
/** Every rule selects the transaction, the rule and its part, the numbers, the numbers for staff, and the other one. */
const distances = sql`
  select distinct on (id) id, 'impossible_distance', '', jsonb_build_object('km', round(km::numeric), 'minutes', round(minutes)), ${nothing}, other_id
  from pairs where km > distance_km and km * 60 > speed_kmh * minutes order by id, km desc`
/** Without the places, only that two sites used the card within minutes. */
const intervals = sql`
  select distinct on (id) id, 'interval', '', jsonb_build_object('minutes', round(minutes)), ${nothing}, other_id
  from pairs where km is null and minutes <= 5 order by id, minutes`
const odometers = sql`
  select n.id, 'odometer', case when km < 0 then 'back' else 'jump' end,
    jsonb_build_object('before', n.other_odometer, 'now', n.odometer, 'unit', n.odometer_unit) || case when km < 0 then ${nothing} else jsonb_build_object('days', round(days, 1)) end, ${nothing}, n.other_id
  from neighbours n, lateral (
      select round((n.odometer - n.other_odometer) * case n.odometer_unit when 'mi' then 1.609344 else 1 end, 3) as km, greatest(extract(epoch from n.txn_at - n.other_at) / 86400, 1) as days
    ) moved
  where n.is_before and n.other_vehicle is not distinct from n.vehicle and (km < 0 or km > n.odometer_km * days)`

/** Nearly every identity found is the purchase's own. `offset 0` keeps the database from looking up its lines first. */
const sameCodes = sql`
  select h.id, i.transaction_id as other_id, jsonb_build_object('days', abs(i.txn_date - h.day)) as numbers, 'code' as part
  from heads h cross join lateral (
    select i.transaction_id, i.txn_date from (
        select * from transaction_identities i where i.provider_id = h.provider_id and i.authentication_id = h.authentication_id
          and i.txn_date between h.day - h.duplicate_days and h.day + h.duplicate_days and i.sign = 1 and i.transaction_id <> h.id offset 0
      ) i join transactions o on o.id = i.transaction_id
    where ${isOther} and ${isStanding} and exists (select from transaction_lines l where l.transaction_id = h.id and l.product = i.product)
    order by abs(i.txn_date - h.day), i.transaction_id limit 1
  ) i`
const samePurchases = sql`
  select h.id, o.id as other_id, o.numbers, 'card' as part
  from heads h cross join lateral (
    select o.id, jsonb_build_object('minutes', round(abs(extract(epoch from h.txn_at - o.txn_at)) / 60), 'quantity', round(l.quantity_milli / 1000.0, 3), 'unit', l.unit, 'product', l.product) as numbers
    from transactions o join transaction_lines l on l.transaction_id = o.id and l.product in (${fuelList}, 'DEF') and l.quantity_milli > 0 and l.unit is not null
    where o.card_id = h.card_id and o.txn_at between h.txn_at - h.duplicate_minutes * interval '1 minute' and h.txn_at + h.duplicate_minutes * interval '1 minute'
      and o.site_id = h.site_id and o.credited_id is null and o.amount_cents > 0 and ${isOther} and ${isStanding}
      and exists (select from transaction_lines own where own.transaction_id = h.id and (own.product, own.unit, own.quantity_milli) = (l.product, l.unit, l.quantity_milli))
    order by abs(extract(epoch from h.txn_at - o.txn_at)), o.id, l.n limit 1
  ) o where h.purchases > 1`
const duplicates = sql`
  select distinct on (id) id, 'possible_duplicate', '', numbers || jsonb_build_object('by', part), ${nothing}, other_id
  from (${sameCodes} union all ${samePurchases}) d where exists (select from transactions o where o.id = d.id and ${isStanding}) order by id, part desc`

const fillOf = (products: RawBuilder<unknown>) => sql`
  lateral (select sum(${lineLitres})::bigint as milli from transaction_lines l where l.transaction_id = o.id and l.product in (${products}) and l.quantity_milli > 0) fill`
const earlier = sql`o.card_id = h.card_id and o.vehicle is not distinct from h.vehicle and o.credited_id is null and o.amount_cents > 0`
const fills = sql`
  select fill.milli from transactions o, ${fillOf(sql`'D1', 'D1W', 'GAS'`)}
  where ${earlier} and o.txn_at <= h.txn_at and o.id <> h.id and fill.milli > 0 order by o.txn_at desc limit 20`
/**
 * Without a tank size, the second largest of the last 20 fills stands for it. Most purchases are no larger than two of
 * the last few, so the first step ends early.
 */
const tanks = sql`
  select h.id, 'over_tank', 'tank', jsonb_build_object('bought', ${litres(sql`h.road_milli`)}, 'size', ${litres(sql`h.tank_milli`)}, 'vehicle', h.unit_number), ${nothing}, null::bigint
  from heads h where h.road_milli > h.tank_milli
  union all
  select h.id, 'over_tank', 'fills', jsonb_build_object('bought', ${litres(sql`h.road_milli`)}, 'size', ${litres(sql`usual.second`)}, 'percent', h.tank_percent), ${nothing}, null::bigint
  from heads h cross join lateral (
      select count(*) as larger from (select from (${fills}) fills where milli * (100 + h.tank_percent) >= h.road_milli * 100 limit 2) larger
    ) known cross join lateral (
      select count(*) as fills, (array_agg(milli order by milli desc))[2] as second from (${fills}) fills where known.larger < 2
    ) usual
  where h.tank_milli is null and h.purchases > 10 and h.road_milli > 0 and usual.fills >= 10`
/** DEF against the diesel of the last five fills, where DEF was bought. */
const proportions = sql`
  select h.id, 'def_ratio', '', jsonb_build_object('def', ${litres(sql`def.milli`)}, 'diesel', ${litres(sql`five.diesel`)}, 'percent', round(def.milli * 100.0 / five.diesel, 1)), ${nothing}, null::bigint
  from heads h cross join lateral (
      select count(*) as fills, sum(milli)::bigint as diesel, min(txn_at) as since from (
        select o.txn_at, fill.milli from transactions o, ${fillOf(sql`'D1', 'D1W'`)} where ${earlier} and o.txn_at <= h.txn_at and fill.milli > 0 order by o.txn_at desc limit 5) f
    ) five cross join lateral (
      select sum(fill.milli)::bigint as milli from transactions o, ${fillOf(sql`'DEF'`)} where ${earlier} and o.txn_at between five.since and h.txn_at
    ) def
  where h.def_milli > 0 and h.purchases >= 5 and five.fills = 5
    and (def.milli * 1000 < h.def_low_permille * five.diesel or def.milli * 1000 > h.def_high_permille * five.diesel)`
/** Midnight stands for a time that the file does not have. */
const nights = sql`
  select h.id, 'night_first', '', jsonb_build_object('time', to_char(h.txn_at, 'HH24:MI')), ${nothing}, null::bigint
  from heads h, lateral (select extract(hour from h.txn_at)::int as hour) at
  where h.card_id is not null and h.site_id is not null and h.txn_at::time <> '00:00'
    and case when night_from_hour > night_to_hour then hour >= night_from_hour or hour < night_to_hour else hour >= night_from_hour and hour < night_to_hour end
    and not exists (select from transactions o where o.card_id = h.card_id and o.site_id = h.site_id and o.txn_at <= h.txn_at and o.id <> h.id)`

const unlikelyQuantities = sql`
  select h.id, 'unlikely', 'quantity', jsonb_build_object('bought', ${litres(sql`most.bought`)}, 'size', ${litres(sql`most.size`)}) || case when most.is_tank then jsonb_build_object('vehicle', h.unit_number) else ${nothing} end, ${nothing}, null::bigint
  from heads h cross join lateral (
    select * from (values (h.road_milli, coalesce(h.tank_milli, h.quantity_litres * 1000::bigint), h.tank_milli is not null), (h.other_milli, h.quantity_litres * 1000::bigint, false),
      (case when h.tank_milli is null then h.road_milli + h.other_milli end, h.quantity_litres * 1000::bigint, false)) as sum (bought, size, is_tank)
    where bought > size order by bought desc limit 1
  ) most
  where h.road_milli + h.other_milli > least(h.tank_milli, h.quantity_litres * 1000::bigint)`

const perUnit = (cents: RawBuilder<unknown>) => sql`round(${cents} * 10.0 / nullif(l.quantity_milli, 0), 6)`
const e6 = (price: RawBuilder<unknown>) => sql`round(${price} / 1000000.0, 6)`
const ofLine = (currency: RawBuilder<unknown>) =>
  sql`jsonb_build_object('product', l.product, 'unit', coalesce(l.unit, ''), 'currency', ${currency})`
/** What the cost of a line `l` raises, by its flags, with the prices that differ. */
const costNumbers = (currency: RawBuilder<unknown>) => sql`
  ${ofLine(currency)} || case flag when 'below_cost' then jsonb_build_object('price', ${perUnit(sql`l.pre_cents`)}, 'cost', ${perUnit(sql`l.cost_pre_cents`)})
    else jsonb_build_object('price', ${e6(sql`l.file_price_e6`)}, 'rate', ${e6(sql`l.rate_price_e4 * 100`)}) end`
const costFlagArray = sql.raw(`array[${costRuleText}]`)
/** One pass over the lines, for their flags and for prices off the median. */
const lineDoubts = sql`
  doubtful as materialized (
    select h.id, h.currency as paid_in, l.n, l.product, l.unit, l.flags, l.quantity_milli, l.pre_cents, l.cost_pre_cents, l.file_price_e6, l.rate_price_e4, m.median_e6, m.prices, abs(l.file_price_e6 - m.median_e6) * 100 > h.price_percent * m.median_e6 as is_off
    from heads h join transaction_lines l on l.transaction_id = h.id
      left join medians m on (m.provider_id, m.day, m.product, m.unit, m.currency) = (h.provider_id, h.day, l.product, l.unit, h.currency) and l.cost_pre_cents is not null and l.quantity_milli > 0
    where l.flags && ${costFlagArray} or abs(l.file_price_e6 - m.median_e6) * 100 > h.price_percent * m.median_e6
  )`
const costs = sql`
  select l.id, flag, 'line ' || l.n, ${nothing}, ${costNumbers(sql`l.paid_in`)}, null::bigint from doubtful l, unnest(l.flags) flag where flag = any(${costFlagArray})`
const unlikelyPrices = sql`
  select l.id, 'unlikely', 'price ' || l.n, jsonb_build_object('product', l.product),
    ${ofLine(sql`l.paid_in`)} || jsonb_build_object('price', ${e6(sql`l.file_price_e6`)}, 'median', ${e6(sql`l.median_e6`)}, 'percent', round(abs(l.file_price_e6 - l.median_e6) * 100.0 / l.median_e6), 'prices', l.prices), null::bigint
  from doubtful l where is_off`

/** The rules that compare a purchase with others. */
const comparing = [distances, intervals, odometers, duplicates]
const rules = [...comparing, tanks, proportions, nights, unlikelyQuantities, costs, unlikelyPrices]
const given = (broken: readonly FoundRule[]) => sql`
  select b.transaction_id, b.rule, b.part, b.numbers, ${nothing}, null::bigint
  from jsonb_to_recordset(${JSON.stringify(broken)}::jsonb) as b (transaction_id bigint, rule text, part text, numbers jsonb)`

/**
 * Writes what was found. What is there already stays as it is judged, unless its numbers or the other record changed.
 */
const upsert = sql`
  insert into exceptions as e (transaction_id, company_id, rule, part, numbers, staff_numbers, other_transaction_id)
  select f.id, t.company_id, f.rule, f.part, f.numbers, f.staff_numbers, f.other_id from found f join transactions t on t.id = f.id order by f.id, f.rule, f.part
  on conflict (transaction_id, rule, part) do update set numbers = excluded.numbers, staff_numbers = excluded.staff_numbers, other_transaction_id = excluded.other_transaction_id,
    created_at = now(), found_in = excluded.found_in, staff_verdict = null, staff_note = null, staff_by = null, staff_at = null, is_by_acceptance = false,
    customer_verdict = null, customer_note = null, customer_by = null, customer_at = null, version = e.version + 1
  where (e.numbers, e.staff_numbers, e.other_transaction_id) is distinct from (excluded.numbers, excluded.staff_numbers, excluded.other_transaction_id)
  returning transaction_id`
const touched = async (db: Db, query: RawBuilder<{ transaction_id: number }>): Promise<number[]> =>
  (await query.execute(db)).rows.map(({ transaction_id }) => transaction_id)

/** Finds the exceptions of the chosen transactions by these rules, in one statement whatever their number. */
const detect = (chosen: RawBuilder<unknown>, by: readonly RawBuilder<unknown>[], dropped = sql``) => sql<{
  transaction_id: number
}>`
  with ${headsOf(chosen)}, ${pairsOf}, ${mediansOf}, ${lineDoubts}, found (id, rule, part, numbers, staff_numbers, other_id) as materialized (
    ${sql.join(
      by.map((rule) => sql`(${rule})`),
      sql` union all `,
    )}
  ), ${dropped} written as (${upsert})
  select transaction_id from written`

/** Compares these once more, after the other record of one of their exceptions is gone: a third one may be left. */
export async function compareAgain(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await touched(db, detect(sql`select unnest(${ids}::bigint[]) as id`, comparing))
  await settleExceptions(db, ids)
}
/** A duplicate of a purchase that these transactions credit in full is none any more (TXN-19). */
const dropCredited = async (db: Db, chosen: RawBuilder<unknown>): Promise<void> =>
  compareAgain(
    db,
    await touched(
      db,
      sql`
      delete from exceptions e using transactions t, transactions o
      where t.id in (${chosen}) and t.credited_id = o.id and e.other_transaction_id = o.id and e.rule = 'possible_duplicate' and e.staff_verdict is null
        and not (${isStanding}) returning e.transaction_id`,
    ),
  )

const booked = sql`select transaction_id as id from import_transactions`
/** Decides the exceptions of a file's transactions, after they are booked (EXC-1). */
export async function decideBooked(db: Db, broken: readonly FoundRule[]): Promise<void> {
  const found = await touched(db, detect(booked, [...rules, given(broken)]))
  await settleExceptions(db, found)
  await dropCredited(db, sql`select transaction_id from import_transactions where sign = -1`)
}

type Decided = { broken: readonly BrokenRule[]; kept: readonly ExceptionRule[] }
/** Decides the exceptions of a typed transaction again. The rules in `kept` stay as they were decided. */
export async function decideTyped(db: Db, id: number, { broken, kept }: Decided): Promise<void> {
  const chosen = sql`select ${id}::bigint as id`
  const dropped = sql`gone as (
    delete from exceptions e where e.transaction_id = ${id} and e.rule <> all(${kept}::text[])
      and not exists (select from found f where (f.id, f.rule, f.part) = (e.transaction_id, e.rule, e.part))), `
  await touched(db, detect(chosen, [...rules, given(broken.map((rule) => ({ transaction_id: id, ...rule })))], dropped))
  await settleExceptions(db, [id])
  await dropCredited(db, sql`select ${id}::bigint`)
}

/**
 * Decides only what the cost of repriced lines raises, by their flags (COST-3), which their transactions have already. Customers do
 * not see these rules, so nothing of it is stored with the transactions.
 */
export async function decideCosts(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with found (id, rule, part, numbers, staff_numbers, other_id) as materialized (
      select t.id, flag, 'line ' || l.n, ${nothing}, ${costNumbers(sql`t.currency`)}, null::bigint
      from transactions t join transaction_lines l on l.transaction_id = t.id, unnest(l.flags) flag
      where t.id = any(${ids}::bigint[]) and l.flags && ${costFlagArray} and flag = any(${costFlagArray}) and t.credited_id is null
    ), gone as (
      delete from exceptions e where e.transaction_id = any(${ids}::bigint[]) and e.rule = any(${costFlagArray})
        and not exists (select from found f where (f.id, f.rule, f.part) = (e.transaction_id, e.rule, e.part)) returning e.transaction_id
    ), written as (${upsert})
    select 1`.execute(db)
}

/** Before a transaction is deleted: drops what names it as the other record. Returns what to compare afterwards. */
export const dropNaming = (db: Db, id: number): Promise<number[]> =>
  touched(
    db,
    sql`delete from exceptions where other_transaction_id = ${id} and transaction_id <> ${id} and staff_verdict is null returning transaction_id`,
  )
