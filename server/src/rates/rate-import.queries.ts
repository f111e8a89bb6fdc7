import type { Message } from '@portal/contract/message.ts'
import type { Repriced } from '@portal/contract/pricing/repriced-figures.ts'
import type { RateWarning } from '@portal/contract/rates/daily-rates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { placeSites, runOn } from '../db/site-places.ts'
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
    select row_no, s.site_number, s.name, s.city, s.province, s.tax_region, r.product, r.code, r.day, r.price_e4, r.retail_e4, r.code as written
    from daily_rates r, sites s where false`.execute(db)
  return `copy import_rows (${stagedRateColumns.join(', ')}) from stdin`
}

/** Prices arrive a few days ahead; a date further ahead is a mistake. */
const daysAhead = 31
export const sheetProvider = ({ provider }: StoredImport): RawBuilder<number> =>
  sql<number>`(select id from fuel_providers where name = ${provider})`

/**
 * A row of a code that shares the rate of another is a rate of that other code, as a purchase looks for it (RATE-5).
 * `written` keeps the row's own code.
 */
async function shareRates(db: Db, claimed: StoredImport): Promise<void> {
  await sql`
    update import_rows r set written = r.code, code = coalesce(
      (select c.rate_code from product_codes c where c.provider_id = ${sheetProvider(claimed)} and c.code = r.code), r.code)`.execute(
    db,
  )
}
/** Rows that share a rate and agree are one rate: those below the first add nothing. */
async function dropAgreeing(db: Db): Promise<void> {
  await sql`
    delete from import_rows r using import_rows above
    where (above.site_number, above.code, above.day) = (r.site_number, r.code, r.day) and above.row_no < r.row_no`.execute(
    db,
  )
}
async function countRows(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct row_no) as count from import_rows`.execute(db)
  return rows[0]?.count ?? 0
}

type Found = { row_no: number; field: string; value: string; reason: Message; total: number; failed: number }
/** Finds the errors that need the whole file or the current date. */
async function dropFaulty(db: Db): Promise<{ failed: number; faults: SheetFault[]; total: number }> {
  const { rows } = await sql<Found>`
    with seen as (
      select row_no, site_number, province, written, first_value(row_no) over same_rate as first_row,
        written = first_value(written) over same_rate or price_e4 <> first_value(price_e4) over same_rate
          or retail_e4 is distinct from first_value(retail_e4) over same_rate as contradicts,
        first_value(row_no) over (partition by site_number order by row_no) as site_row,
        first_value(province) over (partition by site_number order by row_no) as site_province
      from import_rows window same_rate as (partition by site_number, code, day order by row_no)
    ), faults as (
      select row_no, 'Product' as field, written as value, ${messageSql('rate.row-twice', { row: sql`min(first_row)` })} as reason
        from seen where row_no <> first_row and contradicts group by row_no, written
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

/** Current rates of the file's days that it does not list, as `d`. */
export const unlistedRates = (claimed: StoredImport) => sql`
  daily_rates d join sites s on s.id = d.site_id where d.provider_id = ${sheetProvider(claimed)} and d.is_current and d.day in (select day from import_rows)
    and not exists (select from import_rows r where r.site_number = s.site_number and r.code = d.code and r.day = d.day)`

/** Whether the file repeats current rates exactly; for a replaced day, all of them. A preview offers both. */
async function isKnown(db: Db, claimed: StoredImport): Promise<boolean> {
  const { rows } = await sql<{ differs: boolean }>`
    select exists (
      select site_number, name, city, province, product, code, day, price_e4, retail_e4 from import_rows
      except
      select s.site_number, s.name, s.city, s.province, r.product, r.code, r.day, r.price_e4, r.retail_e4
      from daily_rates r join sites s on s.id = r.site_id
      where r.provider_id = ${sheetProvider(claimed)} and r.is_current and r.day in (select day from import_rows)
    ) ${claimed.mode === 'all' ? sql`` : sql`or exists (select from ${unlistedRates(claimed)})`} as differs`.execute(db)
  return rows[0]?.differs === false
}

/**
 * Imports one file at a time: the caller holds the booking lock, so the compared rates do not change before they are
 * replaced.
 */
export async function checkRates(db: Db, claimed: StoredImport): Promise<CheckedRows> {
  await shareRates(db, claimed)
  await sql`create index on import_rows (site_number, code, day)`.execute(db)
  await sql`analyze import_rows`.execute(db)
  const { failed, faults, total } = await dropFaulty(db)
  const valid = await countRows(db)
  await dropAgreeing(db)
  const left = await countRows(db)
  if (failed > 0 || left === 0 || !(await isKnown(db, claimed)))
    return { failed, faults, faultsTotal: total, duplicate: valid - left, good: left }
  return { failed, faults, faultsTotal: total, duplicate: valid, good: 0 }
}

/**
 * Each rate of the file with the one it is compared with: the rate that it replaces, else the last day before, which can
 * be a day of the file itself.
 */
export const rateMoves = (claimed: StoredImport) => sql`(
  select r.row_no, r.site_number, r.name, r.product, r.code, r.day, r.price_e4, before.price_e4 as before_e4, before.day as before_day
  from import_rows r left join sites s on s.provider_id = ${sheetProvider(claimed)} and s.site_number = r.site_number
  cross join lateral (
    select * from (
      (select known.price_e4, known.day, 2 as rank from daily_rates known
        where known.site_id = s.id and known.code = r.code and known.is_current and known.day <= r.day order by known.day desc limit 1)
      union all
      (select own.price_e4, own.day, 1 from import_rows own where own.site_number = r.site_number and own.code = r.code and own.day < r.day order by own.day desc limit 1)
    ) found order by day desc, rank limit 1
  ) before
  where abs(r.price_e4 - before.price_e4) * 100 > before.price_e4 * 15
)`

const keptWarnings = 1000
const dollars = (price_e4: RawBuilder<unknown>) => sql`round(${price_e4} / 10000.0, 4)`
type Warning = Omit<RateWarning, 'reason' | 'message'> & { reason: Message }
/**
 * Compares with the current rates, so it runs before anything is written. A file for new days is compared with the last
 * day before them; one that corrects a day leaves what it does not list, so nothing is missing.
 */
async function findWarnings(db: Db, claimed: StoredImport): Promise<{ warnings: Warning[]; total: number }> {
  const provider = sheetProvider(claimed)
  const { rows } = await sql<Warning & { total: number }>`
    with days as (
      select min(day) as first_day, exists (select from daily_rates where provider_id = ${provider} and is_current and day = any(array(select distinct day from import_rows))) as is_correction
      from import_rows
    ), last_sites as (
      select distinct site_id, day from daily_rates where provider_id = ${provider} and is_current
        and day = (select max(day) from daily_rates where provider_id = ${provider} and is_current and day < (select first_day from days))
    ), given as (
      select distinct on (r.site_number) r.row_no, r.site_number, r.name, r.province, s.id, s.province as known_province
      from import_rows r left join sites s on s.provider_id = ${provider} and s.site_number = r.site_number order by r.site_number, r.row_no
    ), warnings as (
      select row_no as row, site_number || ' ' || name as site, day, product, code,
        ${messageSql('rate.price-moved', { before: dollars(sql`before_e4`), after: dollars(sql`price_e4`) })} as reason from ${rateMoves(claimed)} moves
      union all
      select row_no, site_number || ' ' || name, null, null, null, ${keySql('rate.site-new')} from given
        where exists (select from daily_rates where provider_id = ${provider}) and not exists (select from daily_rates where site_id = given.id)
      union all
      select row_no, site_number || ' ' || name, null, null, null, ${keySql('rate.site-moved')} from given where province <> known_province
      union all
      select null, concat_ws(' ', s.site_number, s.name), first_day, null, null, ${messageSql('rate.site-gone', { day: sql`last_sites.day` })}
        from last_sites join sites s on s.id = site_id, days where not is_correction and s.site_number not in (select site_number from given)
      ${
        claimed.mode === 'replace'
          ? sql`union all
      select null, concat_ws(' ', s.site_number, s.name), d.day, d.product, d.code, ${keySql('rate.dropped')} from ${unlistedRates(claimed)}`
          : sql``
      }
    )
    select row, site, day, product, code, reason, count(*) over () as total from warnings order by row nulls last, site, day, code limit ${keptWarnings}`.execute(
    db,
  )
  return { warnings: rows.map(({ total: _, ...warning }) => warning), total: rows[0]?.total ?? 0 }
}

/**
 * Enters the file's rates. The rates that they replace stay in the history. All others of its days stay in force, unless
 * the days are replaced (RATE-6).
 */
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
  const provider = sheetProvider(claimed)
  await sql`
    insert into sites (provider_id, site_number, name, city, province, tax_region)
    select distinct on (site_number) ${provider}, site_number, name, city, province, tax_region from import_rows order by site_number, row_no
    on conflict (provider_id, site_number) do update set name = excluded.name, city = coalesce(excluded.city, sites.city), province = excluded.province,
      tax_region = case when sites.is_region_set then sites.tax_region else coalesce(sites.tax_region, excluded.tax_region) end
      where (sites.name, sites.province) is distinct from (excluded.name, excluded.province)
        or excluded.city is distinct from sites.city or (sites.tax_region is null and excluded.tax_region is not null and not sites.is_region_set)`.execute(
    db,
  )
  const named = await sql<{ site_number: string }>`select distinct site_number from import_rows`.execute(db)
  await placeSites(runOn(db), {
    provider: claimed.provider ?? '',
    numbers: named.rows.map(({ site_number }) => site_number),
  })
  await sql`
    with replaced as (
      ${
        claimed.mode === 'replace'
          ? sql`update daily_rates d set is_current = false where d.provider_id = ${provider} and d.is_current and d.day in (select day from import_rows)`
          : // Each by its index: by the days alone, every row of the file would meet every rate of its day.
            sql`update daily_rates d set is_current = false
        where d.id = any(array(select known.id from import_rows r join sites s on s.provider_id = ${provider} and s.site_number = r.site_number cross join lateral (
          select id from daily_rates k where k.site_id = s.id and k.code = r.code and k.day = r.day and k.is_current offset 0
        ) known))`
      }
      returning d.upload_id
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
    insert into daily_rates (provider_id, site_id, product, code, day, price_e4, retail_e4, currency, unit, upload_id, row_no)
    select p.id, s.id, r.product, r.code, r.day, r.price_e4, r.retail_e4, p.currency, p.unit, upload.id, r.row_no
    from import_rows r join fuel_providers p on p.name = ${claimed.provider} join sites s on s.provider_id = p.id and s.site_number = r.site_number, upload
    order by r.row_no, r.day`.execute(db)
  return { booked }
}

/** What a repricing adds to an audit entry. */
export const repricedFields = ({ count, totals }: Repriced) =>
  count === 0
    ? {}
    : {
        repriced_transactions: count,
        repriced_difference: totals
          .map(({ currency, difference }) => `${difference.toFixed(2)} ${currency}`)
          .join(', '),
      }
/**
 * Records with the file how many purchases were repriced. If any were, adds an audit entry for the user who sent the
 * file.
 */
export async function noteRepriced(
  db: Db,
  { id, file_name, user_id, user_email, company_id, is_switched }: StoredImport,
  repriced: Repriced,
) {
  await db
    .updateTable('rate_uploads')
    .set({ repriced_count: repriced.count, repriced_totals: JSON.stringify(repriced.totals) })
    .where('import_id', '=', id)
    .execute()
  if (repriced.count === 0) return
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
      after: JSON.stringify(repricedFields(repriced)),
    })
    .execute()
}
