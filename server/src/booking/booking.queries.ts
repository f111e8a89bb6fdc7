import { severeRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { sql } from 'kysely'
import { columnArrays } from '../db/column-arrays.ts'
import type { Db } from '../db/connect.ts'
import { fuelList } from '../db/rule-values.ts'
import type { FoundRule } from '../exceptions/detection.queries.ts'
import {
  type PricedLine,
  pricedNames,
  pricedTypes,
  type UnpricedLine,
  unpricedNames,
} from '../pricing/line-prices.rules.ts'
import { isGood } from './matching.queries.ts'

const unpricedColumns = sql.raw(unpricedNames.join(', '))
const pricedColumns = sql.raw(pricedNames.map((name) => `${name} ${pricedTypes[name]}`).join(', '))

export type FoundSite = { site_number: string; name: string | null; city: string | null; province: string }
export const listGoodSites = async (db: Db): Promise<FoundSite[]> =>
  (
    await sql<FoundSite>`
    with last as (select site_number, max(line_id) as line_id from import_lines l where ${isGood} group by 1)
    select last.site_number, r.site_name as name, r.city, r.province from last join import_rows r using (line_id)`.execute(
      db,
    )
  ).rows
/** Known facts of a site stay. So does a region that a user set, or set to none. */
export async function upsertSites(
  db: Db,
  provider: string,
  sites: readonly (FoundSite & { tax_region: string | null })[],
): Promise<void> {
  await sql`
    insert into sites (provider_id, site_number, name, city, province, tax_region)
    select (select id from fuel_providers where name = ${provider}), site_number, name, city, province, tax_region
    from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb) as s (site_number text, name text, city text, province text, tax_region text)
    on conflict (provider_id, site_number) do update set name = coalesce(sites.name, excluded.name), city = coalesce(sites.city, excluded.city),
      province = coalesce(sites.province, excluded.province),
      tax_region = case when sites.is_region_set then sites.tax_region else coalesce(sites.tax_region, excluded.tax_region) end
    where (sites.name is null and excluded.name is not null) or (sites.city is null and excluded.city is not null) or sites.province is null
      or (sites.tax_region is null and excluded.tax_region is not null and not sites.is_region_set)`.execute(db)
}

/**
 * Groups the good lines into transactions, with the ids they will be booked under. A credit is a separate transaction,
 * after its purchase.
 */
export async function formTransactions(db: Db, provider: string): Promise<void> {
  await sql`
    create temp table import_transactions on commit drop as
    with formed as (
      select l.authentication_id, l.day, l.card_number, l.sign, min(l.card_id) as card_id, (array_agg(l.company_id order by l.txn_at, l.line_id))[1] as company_id,
        min(l.txn_at) as txn_at, min(l.line_id) as first_line_id, array_agg(l.line_id order by l.row_no, l.line_id) as line_ids, min(l.currency) as currency, min(r.site_number) as site_number, min(r.province) as province,
        left(min(coalesce(nullif(concat_ws(', ', r.site_name, r.city), ''), r.site_number)), 200) as location, sum(l.file_amount_cents)::bigint as file_amount_cents,
        min(r.driver_name) as driver_name, min(r.vehicle) as vehicle, min(r.odometer) as odometer, min(r.trip_number) as trip_number,
        l.original_id, max(l.original_day) as original_day
      from import_lines l join import_rows r using (line_id) where ${isGood}
      group by l.authentication_id, l.day, l.card_number, l.sign, l.original_id
    )
    select nextval('transactions_id_seq') as transaction_id, transaction.* from (
      select formed.*, sites.id as site_id, sites.tax_region from formed left join sites
        on sites.provider_id = (select id from fuel_providers where name = ${provider}) and sites.site_number = formed.site_number
      order by sign desc, txn_at, first_line_id
    ) transaction`.execute(db)
  await sql`create index on import_transactions (card_id, txn_at)`.execute(db)
  await sql`analyze import_transactions`.execute(db)
}

const isFuel = sql`r.product in (${fuelList})`
/**
 * All inputs of a purchase's price, one row per line. These include the site's latest rate up to the day, and the
 * customer's markup.
 */
export async function gatherInputs(db: Db, provider: string): Promise<void> {
  await sql`
    create temp table import_inputs on commit drop as
    with line as (
      select line_id, s.transaction_id, place.n::smallint as n, s.company_id, s.day, s.site_id, s.tax_region as region, s.authentication_id, s.sign, l.occurrence,
        l.file_amount_cents, l.known_province, r.product, r.code, r.province, r.currency, r.unit, r.quantity_milli, r.file_price_e6, r.retail_e6, r.evidence,
        ${isFuel} and s.sign = 1 as is_fuel
      from import_transactions s cross join lateral unnest(s.line_ids) with ordinality as place (line_id, n) join import_rows r using (line_id) join import_lines l using (line_id)
    ), rate as (
      select place.site_id, place.code, place.day, d.id, d.day as rate_day, d.price_e4, d.unit, d.currency, d.retail_e4
      from (select distinct site_id, code, day from line where is_fuel) place
        left join product_codes shared on shared.provider_id = (select id from fuel_providers where name = ${provider}) and shared.code = place.code
        cross join lateral (
        select * from daily_rates d
        where d.site_id = place.site_id and d.code = coalesce(shared.rate_code, place.code) and d.is_current and d.day <= place.day order by d.day desc limit 1
      ) d
    )
    select l.line_id, l.transaction_id, l.n, l.authentication_id, l.day, l.sign, l.occurrence, l.file_amount_cents, l.region, l.known_province,
      rate.id as rate_id, rate.rate_day, rate.price_e4 as rate_price_e4, rate.unit as rate_unit, rate.currency as rate_currency, rate.retail_e4 as rate_retail_e4,
      m.id as markup_id, m.markup_value_e4, coalesce(c.is_capped_at_retail, false) as cap_at_retail, p.unit as markup_unit, p.currency as markup_currency,
      l.product, l.code, l.province, l.currency, l.unit, l.quantity_milli, l.file_price_e6, l.evidence, l.retail_e6
    from line l
      join fuel_providers p on p.name = ${provider}
      left join customers c on c.company_id = l.company_id
      left join rate on l.is_fuel and (rate.site_id, rate.code, rate.day) = (l.site_id, l.code, l.day)
      left join markups m on l.is_fuel and m.status = 'ACTIVE' and m.company_id = l.company_id and m.fuel_provider_id = p.id
        and l.day between m.from_date and coalesce(m.to_date, 'infinity')`.execute(db)
  await sql`create unique index on import_inputs (line_id)`.execute(db)
  await sql`analyze import_inputs`.execute(db)
  await sql`create temp table import_priced (${pricedColumns}) on commit drop`.execute(db)
}

export const listUnpriced = async (db: Db, after: number, limit: number): Promise<UnpricedLine[]> =>
  (
    await sql<UnpricedLine>`
    select ${unpricedColumns} from import_inputs where sign = 1 and line_id > ${after} order by line_id limit ${limit}`.execute(
      db,
    )
  ).rows
/** Prevents another file from booking these lines again (I2). */
export async function insertIdentities(
  db: Db,
  provider: string,
  sign: 1 | -1,
  first: number,
  last: number,
): Promise<void> {
  await sql`
    insert into transaction_identities (provider_id, authentication_id, txn_date, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli)
    select (select id from fuel_providers where name = ${provider}), authentication_id, day, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli
    from import_inputs where sign = ${sign} and line_id between ${first} and ${last}`.execute(db)
}

export async function insertPriced(db: Db, lines: readonly PricedLine[]): Promise<void> {
  const { from, values } = columnArrays(pricedTypes, lines, 'priced')
  await sql`insert into import_priced select ${sql.raw(Object.values(values).join(', '))} from ${from}`.execute(db)
}

/** After the last line is priced: lines are then looked up by card. */
export async function indexPriced(db: Db): Promise<void> {
  await sql`create unique index on import_priced (line_id)`.execute(db)
  await sql`analyze import_priced (line_id)`.execute(db)
}

/**
 * Inserts the transactions with the flags of their lines and the rules that they broke, as `settleExceptions` would
 * store them. A credit also gets its purchase's open flags, so that it is
 * not billed before the purchase. Released transactions belong to the import that brought them.
 */
export async function insertTransactions(
  db: Db,
  provider: string,
  importId: number | null,
  broken: readonly FoundRule[],
): Promise<void> {
  const source =
    importId ??
    sql`(select min(r.import_id) from import_released r where (r.authentication_id, r.day, r.card_number) = (s.authentication_id, s.day, s.card_number))`
  await sql`
    with billed as (
      select i.transaction_id, sum(p.amount_cents)::bigint as amount_cents from import_inputs i join import_priced p using (line_id) group by 1
    ), flagged as (
      select i.transaction_id, array_agg(distinct flag) as flags from import_inputs i join import_priced p using (line_id), unnest(p.flags) flag
      where p.flags <> '{}' group by 1
    ), unreviewed as (
      select distinct s.original_id, t.flags from import_transactions s join transactions t on t.id = s.original_id
      where s.original_id is not null and t.flags <> '{}' and t.accepted_at is null and t.invoice_id is null
    ), broken as (
      select transaction_id, array_agg(distinct rule) as rules, array_agg(distinct rule) filter (where rule = any(${[...severeRules]}::text[])) as severe
      from unnest(${broken.map((one) => one.transaction_id)}::bigint[], ${broken.map((one) => one.rule)}::text[]) as b (transaction_id, rule) group by 1
    )
    insert into transactions (id, company_id, provider_id, authentication_id, txn_at, card_id, card_number, site_id, site_number, location, province, currency,
      amount_cents, file_amount_cents, driver_name, vehicle, odometer, trip_number, source, import_id, credited_id, exceptions, flags)
    overriding system value
    select s.transaction_id, s.company_id, (select id from fuel_providers where name = ${provider}), s.authentication_id, s.txn_at, s.card_id, s.card_number, s.site_id,
      s.site_number, s.location, s.province, s.currency, b.amount_cents, s.file_amount_cents, s.driver_name, s.vehicle, s.odometer, s.trip_number, 'import',
      ${source}, coalesce(s.original_id, o.transaction_id), coalesce(broken.rules, '{}'),
      case when w.flags is null and of.flags is null and broken.severe is null then coalesce(f.flags, '{}')
        else array(select distinct unnest(f.flags || w.flags || of.flags || broken.severe) order by 1) end
    from import_transactions s join billed b using (transaction_id) left join flagged f using (transaction_id) left join broken using (transaction_id)
      left join import_transactions o on s.sign = -1 and s.original_id is null and o.sign = 1
        and (o.authentication_id, o.card_number, o.day) = (s.authentication_id, s.card_number, s.original_day)
      left join flagged of on of.transaction_id = o.transaction_id left join unreviewed w on w.original_id = s.original_id
    order by s.transaction_id`.execute(db)
}

const storedValues = sql.raw(
  pricedNames
    .filter((name) => name !== 'line_id')
    .map((name) => `p.${name}`)
    .join(', '),
)
const storedNames = sql.raw(pricedNames.filter((name) => name !== 'line_id').join(', '))
export async function insertLines(db: Db): Promise<void> {
  await sql`
    insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, code, product_description, unit, quantity_milli,
      file_amount_cents, misc, tran_no, raw, ${storedNames})
    select s.transaction_id, s.company_id, i.n, r.dtl_auth_id, r.product, r.code, r.product_description, r.unit, r.quantity_milli,
      r.file_amount_cents, r.misc, r.tran_no, r.raw, ${storedValues}
    from import_inputs i join import_transactions s using (transaction_id) join import_rows r using (line_id) join import_priced p using (line_id)`.execute(
    db,
  )
}

export type BookedTotal = { currency: string; cents: number }
export const sumBooked = async (db: Db): Promise<BookedTotal[]> =>
  (
    await sql<BookedTotal>`
    select s.currency, sum(p.amount_cents)::bigint as cents from import_inputs i join import_transactions s using (transaction_id) join import_priced p using (line_id)
    group by 1 order by 1`.execute(db)
  ).rows
export const listBooked = async (db: Db): Promise<{ id: number; authentication_id: string; sign: number }[]> =>
  (
    await sql<{
      id: number
      authentication_id: string
      sign: number
    }>`select transaction_id as id, authentication_id, sign from import_transactions order by transaction_id`.execute(
      db,
    )
  ).rows
/** Counted in rows of the file. */
export const countBooked = async (db: Db): Promise<number> =>
  (await sql<{ count: number }>`select count(distinct row_no) as count from import_lines l where ${isGood}`.execute(db))
    .rows[0]?.count ?? 0
