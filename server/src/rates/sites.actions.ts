import { AppError } from '@portal/contract/errors.ts'
import { noSuchRegion, noSuchZone, type Site } from '@portal/contract/rates/daily-rates.ts'
import type { Context } from '../platform/http/context.ts'
import { getSite, isTimeZone, lockSite, updateSiteRegion, updateSiteZone } from './sites.queries.ts'

const auditFields = ({ tax_region, is_region_set }: Pick<Site, 'tax_region' | 'is_region_set'>) => ({
  tax_region,
  tax_region_set_by_staff: is_region_set,
})

const siteRecord = ({ site_id, provider, site_number, site_name }: Site) => ({
  type: 'site',
  id: site_id,
  label: [provider, site_number, site_name].filter(Boolean).join(' '),
})

/** Applies to purchases booked from now on; booked purchases keep their tax rows (RATE-4). */
export async function setSiteRegion({ db, audit }: Context, id: number, tax_region: string | null): Promise<Site> {
  const { currency, unit, ...before } = await lockSite(db, id)
  if (tax_region !== null && !before.regions.includes(tax_region))
    throw new AppError('request.invalid', { tax_region: noSuchRegion })
  await updateSiteRegion(db, id, tax_region)
  const after = { ...before, tax_region, is_region_set: true }
  await audit({ record: siteRecord(before), before: auditFields(before), after: auditFields(after) })
  return after
}

const auditZone = ({ time_zone, is_zone_set }: Pick<Site, 'time_zone' | 'is_zone_set'>) => ({
  time_zone,
  time_zone_set_by_staff: is_zone_set,
})
/** Decides who held a card at purchases booked from now on (TXN-21). */
export async function setSiteZone({ db, audit }: Context, id: number, time_zone: string | null): Promise<Site> {
  const before = await lockSite(db, id)
  if (time_zone !== null && !(await isTimeZone(db, time_zone)))
    throw new AppError('request.invalid', { time_zone: noSuchZone })
  await updateSiteZone(db, before, time_zone)
  const { currency, unit, ...after } = await getSite(db, id)
  await audit({ record: siteRecord(before), before: auditZone(before), after: auditZone(after) })
  return after
}
