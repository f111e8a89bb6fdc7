import { AppError } from '@portal/contract/errors.ts'
import { type ListQuery, parseFilter, parseRange } from '@portal/contract/list.ts'
import { productCodes } from '@portal/contract/lookups/products.rules.ts'
import {
  chartDays,
  type DailyRate,
  dailyRateList,
  type RateUpload,
  type RateWarning,
  rateUploadList,
  type SitePrices,
} from '@portal/contract/rates/daily-rates.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import type { DailyRates } from '../db/schema.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { withSentence } from '../platform/stored-message.ts'
import { type StoredPrice, toDailyRate, toSitePrices } from './daily-rates.columns.ts'
import { getSite } from './sites.queries.ts'

/**
 * For every site and code with a rate of its own, the rate of the day or the last one before it; without a day, the
 * latest. One index lookup for each site and code, however many days there are.
 */
const inForce = (db: Db, day: string | null) =>
  db.selectFrom(
    sql<DailyRates>`(
      select rate.* from sites join product_codes c on c.provider_id = sites.provider_id and c.product is not null and c.rate_code is null cross join lateral (
        select * from daily_rates r where r.site_id = sites.id and r.code = c.code and r.is_current
          ${day === null ? sql`` : sql`and r.day <= ${day}::date`} order by r.day desc limit 1
      ) rate
    )`.as('daily_rates'),
  )
const allRates = (db: Db, onlyCurrent: boolean) => {
  const rates = db.selectFrom('daily_rates')
  return onlyCurrent ? rates.where('daily_rates.is_current', '=', true) : rates
}

/** A single day reads the rates in force then; a range or a state reads the rates themselves. */
function sourceOf(db: Db, query: ListQuery) {
  const terms = query.filter.map(parseFilter).filter((term) => term !== null)
  const days = terms.filter(({ field }) => field === 'day')
  const [first] = days
  const hasState = terms.some(({ field }) => field === 'state')
  const range = first ? parseRange(first.query) : null
  const isDay = days.length === 1 && range !== null && range.from === range.to
  if (hasState || days.length > 1 || (first && !isDay)) return { from: allRates(db, !hasState), query }
  const rest = query.filter.filter((filter) => parseFilter(filter)?.field !== 'day')
  return { from: inForce(db, range?.from ?? null), query: { ...query, filter: rest } }
}

// biome-ignore lint/suspicious/noExplicitAny: rates in force and stored rates are two tables of one shape.
const withNames = (rates: any) =>
  rates
    .innerJoin('sites', 'sites.id', 'daily_rates.site_id')
    .innerJoin('fuel_providers', 'fuel_providers.id', 'daily_rates.provider_id')
    .innerJoin('rate_uploads', 'rate_uploads.id', 'daily_rates.upload_id')
    .select([
      'daily_rates.id',
      'daily_rates.site_id',
      'daily_rates.product',
      'daily_rates.code',
      'daily_rates.day',
      'daily_rates.price_e4',
      'daily_rates.retail_e4',
    ])
    .select([
      'daily_rates.currency',
      'daily_rates.unit',
      'daily_rates.state',
      'fuel_providers.name as provider',
      'rate_uploads.import_id',
    ])
    .select(['sites.site_number', 'sites.name as site_name', 'sites.city', 'sites.province'])

export function listDailyRates(db: Db, scope: Scope, asked: ListQuery): Promise<Page<'daily_rates', DailyRate>> {
  const { from, query } = sourceOf(db, asked)
  return paginate(
    db,
    scope,
    dailyRateList,
    query,
    {
      id: 'daily_rates.id',
      provider: 'fuel_providers.name',
      site_number: 'sites.site_number',
      site_name: { column: 'sites.name', isNullable: true },
      city: { column: 'sites.city', isNullable: true },
      province: { column: 'sites.province', isNullable: true },
      product: 'daily_rates.product',
      code: 'daily_rates.code',
      day: 'daily_rates.day',
      price: 'daily_rates.price_e4',
      retail: { column: 'daily_rates.retail_e4', isNullable: true },
      state: 'daily_rates.state',
    },
    { from, show: withNames, row: toDailyRate },
  )
}

const visibleUploads = (db: Db) => db.selectFrom('imports').where('imports.kind', '=', 'rates')
const withOutcome = (uploads: ReturnType<typeof visibleUploads>) =>
  uploads
    .leftJoin('rate_uploads', 'rate_uploads.import_id', 'imports.id')
    .select([
      'imports.id',
      'imports.provider',
      'imports.file_name',
      'imports.status',
      'imports.failed_count',
      'imports.user_name',
    ])
    .select([
      'imports.created_at',
      'rate_uploads.from_date',
      'rate_uploads.to_date',
      'rate_uploads.sites_count',
      'rate_uploads.rates_count',
    ])
    .select([
      'rate_uploads.superseded_count',
      'rate_uploads.warnings_total',
      'rate_uploads.repriced_count',
      'rate_uploads.repriced_totals',
    ])

export const listRateUploads = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'uploads', RateUpload>> =>
  paginate(
    db,
    scope,
    rateUploadList,
    query,
    {
      id: 'imports.id',
      created_at: { column: 'imports.created_at', isInstant: true },
      provider: 'imports.provider',
      file_name: 'imports.file_name',
      status: 'imports.status',
    },
    { from: visibleUploads(db), show: withOutcome, row: (upload) => upload as RateUpload },
  )

const notFound = () => new AppError('record.not-found')
type StoredWarning = Omit<RateWarning, 'message' | 'day' | 'code'> & Partial<Pick<RateWarning, 'day' | 'code'>>
export async function getRateUpload(db: Db, importId: number): Promise<RateUpload & { warnings: RateWarning[] }> {
  const { warnings, ...upload } = await withOutcome(visibleUploads(db))
    .select('rate_uploads.warnings')
    .where('imports.id', '=', importId)
    .executeTakeFirstOrThrow(notFound)
  const stored = ((warnings ?? []) as StoredWarning[]).map((one) => ({ day: null, code: null, ...one }))
  return { ...(upload as RateUpload), warnings: stored.map(withSentence) }
}

/** A site's rates for the 90 days up to the given day, or up to its latest rate. */
export async function getSitePrices(db: Db, id: number, until: string | undefined): Promise<SitePrices> {
  const site = await getSite(db, id)
  const { rows } = await sql<StoredPrice & { from_date: string; to_date: string }>`
    select r.product, r.code, r.day, r.price_e4, r.retail_e4, ends.to_date - ${chartDays - 1}::int as from_date, ends.to_date
    from (select coalesce(${until ?? null}::date, max(day)) as to_date from daily_rates where site_id = ${id} and is_current) ends
    join daily_rates r on r.site_id = ${id} and r.is_current and r.day between ends.to_date - ${chartDays - 1}::int and ends.to_date
    order by array_position(${productCodes}::text[], r.product), r.code, r.day`.execute(db)
  const [first] = rows
  return toSitePrices(site, rows, { from_date: first?.from_date ?? null, to_date: first?.to_date ?? null })
}
