import { AppError } from '@portal/contract/errors.ts'
import { noSuchRegion, type Site } from '@portal/contract/rates/daily-rates.ts'
import type { Context } from '../platform/http/context.ts'
import { lockSite, updateSiteRegion } from './sites.queries.ts'

const auditFields = ({ tax_region, is_region_set }: Pick<Site, 'tax_region' | 'is_region_set'>) => ({
  tax_region,
  tax_region_set_by_staff: is_region_set,
})

/** Applies to purchases booked from now on; booked purchases keep their tax rows (RATE-4). */
export async function setSiteRegion({ db, audit }: Context, id: number, tax_region: string | null): Promise<Site> {
  const { currency, unit, ...before } = await lockSite(db, id)
  if (tax_region !== null && !before.regions.includes(tax_region))
    throw new AppError('request.invalid', { tax_region: noSuchRegion })
  await updateSiteRegion(db, id, tax_region)
  const after = { ...before, tax_region, is_region_set: true }
  const label = [before.provider, before.site_number, before.site_name].filter(Boolean).join(' ')
  await audit({ record: { type: 'site', id, label }, before: auditFields(before), after: auditFields(after) })
  return after
}
