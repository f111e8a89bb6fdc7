import type { RateRow } from '@portal/contract/pricing/price.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { isOnInvoice } from '../db/billed.ts'
import type { Db } from '../db/connect.ts'
import { fuelList } from '../db/rule-values.ts'

/** How many transactions are priced and written at once. */
const partSize = 500
/** Whether the chosen transactions are locked, to be changed, or only looked at by a preview. */
export type Hold = 'lock' | 'look'
/**
 * Collects the transactions to reprice and assigns them to parts. They are locked in id order, like billing does, to
 * avoid deadlocks. Parts go by card: a card's balance moves once for all of its transactions, and cards are locked in
 * order too.
 */
async function choose(
  db: Db,
  chosen: RawBuilder<{ id: number }>,
  isOpen: RawBuilder<boolean>,
  hold: Hold = 'lock',
): Promise<void> {
  await sql`
    create temp table repricing_transactions on commit drop as
    with chosen as materialized (${chosen}), held as materialized (
      select t.id, coalesce(t.card_id, -coalesce(t.credited_id, t.id)) as place from transactions t
      where t.id = any(array(select id from chosen)) and t.provider_id is not null and ${isOpen} order by t.id ${hold === 'lock' ? sql`for update of t` : sql``}
    ), numbered as (
      select id, place, row_number() over (order by place, id) - 1 as n from held
    )
    select id, ((min(n) over (partition by place)) / ${partSize}::int)::int as part from numbered`.execute(db)
  await sql`analyze repricing_transactions`.execute(db)
}
const unbilled = sql<boolean>`t.invoice_id is null`

/** Days on which a customer's markups at a fuel provider change. Without an end, all days from the first one on. */
export type MarkupDays = { company_id: number; provider_id: number; from: string; to: string | null }
/**
 * Chooses what a change of markups touches. A credit counts on its purchase's day, because its price contains that
 * day's markup. So both are chosen, or neither.
 */
export async function chooseByMarkups(db: Db, days: readonly MarkupDays[], hold: Hold): Promise<void> {
  const chosen = sql<{ id: number }>`
    select t.id from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (company_id bigint, provider_id bigint, "from" date, "to" date)
      join unbilled_transactions u on u.company_id = d.company_id
      join transactions t on t.id = u.transaction_id and t.company_id = d.company_id and t.provider_id = d.provider_id and ${unbilled}
        -- Credits count on their purchase's day, whatever their own (TXN-22).
        and (t.txn_at >= d."from" or t.credited_id is not null)
      left join transactions o on o.id = t.credited_id and o.company_id = t.company_id and o.provider_id = t.provider_id and o.invoice_id is null
    where coalesce(o.txn_at, t.txn_at) >= d."from" and coalesce(o.txn_at, t.txn_at) < coalesce(d."to" + 1, 'infinity')`
  await choose(db, chosen, unbilled, hold)
}

/** Days on which a tax row changes, where and for which products. `is_unit` marks a tax inside the price. */
export type TaxDays = {
  provinces: readonly string[]
  products: readonly string[]
  from: string
  to: string | null
  is_unit: boolean
}
/**
 * Chooses the transactions whose taxes a change of tax rows can touch, with their credits (TAX-1). A tax inside the
 * price also counts on later days, for rates carried from its days. Unbilled transactions are found by customer, by
 * index.
 */
export async function chooseByTaxes(db: Db, days: readonly TaxDays[], hold: Hold): Promise<void> {
  const chosen = sql<{ id: number }>`
    with days as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (provinces text[], products text[], "from" date, "to" date, is_unit boolean)
    ), bounds as materialized (
      select min("from") as first, max(case when is_unit then 'infinity' else coalesce("to" + 1, 'infinity') end) as until from days
    ), open_purchases as materialized (
      select t.* from companies c cross join (values ('CAD'), ('USD')) as money (currency) cross join lateral (
        select t.id, t.province, t.txn_at from unbilled_transactions u join transactions t on t.id = u.transaction_id
        where u.company_id = c.id and u.currency = money.currency and ${unbilled} and t.credited_id is null
          and u.txn_at >= (select first from bounds) and u.txn_at < (select until from bounds) offset 0
      ) t
    ), purchases as materialized (
      select distinct t.id from open_purchases t join days d on t.province = any(d.provinces) and t.txn_at >= d."from"
        join transaction_lines l on l.transaction_id = t.id and l.product = any(d.products) and not l.is_manual
      where t.txn_at < coalesce(d."to" + 1, 'infinity') or (d.is_unit and l.flags && '{carried,no_rate}')
    )
    select id from purchases union all select t.id from purchases p join transactions t on t.credited_id = p.id where ${unbilled}`
  await choose(db, chosen, unbilled, hold)
}
/** How many are chosen, and a digest of all that their new prices depend on and that can change meanwhile. */
export async function digestChosen(db: Db): Promise<{ count: number; digest: string }> {
  const { rows } = await sql<{ count: number; digest: string }>`
    select count(*)::int as count,
      md5(coalesce(string_agg(concat_ws(' ', t.id, t.version, t.amount_cents, s.tax_region), ',' order by t.id), '')) as digest
    from repricing_transactions r join transactions t on t.id = r.id left join sites s on s.id = t.site_id`.execute(db)
  return rows[0] ?? { count: 0, digest: '' }
}

/**
 * Chooses the transactions that a rate file affects, once its rates are stored. These have lines on its days, or on
 * later days up to the site's next rate, and their rate in force changed. Their credits are chosen too. Returns the
 * upload's id. Unbilled transactions are found by customer, by index, because a site has years of billed ones.
 */
export async function chooseByRates(db: Db, provider: string, importId: number): Promise<number> {
  const chosen = sql<{ id: number }>`
    with provider as materialized (select id, currency from fuel_providers where name = ${provider}), upload as materialized (
      select id from rate_uploads where import_id = ${importId}
    ), touched as materialized (
      select r.site_id, r.code, min(r.day) as from_day, max(r.day) as to_day from daily_rates r
      where r.provider_id = (select id from provider) and r.day in (select day from import_rows) and r.product in (${fuelList}) group by 1, 2
    ), spans as materialized (
      select site_id, code, from_day, coalesce((select min(r.day) from daily_rates r
        where r.site_id = touched.site_id and r.code = touched.code and r.is_current and r.day > touched.to_day), 'infinity') as until
      from touched
    ), open_purchases as materialized (
      select t.id, t.site_id, t.txn_at from companies c cross join provider p cross join lateral (
        select t.id, t.site_id, t.txn_at from unbilled_transactions u join transactions t on t.id = u.transaction_id
        where u.company_id = c.id and u.currency = p.currency and ${unbilled} and t.provider_id = p.id and t.credited_id is null
          and u.txn_at >= (select min(from_day) from spans) and u.txn_at < (select max(until) from spans) offset 0
      ) t
    ), purchases as materialized (
      select distinct t.id from open_purchases t join spans s on s.site_id = t.site_id and t.txn_at >= s.from_day and t.txn_at < s.until
        join transaction_lines l on l.transaction_id = t.id and not l.is_manual
        left join product_codes c on c.provider_id = (select id from provider) and c.code = l.code
        left join lateral (
          select r.id, r.upload_id from daily_rates r
          where r.site_id = t.site_id and r.code = s.code and r.is_current and r.day <= t.txn_at::date order by r.day desc limit 1
        ) rate on true
      where coalesce(c.rate_code, l.code) = s.code and l.rate_id is distinct from rate.id and (l.rate_id is not null or l.rate_price_e4 is null or rate.upload_id = (select id from upload))
    )
    select id from purchases union all select t.id from purchases p join transactions t on t.credited_id = p.id where ${unbilled}`
  await choose(db, chosen, unbilled)
  const { id } = await db
    .selectFrom('rate_uploads')
    .select('id')
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return id
}

/** Chooses the unbilled purchases of a code that has another rate now, and their credits (RATE-5). */
export async function chooseByCode(db: Db, provider: string, code: string): Promise<void> {
  const chosen = sql<{ id: number }>`
    with provider as materialized (select id, currency from fuel_providers where name = ${provider}), open_purchases as materialized (
      select t.id, t.site_id, t.txn_at from companies c cross join provider p cross join lateral (
        select t.id, t.site_id, t.txn_at from unbilled_transactions u join transactions t on t.id = u.transaction_id
        where u.company_id = c.id and u.currency = p.currency and ${unbilled} and t.provider_id = p.id and t.credited_id is null offset 0
      ) t
    ), purchases as materialized (
      select distinct t.id from open_purchases t join transaction_lines l on l.transaction_id = t.id and l.code = ${code} and l.product in (${fuelList}) and not l.is_manual
        left join product_codes c on c.provider_id = (select id from provider) and c.code = l.code
        left join lateral (
          select r.id from daily_rates r
          where r.site_id = t.site_id and r.code = coalesce(c.rate_code, l.code) and r.is_current and r.day <= t.txn_at::date order by r.day desc limit 1
        ) rate on true
      where l.rate_id is distinct from rate.id and (l.rate_id is not null or l.rate_price_e4 is null)
    )
    select id from purchases union all select t.id from purchases p join transactions t on t.credited_id = p.id where ${unbilled}`
  await choose(db, chosen, unbilled)
}

/** Chooses these transactions. */
export const chooseByIds = (db: Db, ids: readonly number[]): Promise<void> =>
  choose(db, sql<{ id: number }>`select unnest(${ids}::bigint[]) as id`, unbilled)

/** Chooses the transactions that an invoice is about to release, and their unbilled credits and purchases. */
export async function chooseBilled(db: Db, invoiceId: number): Promise<void> {
  const open = sql<boolean>`(t.invoice_id is null or t.invoice_id = ${invoiceId}::bigint)`
  const chosen = sql<{ id: number }>`
    with roots as materialized (select distinct coalesce(credited_id, id) as id from transactions t where ${isOnInvoice('t', invoiceId)})
    select id from roots union select t.id from roots r join transactions t on t.credited_id = r.id`
  await choose(db, chosen, open)
}

/** Lets the same database transaction choose again. */
export async function dropChosen(db: Db): Promise<void> {
  await sql`drop table repricing_transactions`.execute(db)
}
export async function countParts(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select coalesce(max(part) + 1, 0)::int as count from repricing_transactions`.execute(db)
  return rows[0]?.count ?? 0
}

type OfLine = { transaction_id: number; code: string | null; region: string | null; upload_id: number | null }
export type RateOfLine = OfLine & { rate: RateRow | null }
type FoundRate = OfLine & { [K in keyof RateRow]: RateRow[K] | null }
/**
 * The rate in force for each fuel of these transactions: of their day, or the latest before it. None if the site is
 * unknown.
 */
export async function listRatesInForce(db: Db, ids: readonly number[]): Promise<RateOfLine[]> {
  const { rows } = await sql<FoundRate>`
    select t.id as transaction_id, l.code, s.tax_region as region, r.upload_id, r.id, r.day as date, r.price_e4, r.unit, r.currency, r.retail_e4
    from transactions t join (select distinct transaction_id, code from transaction_lines where transaction_id = any(${ids}::bigint[])) l on l.transaction_id = t.id
      left join product_codes c on c.provider_id = t.provider_id and c.code = l.code
      join sites s on s.id = t.site_id
      left join lateral (
        select * from daily_rates d where d.site_id = t.site_id and d.code = coalesce(c.rate_code, l.code) and d.is_current and d.day <= t.txn_at::date order by d.day desc limit 1
      ) r on true
    where t.id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ transaction_id, code, region, upload_id, ...rate }) => ({
    transaction_id,
    code,
    region,
    upload_id,
    rate: rate.id === null ? null : (rate as RateRow),
  }))
}
