import { AppError } from '@portal/contract/errors.ts'
import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { placeSites, runOn } from '../db/site-places.ts'
import type { PricedSite } from './daily-rates.columns.ts'

/** The regions of a province that have tax rates, at any time. */
async function listRegions(db: Db, province: string | null): Promise<string[]> {
  const jurisdiction = jurisdictionOf(province ?? '')
  if (jurisdiction === null) return []
  const found = await db
    .selectFrom('tax_rates')
    .select('region')
    .distinct()
    .where('jurisdiction', '=', jurisdiction)
    .where('region', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('region')
    .execute()
  return found.map(({ region }) => region as string)
}

const siteById = (db: Db, id: number) =>
  db
    .selectFrom('sites')
    .innerJoin('fuel_providers', 'fuel_providers.id', 'sites.provider_id')
    .select(['sites.id as site_id', 'sites.site_number', 'sites.name as site_name', 'fuel_providers.name as provider'])
    .select([
      'sites.city',
      'sites.province',
      'sites.tax_region',
      'sites.is_region_set',
      'sites.time_zone',
      'sites.is_zone_set',
      'sites.is_zone_assumed',
      'fuel_providers.currency',
      'fuel_providers.unit',
    ])
    .where('sites.id', '=', id)
const withRegions = async (db: Db, found: ReturnType<typeof siteById>): Promise<PricedSite> => {
  const site = await found.executeTakeFirstOrThrow(() => new AppError('record.not-found'))
  return { ...site, regions: await listRegions(db, site.province) } as PricedSite
}

/** Sites belong to no company; the permission limits them to staff. */
export const getSite = (db: Db, id: number): Promise<PricedSite> => withRegions(db, siteById(db, id))
/** Locks the site until the transaction ends, so that the audit entry records its true earlier value. */
export const lockSite = (db: Db, id: number): Promise<PricedSite> =>
  withRegions(db, siteById(db, id).forUpdate('sites'))

export async function updateSiteRegion(db: Db, id: number, tax_region: string | null): Promise<void> {
  await db.updateTable('sites').set({ tax_region, is_region_set: true }).where('id', '=', id).execute()
}

/** PostgreSQL's zone data decide which names exist (TXN-21). */
export async function isTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}
/** Null lets the zone follow from the city again. */
export async function updateSiteZone(
  db: Db,
  { site_id, provider, site_number }: Pick<PricedSite, 'site_id' | 'provider' | 'site_number'>,
  time_zone: string | null,
): Promise<void> {
  await db
    .updateTable('sites')
    .set({ time_zone, is_zone_set: time_zone !== null, is_zone_assumed: false })
    .where('id', '=', site_id)
    .execute()
  if (time_zone === null) await placeSites(runOn(db), { provider, numbers: [site_number] })
}
