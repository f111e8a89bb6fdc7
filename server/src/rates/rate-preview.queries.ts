import { listedRates, type RatePreview } from '@portal/contract/rates/rate-preview.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { StoredImport } from '../platform/sheets/import-work.ts'
import { rateMoves, sheetProvider, unlistedRates } from './rate-import.queries.ts'

const percent = (before: RawBuilder<unknown>, after: RawBuilder<unknown>) =>
  sql<number | null>`round((${after} - ${before}) * 100.0 / nullif(${before}, 0), 1)::float8`
const priceOf = (units: number) => fromUnits(units, 'price')

type Counts = Pick<RatePreview, 'from_date' | 'to_date' | 'new_count' | 'changed_count' | 'same_count'>
type Compared = Omit<RatePreview['rates'][number], 'before' | 'after'> & { before_e4: number | null; after_e4: number }
type Moved = Compared & { before_e4: number; percent: number; before_day: string; total: number }
type Unlisted = RatePreview['unlisted'][number] & { total: number; rates: number }

/** Compares the staged file with the rates in force on its days (RATE-6). */
export async function compareRates(db: Db, claimed: StoredImport): Promise<Omit<RatePreview, 'repriced' | 'replaced'>> {
  const compared = sql`(
    select r.day, r.site_number, r.name as site_name, r.row_no as row, r.code, known.price_e4 as before_e4, r.price_e4 as after_e4,
      ${percent(sql`known.price_e4`, sql`r.price_e4`)} as percent,
      case when known.id is null then 'new' when (known.price_e4, known.retail_e4) is distinct from (r.price_e4, r.retail_e4) then 'changed' else 'same' end as kind
    from import_rows r left join sites s on s.provider_id = ${sheetProvider(claimed)} and s.site_number = r.site_number
      left join daily_rates known on known.site_id = s.id and known.code = r.code and known.day = r.day and known.is_current
  ) compared`
  const counted = await sql<Counts>`
    select min(day) as from_date, max(day) as to_date, count(*) filter (where kind = 'new') as new_count,
      count(*) filter (where kind = 'changed') as changed_count, count(*) filter (where kind = 'same') as same_count from ${compared}`.execute(
    db,
  )
  const { rows: rates } = await sql<Compared>`
    select day, site_number, site_name, row, code, before_e4, after_e4, percent from ${compared} where kind <> 'same'
    order by kind, day, row limit ${listedRates}`.execute(db)
  const { rows: moved } = await sql<Moved>`
    select day, site_number, name as site_name, row_no as row, code, before_e4, before_day, price_e4 as after_e4,
      ${percent(sql`before_e4`, sql`price_e4`)} as percent, count(*) over () as total
    from ${rateMoves(claimed)} moves order by abs(price_e4 - before_e4)::numeric / before_e4 desc, day, row_no limit ${listedRates}`.execute(
    db,
  )
  const { rows: unlisted } = await sql<Unlisted>`
    select d.day, s.site_number, s.name as site_name, array_agg(d.code order by d.code) as codes, count(*) over () as total, sum(count(*)) over ()::int as rates
    from ${unlistedRates(claimed)} group by 1, 2, 3 order by 1, 2 limit ${listedRates}`.execute(db)
  return {
    ...(counted.rows[0] as Counts),
    rates: rates.map(({ before_e4, after_e4, ...rest }) => ({
      ...rest,
      before: before_e4 === null ? null : priceOf(before_e4),
      after: priceOf(after_e4),
    })),
    moved_count: moved[0]?.total ?? 0,
    moved: moved.map(({ before_e4, after_e4, total: _, ...rest }) => ({
      ...rest,
      before: priceOf(before_e4),
      after: priceOf(after_e4),
    })),
    unlisted_count: unlisted[0]?.total ?? 0,
    unlisted_rates: unlisted[0]?.rates ?? 0,
    unlisted: unlisted.map(({ total: _, rates: __, ...rest }) => rest),
  }
}
