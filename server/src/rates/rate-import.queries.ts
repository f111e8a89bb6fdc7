import type { Message } from '@portal/contract/message.ts'
import type { RateWarning } from '@portal/contract/rates/daily-rates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { keySql, messageSql } from '../platform/message-sql.ts'
import type { AppliedRows, CheckedRows, StoredImport } from '../platform/sheets/import-work.ts'
import { keptFaults } from '../platform/sheets/read-sheet.ts'
import type { SheetFault } from '../platform/sheets/sheet.ts'
import { stagedRateColumns } from './rate-sheet.rules.ts'

/**
 * Stages the file's rows, a line for each day, in a temporary table that only this connection sees and that ends with
 * its transaction.
 */
export async function stageRates(db: Db): Promise<string> {
  await sql`create temp table import_rows on commit drop as
    select row_no, s.site_number, s.name, s.city, s.province, s.tax_region, r.product, r.day, r.price_e4, r.retail_e4
    from daily_rates r, sites s where false`.execute(db)
  return `copy import_rows (${stagedRateColumns.join(', ')}) from stdin`
}

/** Prices arrive a few days ahead; a date further ahead is a mistake. */
const daysAhead = 31
const providerId = ({ provider }: StoredImport): RawBuilder<number> =>
  sql<number>`(select id from fuel_providers where name = ${provider})`

type Found = { row_no: number; field: string; value: string; reason: Message; total: number; failed: number }
/** Finds the errors that need the whole file or the current date. */
async function dropFaulty(db: Db): Promise<{ failed: number; faults: SheetFault[]; total: number }> {
  const { rows } = await sql<Found>`
    with seen as (
      select row_no, site_number, province, product, day, min(row_no) over (partition by site_number, product, day) as first_row,
        first_value(row_no) over (partition by site_number order by row_no) as site_row,
        first_value(province) over (partition by site_number order by row_no) as site_province
      from import_rows
    ), faults as (
      select row_no, 'Product' as field, product as value, ${messageSql('rate.row-twice', { row: sql`min(first_row)` })} as reason
        from seen where row_no <> first_row group by row_no, product
      union all
      select distinct row_no, 'Province', province, ${messageSql('rate.site-province', { province: sql`site_province`, row: sql`site_row` })} from seen where province <> site_province
      union all
      select row_no, 'Effective Date', max(day)::text, ${messageSql('rate.too-far-ahead', { max: sql.lit(daysAhead) })}
        from import_rows where day > current_date + ${daysAhead}::int group by row_no
    ), gone as (
      delete from import_rows where row_no in (select row_no from faults) returning row_no
    )
    select row_no, field, value, reason, count(*) over () as total, (select count(distinct row_no) from gone) as failed
    from faults order by row_no, field limit ${keptFaults}`.execute(db)
  const faults = rows.map(({ row_no, field, value, reason }) => ({ row: row_no, column: field, value, reason }))
  return { failed: rows[0]?.failed ?? 0, faults, total: rows[0]?.total ?? 0 }
}

/** Whether the file repeats the current rates of its days exactly. */
async function isKnown(db: Db, claimed: StoredImport): Promise<boolean> {
  const { rows } = await sql<{ differs: boolean }>`
    with known as (
      select s.site_number, s.name, s.city, s.province, r.product, r.day, r.price_e4, r.retail_e4
      from daily_rates r join sites s on s.id = r.site_id
      where r.provider_id = ${providerId(claimed)} and r.is_current and r.day in (select day from import_rows)
    ), given as (
      select site_number, name, city, province, product, day, price_e4, retail_e4 from import_rows
    )
    select exists (select from (select * from given except select * from known) more)
      or (select count(*) from given) <> (select count(*) from known) as differs`.execute(db)
  return rows[0]?.differs === false
}

/**
 * Imports one file at a time: the caller holds the booking lock, so the compared rates do not change before they are
 * replaced.
 */
export async function checkRates(db: Db, claimed: StoredImport): Promise<CheckedRows> {
  await sql`create index on import_rows (site_number, product, day)`.execute(db)
  await sql`analyze import_rows`.execute(db)
  const { failed, faults, total } = await dropFaulty(db)
  const counted = await sql<{ count: number }>`select count(distinct row_no) as count from import_rows`.execute(db)
  const left = counted.rows[0]?.count ?? 0
  if (failed > 0 || left === 0 || !(await isKnown(db, claimed)))
    return { failed, faults, faultsTotal: total, duplicate: 0, good: left }
  return { failed, faults, faultsTotal: total, duplicate: left, good: 0 }
}

const keptWarnings = 1000
const dollars = (price_e4: RawBuilder<unknown>) => sql`round(${price_e4} / 10000.0, 4)`
type Warning = Omit<RateWarning, 'reason' | 'message'> & { reason: Message }
/** Compares with the current rates, so it runs before anything is written. */
async function findWarnings(db: Db, claimed: StoredImport): Promise<{ warnings: Warning[]; total: number }> {
  const provider = providerId(claimed)
  const { rows } = await sql<Warning & { total: number }>`
    with last_sheet as (
      select distinct site_id from daily_rates where upload_id = (select max(id) from rate_uploads where provider_id = ${provider})
    ), given as (
      select distinct on (r.site_number) r.row_no, r.site_number, r.name, r.province, s.id, s.province as known_province
      from import_rows r left join sites s on s.provider_id = ${provider} and s.site_number = r.site_number order by r.site_number, r.row_no
    ), moves as (
      select r.row_no, r.site_number, r.name, r.product, r.price_e4, r.day,
        coalesce(lag(r.price_e4) over (partition by r.site_number, r.product order by r.day), before.price_e4) as before_e4
      from import_rows r left join sites s on s.provider_id = ${provider} and s.site_number = r.site_number
      left join lateral (
        select price_e4 from daily_rates known where known.site_id = s.id and known.product = r.product and known.is_current and known.day <= r.day
        order by known.day desc limit 1
      ) before on true
    ), warnings as (
      select row_no as row, site_number || ' ' || name as site, product, ${messageSql('rate.price-moved', { before: dollars(sql`before_e4`), after: dollars(sql`price_e4`) })} as reason
        from moves where abs(price_e4 - before_e4) * 100 > before_e4 * 15
      union all
      select row_no, site_number || ' ' || name, null, ${keySql('rate.site-new')}
        from given where exists (select from last_sheet) and not exists (select from last_sheet where site_id = given.id)
      union all
      select row_no, site_number || ' ' || name, null, ${keySql('rate.site-moved')} from given where province <> known_province
      union all
      select null, concat_ws(' ', s.site_number, s.name), null, ${keySql('rate.site-gone')}
        from last_sheet join sites s on s.id = site_id where s.site_number not in (select site_number from given)
    )
    select row, site, product, reason, count(*) over () as total from warnings order by row nulls last, site, product limit ${keptWarnings}`.execute(
    db,
  )
  return { warnings: rows.map(({ total: _, ...warning }) => warning), total: rows[0]?.total ?? 0 }
}

/** Enters the file's rates. All current rates of its days are replaced and stay in the history (RATE-3). */
export async function applyRates(db: Db, claimed: StoredImport): Promise<AppliedRows> {
  const counted = await sql<{
    booked: number
    rates: number
    sites: number
    from_date: string | null
    to_date: string | null
  }>`
    select count(distinct row_no) as booked, count(*) as rates, count(distinct site_number) as sites, min(day) as from_date, max(day) as to_date
    from import_rows`.execute(db)
  const { booked = 0, rates = 0, sites = 0, from_date, to_date } = counted.rows[0] ?? {}
  // If every rate is already known, there is nothing to enter and no upload to record.
  if (await isKnown(db, claimed)) return { booked: 0 }
  const { warnings, total } = await findWarnings(db, claimed)
  const provider = providerId(claimed)
  await sql`
    insert into sites (provider_id, site_number, name, city, province, tax_region)
    select distinct on (site_number) ${provider}, site_number, name, city, province, tax_region from import_rows order by site_number, row_no
    on conflict (provider_id, site_number) do update set name = excluded.name, city = coalesce(excluded.city, sites.city), province = excluded.province,
      tax_region = case when sites.is_region_set then sites.tax_region else coalesce(sites.tax_region, excluded.tax_region) end
      where (sites.name, sites.province) is distinct from (excluded.name, excluded.province)
        or excluded.city is distinct from sites.city or (sites.tax_region is null and excluded.tax_region is not null and not sites.is_region_set)`.execute(
    db,
  )
  await sql`
    with replaced as (
      update daily_rates set is_current = false where provider_id = ${provider} and is_current and day in (select day from import_rows) returning upload_id
    )
    update rate_uploads set superseded_count = superseded_count + counts.count
    from (select upload_id, count(*)::int as count from replaced group by upload_id) counts where counts.upload_id = rate_uploads.id`.execute(
    db,
  )
  await sql`
    with upload as (
      insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count, warnings, warnings_total)
      values (${claimed.id}, ${provider}, ${from_date}::date, ${to_date}::date, ${rates}, ${sites}, ${JSON.stringify(warnings)}, ${total}) returning id
    )
    insert into daily_rates (provider_id, site_id, product, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
    select p.id, s.id, r.product, r.day, r.price_e4, r.retail_e4, p.currency, p.unit, upload.id, r.row_no
    from import_rows r join fuel_providers p on p.name = ${claimed.provider} join sites s on s.provider_id = p.id and s.site_number = r.site_number, upload
    order by r.row_no, r.day`.execute(db)
  return { booked }
}

type Repriced = { count: number; totals: { currency: string; difference: number }[] }
/**
 * Records with the file how many purchases were repriced. If any were, adds an audit entry for the user who sent the
 * file.
 */
export async function noteRepriced(
  db: Db,
  { id, file_name, user_id, user_email, company_id, is_switched }: StoredImport,
  { count, totals }: Repriced,
) {
  await db
    .updateTable('rate_uploads')
    .set({ repriced_count: count, repriced_totals: JSON.stringify(totals) })
    .where('import_id', '=', id)
    .execute()
  if (count === 0) return
  const repriced_difference = totals
    .map(({ currency, difference }) => `${difference.toFixed(2)} ${currency}`)
    .join(', ')
  await db
    .insertInto('audit_log')
    .values({
      user_id,
      user_email,
      company_id,
      is_switched,
      action: 'dailyRates.reprice',
      record_type: 'import',
      record_id: id,
      record_label: file_name,
      after: JSON.stringify({ repriced_transactions: count, repriced_difference }),
    })
    .execute()
}
