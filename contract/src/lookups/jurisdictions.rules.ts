export const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const
const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/** The places that levy taxes: the two countries and their parts, by ISO 3166 key, so that California is not Canada. */
export type Country = 'CA' | 'US'
export const jurisdictions: readonly string[] = [
  'CA',
  ...provinces.map((code) => `CA-${code}`),
  'US',
  ...states.map((code) => `US-${code}`),
]

/** A site's province or state from its two letters; null if it is neither, never guessed. */
export function jurisdictionOf(province: string): string | null {
  const code = province.trim().toUpperCase()
  if ((provinces as readonly string[]).includes(code)) return `CA-${code}`
  return states.includes(code) ? `US-${code}` : null
}
export const countryOf = (jurisdiction: string): Country =>
  jurisdiction === 'US' || jurisdiction.startsWith('US-') ? 'US' : 'CA'

/** Regions with a local tax in addition to the province's. */
export const taxRegions = ['BC-Vancouver', 'BC-Victoria'] as const
export type TaxRegion = (typeof taxRegions)[number]
