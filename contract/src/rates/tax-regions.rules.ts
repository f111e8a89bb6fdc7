import { jurisdictionOf, type TaxRegion, taxRegions } from '../lookups/jurisdictions.rules.ts'
import { placeSearchText } from '../lookups/place-name.rules.ts'
import { taxRegionCities } from './tax-region-cities.data.ts'

const regionByCity = new Map(
  taxRegions.flatMap((region) => taxRegionCities[region].map((city) => [placeSearchText(city), region] as const)),
)

/** The tax region of a city, from the shipped list; staff can override it for a site (`site.tax_region`). */
export const regionOfCity = (province: string, city: string): TaxRegion | null =>
  jurisdictionOf(province) === 'CA-BC' ? (regionByCity.get(placeSearchText(city)) ?? null) : null
