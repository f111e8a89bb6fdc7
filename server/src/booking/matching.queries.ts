import type { Message } from '@portal/contract/message.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { fuelList, liquidList } from '../db/rule-values.ts'
import { runOn, zonesOf } from '../db/site-places.ts'
import { keySql, messageSql } from '../platform/message-sql.ts'
import { keptFaults } from '../platform/sheets/read-sheet.ts'
import { stagedNames, stagedTypes } from './staged-lines.columns.ts'
import { type OutcomeSum, type RowOutcome, rowOutcomes } from './tie-out/tie-out.rules.ts'

const stagedColumns = sql.raw(stagedNames.map((name) => `${name} ${stagedTypes[name]}`).join(', '))
const names = sql.raw(stagedNames.join(', '))

/**
 * Creates the staging table for the lines of a file or of a quarantined transaction. It is visible to this connection
 * only and dropped at commit.
 */
export async function stageLines(db: Db): Promise<string> {
  await sql`create temp table import_rows (line_id int generated always as identity, ${stagedColumns}) on commit drop`.execute(
    db,
  )
  return `copy import_rows (${stagedNames.join(', ')}) from stdin`
}
/** All columns but those that a release decides again. */
const keptNames = stagedNames.filter((name) => !['row_no', 'product', 'unit'].includes(name))
const kept = sql.raw(keptNames.join(', '))
/**
 * Stages the lines of quarantined transactions, with the products that their codes are mapped to by now. Only liquids
 * have a unit; fuel without one cannot be priced, so its transaction goes on waiting. Rows of different files get
 * different numbers.
 */
export async function stageKeptLines(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    create temp table import_released on commit drop as
    select id, import_id, authentication_id, txn_at::date as day, card_number from quarantine where id = any(${ids}::bigint[])`.execute(
    db,
  )
  const rowNo = ids.length === 1 ? sql`kept.row_no` : sql`dense_rank() over (order by q.id, kept.row_no)`
  await sql`
    insert into import_rows (row_no, product, unit, ${kept})
    select row_no, product, case when product in (${liquidList}) or product like '?%' then unit end, ${kept} from (
      select ${rowNo} as row_no, ${mappedProduct} as product, kept.unit, q.id, kept.n, ${sql.raw(keptNames.map((name) => `kept.${name}`).join(', '))}
      from quarantine q cross join lateral rows from (jsonb_to_recordset(q.lines) as (${stagedColumns})) with ordinality as kept (${names}, n)
        left join product_codes mapped on kept.product like '?%' and mapped.provider_id = q.provider_id and mapped.code = kept.code
      where q.id = any(${ids}::bigint[])
    ) line order by id, n`.execute(db)
}

/** The product of a quarantined line `kept` with its code in `mapped`: that of the code, once fuel has a unit. */
const mappedProduct = sql`case when mapped.product in (${fuelList}) and kept.unit is null then kept.product else coalesce(mapped.product, kept.product) end`

export const providerId = (provider: string): RawBuilder<number> =>
  sql<number>`(select id from fuel_providers where name = ${provider})`

type FoundPlace = { site_number: string; city: string | null; province: string | null }
/** The time zones of the sites that have none yet, such as those that this file names first, by the file's city. */
async function stageZones(db: Db, provider: string): Promise<void> {
  const { rows } = await sql<FoundPlace>`
    select distinct on (r.site_number) r.site_number, r.city, r.province from import_rows r
    where r.fault is null and not exists (
      select from sites s where s.provider_id = ${providerId(provider)} and s.site_number = r.site_number and s.time_zone is not null
    ) order by r.site_number, r.line_id desc`.execute(db)
  const zones = await zonesOf(runOn(db), rows)
  await sql`
    create temp table import_zones on commit drop as
    select * from unnest(${rows.map(({ site_number }) => site_number)}::text[], ${zones}::text[]) as z (site_number, time_zone) where time_zone is not null`.execute(
    db,
  )
}

/** What is booked or in quarantine under the codes of the staged lines; `standing` also tells what was credited. */
const knownLines = (provider: string, isRelease: boolean) => sql`
    known as (
      select authentication_id, txn_date as day, product, sign, quantity_milli, file_amount_cents, occurrence, false as is_waiting, t.card_number, t.import_id
      from transaction_identities
        -- One lookup by id for each: the offset keeps the planner from reading all transactions.
        left join lateral (select card_number, import_id from transactions where transactions.id = transaction_id offset 0) t on true
      where provider_id = ${providerId(provider)} and authentication_id in (select authentication_id from import_rows)
      union all
      -- A code that was mapped since it was quarantined is compared by its product.
      select q.authentication_id, q.txn_at::date, coalesce(mapped.product, l.product), l.sign, l.quantity_milli, l.file_amount_cents, 0, true, q.card_number, coalesce(l.import_id, q.import_id)
      from quarantine q cross join jsonb_to_recordset(q.lines) as l (product text, code text, sign smallint, quantity_milli bigint, file_amount_cents bigint, import_id bigint)
        left join product_codes mapped on l.product like '?%' and mapped.provider_id = q.provider_id and mapped.code = l.code
      where q.provider_id = ${providerId(provider)} and q.released_at is null ${isRelease ? sql`and q.id not in (select id from import_released)` : sql``}
        and q.authentication_id in (select authentication_id from import_rows)
    ), credits as (
      -- By the quantity that they credit: the booked ones, those in this file, and how many of these are new.
      select authentication_id, product, card_number, quantity_milli, coalesce(booked_n, 0) as booked_n, coalesce(filed_n, 0) as filed_n, greatest(coalesce(filed_n, 0) - coalesce(booked_n, 0), 0) as new_n
      from (select authentication_id, product, card_number, -quantity_milli as quantity_milli, count(*) as booked_n from known where sign = -1 group by 1, 2, 3, 4) booked
        full join (select authentication_id, product, card_number, -quantity_milli as quantity_milli, count(*) as filed_n from import_rows where fault is null and sign = -1 group by 1, 2, 3, 4) filed
        using (authentication_id, product, card_number, quantity_milli)
    ), settled as (
      -- Nothing is left of what was bought, in however many parts it was credited.
      select authentication_id, product, card_number from known
        left join (select authentication_id, product, card_number, sum(new_n * quantity_milli) as milli from credits group by 1, 2, 3) more using (authentication_id, product, card_number)
      group by 1, 2, 3 having sum(quantity_milli) filter (where sign = 1) > 0 and sum(quantity_milli) = coalesce(max(milli), 0)
    ), standing as (
      -- Each purchase settles a credit of its quantity, and each credit a purchase (TXN-19). A purchase that is credited
      -- by a booked row is gone where this file has a new credit of its code and does not list the booked one: an equal
      -- row is then the correction back to the first values, not a repetition.
      select known.*, row_number() over alike <= coalesce(case when sign = 1 then greatest(c.booked_n, c.filed_n) else purchases.n end, 0) or settled.card_number is not null as is_undone,
        sign = 1 and changed.card_number is not null and row_number() over alike <= c.booked_n - least(c.booked_n, c.filed_n) as is_gone
      from known left join credits c using (authentication_id, product, card_number, quantity_milli)
        left join settled using (authentication_id, product, card_number)
        left join (select authentication_id, product, card_number, -quantity_milli as quantity_milli, count(*) as n from known where sign = 1 group by 1, 2, 3, 4) purchases
          using (authentication_id, product, card_number, quantity_milli)
        left join (select distinct authentication_id, card_number from credits where new_n > 0) changed using (authentication_id, card_number)
      window alike as (partition by authentication_id, product, card_number, sign, quantity_milli order by day, occurrence)
    )`

/**
 * Matches each line with what the database knows. Equal lines are matched one to one: two equal lines stay two, and row
 * order does not matter (I2). A line that matches nothing, where something else is booked, is a contradiction (I4). The
 * card is part of the match: two drivers with one code and the same litres are two purchases. The company is the one
 * that held the card at that time, in the site's time zone (TXN-21), or in the provider's if the site's is unknown. The
 * site's province is the one known before this file. Transactions that are being released do not count as known.
 */
export async function matchLines(db: Db, provider: string, isRelease: boolean): Promise<void> {
  // For a release, the file's import already decided that lines on other cards are different purchases.
  const rival = isRelease ? sql`card_number` : sql`''`
  // A small sample is enough for the planner; the default takes longer than it saves.
  await sql`select set_config('default_statistics_target', '10', true)`.execute(db)
  await sql`analyze import_rows (line_id, row_no, authentication_id, card_number, fault)`.execute(db)
  await stageZones(db, provider)
  await sql`create temp table import_faults (row_no int, field text, value text, reason text) on commit drop`.execute(
    db,
  )
  await sql`
    create temp table import_lines on commit drop as
    with ${knownLines(provider, isRelease)}, equals as (
      select authentication_id, day, product, sign, quantity_milli, file_amount_cents, card_number, count(*) as equal_n, min(import_id) as known_import_id from standing where not is_gone group by 1, 2, 3, 4, 5, 6, 7
    ), alike as (
      select authentication_id, day, product, sign, max(occurrence) as last_occurrence, bool_or(is_waiting) as is_waiting from known group by 1, 2, 3, 4
    ), rivals as (
      select authentication_id, day, product, sign, ${rival} as rival, count(*) filter (where not is_undone) as known_n from standing group by 1, 2, 3, 4, 5
    ), ranked as (
      select line_id, row_no, authentication_id, txn_at, txn_at::date as day, card_number, site_number, province, currency, product, code, unit, sign, quantity_milli,
        file_amount_cents, apart_cents, ${rival} as rival,
        row_number() over (partition by authentication_id, txn_at::date, product, sign, quantity_milli, file_amount_cents, card_number order by line_id) as place
      from import_rows where fault is null
    ), matched as (
      select ranked.*, known_import_id, place <= coalesce(equal_n, 0) as is_known, coalesce(known_n, 0) as known_n, coalesce(last_occurrence, 0) as last_occurrence,
        coalesce(is_waiting, false) as is_against_waiting
      from ranked left join equals using (authentication_id, day, product, sign, quantity_milli, file_amount_cents, card_number)
        left join alike using (authentication_id, day, product, sign) left join rivals using (authentication_id, day, product, sign, rival)
    ), placed as (
      select *, count(*) filter (where is_known) over (partition by authentication_id, day, product, sign, rival) as matched_n,
        last_occurrence + count(*) filter (where not is_known) over (alike order by quantity_milli, file_amount_cents, line_id) as occurrence
      from matched window alike as (partition by authentication_id, day, product, sign)
    ), known_rows as (
      select row_no, bool_and(is_known) as is_whole from matched group by row_no having bool_or(is_known)
    ), provider as (
      select id, time_zone from companies where kind = 'provider'
    ), timed as (
      select placed.*, sites.province as known_province,
        placed.txn_at at time zone coalesce(sites.time_zone, zone.time_zone, (select time_zone from provider)) as at
      from placed left join sites on sites.provider_id = ${providerId(provider)} and sites.site_number = placed.site_number
        left join import_zones zone on zone.site_number = placed.site_number
    )
    select p.line_id, p.row_no, p.authentication_id, p.txn_at, p.day, p.card_number, p.site_number, p.province, p.known_province, p.currency, p.product, p.code, p.unit,
      p.sign, p.quantity_milli, p.file_amount_cents, p.apart_cents, p.known_import_id, p.occurrence, p.is_against_waiting, coalesce(k.is_whole, false) as is_row_known,
      not coalesce(k.is_whole, false) and (k.row_no is not null or (not p.is_known and p.known_n > p.matched_n)) as is_contradiction,
      cards.id as card_id, cards.card_status, holder.company_id,
      case when p.product like '?%' then 'product'
        when cards.id is null then 'unknown'
        -- A purchase from before the card was closed is quarantined too, but can be released.
        when cards.card_status = 'CLOSED' and (${isRelease ? sql`false` : sql`true`} or p.at >= cards.closed_at) then 'closed'
        when holder.company_id = (select id from provider) then 'unassigned' end as waits_for,
      null::bigint as original_id, null::date as original_day, null::text as original_currency, null::text as original_province
    from timed p left join known_rows k using (row_no) left join cards on cards.card_number = p.card_number
      left join lateral (
        select a.company_id from card_assignments a where a.card_id = cards.id and a.from_at <= p.at order by a.from_at desc limit 1
      ) holder on true`.execute(db)
  await sql`create index on import_lines (authentication_id)`.execute(db)
  // The other lines of a transaction with an unmapped code wait with it.
  await sql`
    update import_lines l set waits_for = 'product' from (select distinct authentication_id, day, card_number from import_lines where waits_for = 'product') w
    where (l.authentication_id, l.day, l.card_number) = (w.authentication_id, w.day, w.card_number) and l.waits_for is null`.execute(
    db,
  )
  await sql`analyze import_lines`.execute(db)
}

/** For a line `l`. */
export const isFailed = sql<boolean>`l.row_no in (select row_no from import_faults)`

/**
 * A rejected row identifies its transaction by the cells that could be read. All rows that match it are rejected too.
 */
export async function faultByRejectedRows(db: Db): Promise<void> {
  await sql`
    insert into import_faults
    select distinct on (l.row_no) l.row_no, 'auth', l.authentication_id, ${messageSql('booking.row-rejected', { row: sql`r.row_no`, reason: sql`r.fault` })}
    from import_lines l join import_rows r on r.fault is not null and r.authentication_id = l.authentication_id
      and coalesce(r.txn_at::date, l.day) = l.day and coalesce(r.card_number, l.card_number) = l.card_number
    where not l.is_row_known order by l.row_no, r.row_no`.execute(db)
}

/** More rows than any real transaction has; line numbers are short. */
const mostRows = 999
export async function faultContradictions(db: Db): Promise<void> {
  await sql`
    with odd as (
      select authentication_id, day, card_number, min(currency) <> max(currency) as is_in_two, min(site_number) <> max(site_number) as is_at_two,
        min(province) <> max(province) as is_across, count(*) > ${mostRows} as is_endless
      from import_lines group by 1, 2, 3
      having min(currency) <> max(currency) or min(site_number) <> max(site_number) or min(province) <> max(province) or count(*) > ${mostRows}
    ), rows_of as (
      select row_no, min(currency) as currency, min(site_number) as site_number, min(province) as province, min(authentication_id) as code, bool_or(is_in_two) as is_in_two,
        bool_or(is_at_two) as is_at_two, bool_or(is_across) as is_across, bool_or(is_endless) as is_endless
      from import_lines join odd using (authentication_id, day, card_number) where not is_row_known group by row_no
    )
    insert into import_faults
    select row_no, 'currency', currency, ${keySql('booking.two-currencies')} from rows_of where is_in_two
    union all select row_no, 'site', site_number, ${keySql('booking.two-sites')} from rows_of where is_at_two
    union all select row_no, 'province', province, ${keySql('booking.two-provinces')} from rows_of where is_across
    union all select row_no, 'auth', code, ${messageSql('booking.too-many-rows', { max: sql.lit(mostRows) })} from rows_of where is_endless
    union all
    select row_no, 'auth', min(authentication_id), case when max(sign) = -1
      then case when bool_or(is_against_waiting)
        then ${keySql('booking.credit-in-quarantine')}
        else ${keySql('booking.credit-booked')} end
      else case when bool_or(is_against_waiting)
        then ${keySql('booking.purchase-in-quarantine')}
        else ${keySql('booking.purchase-booked')} end
      end
    from import_lines where is_contradiction group by row_no`.execute(db)
}

/** A transaction is booked completely or not at all (TXN-9). */
export async function faultWholeTransactions(db: Db): Promise<void> {
  await sql`
    insert into import_faults
    select distinct on (l.row_no) l.row_no, 'auth', l.authentication_id, ${messageSql('booking.row-rejected', { row: sql`f.row_no`, reason: sql`f.reason` })}
    from import_faults f join import_lines b on b.row_no = f.row_no
      join import_lines l on l.authentication_id = b.authentication_id and l.day = b.day and l.card_number = b.card_number
    where not l.is_row_known and l.row_no not in (select row_no from import_faults) order by l.row_no, f.row_no`.execute(
    db,
  )
}

type FoundFault = { row_no: number; field: string; value: string; reason: Message }
export type Sorted = Record<RowOutcome, number> & { sums: OutcomeSum[]; faults: FoundFault[]; faultsTotal: number }
const isWaiting = sql<boolean>`not l.is_row_known and l.waits_for is not null and not ${isFailed}`
export const isGood = sql<boolean>`not l.is_row_known and l.waits_for is null and not ${isFailed}`
/** Each row counts as exactly one of four outcomes (I7), with what it states (TXN-17). */
export async function sortLines(db: Db): Promise<Sorted> {
  const { rows: sums } = await sql<OutcomeSum>`
    select outcome, currency, unit, import_id, count(*) as rows, sum(quantity_milli)::bigint as quantity_milli, sum(amount_cents)::bigint as amount_cents,
      sum(apart_cents)::bigint as apart_cents
    from (
      select case when ${isFailed} then 'failed' when l.is_row_known then 'duplicate' when l.waits_for is not null then 'quarantined' else 'good' end as outcome,
        min(currency) as currency, max(unit) as unit, case when l.is_row_known then min(known_import_id) end as import_id,
        coalesce(sum(quantity_milli) filter (where unit is not null), sum(quantity_milli)) as quantity_milli, sum(file_amount_cents) as amount_cents,
        coalesce(sum(apart_cents), 0) as apart_cents
      from import_lines l group by row_no, l.is_row_known, 1
    ) row_sums group by outcome, currency, unit, import_id`.execute(db)
  const counts = Object.fromEntries(
    rowOutcomes.map((outcome) => [outcome, sums.reduce((n, one) => (one.outcome === outcome ? n + one.rows : n), 0)]),
  ) as Record<RowOutcome, number>
  const counted = await sql<{ faultsTotal: number }>`select count(*) as "faultsTotal" from import_faults`.execute(db)
  const { rows } = await sql<FoundFault>`select * from import_faults order by row_no limit ${keptFaults}`.execute(db)
  return { ...counts, sums, faults: rows, faultsTotal: counted.rows[0]?.faultsTotal ?? 0 }
}

/**
 * Adds new lines to a transaction already in quarantine, each with its import. One that was released before is reopened.
 */
export async function quarantineLines(db: Db, provider: string, importId: number, companyId: number): Promise<void> {
  await sql`
    insert into quarantine (company_id, import_id, provider_id, authentication_id, txn_at, card_number, reason, amount_cents, currency, row_count, lines)
    select ${companyId}, ${importId}, ${providerId(provider)}, l.authentication_id, min(l.txn_at), l.card_number, min(l.waits_for), sum(l.file_amount_cents),
      min(l.currency), count(distinct l.row_no), jsonb_agg(to_jsonb(r) - 'line_id' || jsonb_build_object('import_id', ${importId}::bigint) order by r.line_id)
    from import_lines l join import_rows r using (line_id) where ${isWaiting} group by l.authentication_id, l.day, l.card_number
    on conflict (provider_id, authentication_id, txn_at, card_number) do update set
      lines = case when quarantine.released_at is null then quarantine.lines || excluded.lines else excluded.lines end,
      amount_cents = excluded.amount_cents + case when quarantine.released_at is null then quarantine.amount_cents else 0 end,
      row_count = excluded.row_count + case when quarantine.released_at is null then quarantine.row_count else 0 end,
      reason = excluded.reason, import_id = excluded.import_id, released_at = null, released_by = null, transaction_id = null, skipped_at = null, skipped_by = null,
      skip_reason = null`.execute(db)
}
/** Lists the file's unknown codes for staff to map (TXN-15). */
export async function insertUnknownCodes(db: Db, provider: string): Promise<void> {
  await sql`
    insert into product_codes (provider_id, code) select distinct ${providerId(provider)}, l.code from import_lines l where l.product like '?%' and ${isWaiting}
    on conflict (provider_id, code) do nothing`.execute(db)
}

/** Why a transaction being released still cannot be booked. */
export async function findReason(db: Db): Promise<string> {
  const { rows } = await sql<{
    waits_for: string
  }>`select waits_for from import_lines where waits_for is not null limit 1`.execute(db)
  return rows[0]?.waits_for ?? ''
}
