import { jurisdictionOf, type TaxRegion, taxRegions } from '../lookups/jurisdictions.rules.ts'
import { placeSearchText } from '../lookups/place-name.rules.ts'
import { taxRegionCities } from './tax-region-cities.data.ts'

const regionByCity = new Map(
  taxRegions.flatMap((region) => taxRegionCities[region].map((city) => [placeSearchText(city), region] as const)),
)

/**
 * The region that a city's fuel is taxed in, from the shipped list; staff may say otherwise for a site
 * (`site.tax_region`).
 */
export const regionOfCity = (province: string, city: string): TaxRegion | null =>
  jurisdictionOf(province) === 'CA-BC' ? (regionByCity.get(placeSearchText(city)) ?? null) : null
