import { jurisdictionOf, type TaxRegion, taxRegions } from '../lookups/jurisdictions.rules.ts'
import { placeSearchText } from '../lookups/place-name.rules.ts'

/**
 * The municipalities in which British Columbia takes its dedicated fuel taxes, with the communities in them that sites
 * give as their city. The first is the South Coast transportation service region, the second the Victoria regional
 * transit service area; see docs/data-sources.md.
 */
const taxRegionCities: Readonly<Record<TaxRegion, readonly string[]>> = {
  'BC-Vancouver': [
    ...[
      'Anmore',
      'Belcarra',
      'Bowen Island',
      'Burnaby',
      'Coquitlam',
      'Delta',
      'Langley',
      'Langley City',
      'Langley Township',
      'Lions Bay',
    ],
    ...[
      'Maple Ridge',
      'New Westminster',
      'North Vancouver',
      'Pitt Meadows',
      'Port Coquitlam',
      'Port Moody',
      'Richmond',
      'Surrey',
      'Vancouver',
    ],
    ...[
      'West Vancouver',
      'White Rock',
      'University Endowment Lands',
      'Tsawwassen',
      'Ladner',
      'North Delta',
      'Annacis Island',
      'Aldergrove',
    ],
    ...[
      'Fort Langley',
      'Walnut Grove',
      'Murrayville',
      'Cloverdale',
      'Whalley',
      'Newton',
      'Guildford',
      'Fleetwood',
      'South Surrey',
      'Port Kells',
    ],
    ...['Haney', 'Whonnock', 'Steveston', 'Queensborough', 'Horseshoe Bay'],
  ],
  'BC-Victoria': [
    ...[
      'Victoria',
      'Esquimalt',
      'Oak Bay',
      'Saanich',
      'Central Saanich',
      'North Saanich',
      'Sidney',
      'View Royal',
      'Colwood',
      'Langford',
    ],
    ...['Metchosin', 'Sooke', 'Highlands', 'Brentwood Bay', 'Saanichton', 'Cordova Bay', 'Cadboro Bay', 'Royal Oak'],
  ],
}

const regionByCity = new Map(
  taxRegions.flatMap((region) => taxRegionCities[region].map((city) => [placeSearchText(city), region] as const)),
)

/**
 * The region that a city's fuel is taxed in, from the shipped list; staff may say otherwise for a site
 * (`site.tax_region`).
 */
export const regionOfCity = (province: string, city: string): TaxRegion | null =>
  jurisdictionOf(province) === 'CA-BC' ? (regionByCity.get(placeSearchText(city)) ?? null) : null
