export const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const
const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/**
 * The places that make taxes: the two countries and their parts, by the keys of ISO 3166, so that California is not
 * Canada.
 */
export type Country = 'CA' | 'US'
export const jurisdictions: readonly string[] = [
  'CA',
  ...provinces.map((code) => `CA-${code}`),
  'US',
  ...states.map((code) => `US-${code}`),
]

/** The province or state of a site, as its two letters; null when it is neither, which is never guessed. */
export function jurisdictionOf(province: string): string | null {
  const code = province.trim().toUpperCase()
  if ((provinces as readonly string[]).includes(code)) return `CA-${code}`
  return states.includes(code) ? `US-${code}` : null
}
export const countryOf = (jurisdiction: string): Country =>
  jurisdiction === 'US' || jurisdiction.startsWith('US-') ? 'US' : 'CA'

/** Where a local tax is taken besides the province's. */
export const taxRegions = ['BC-Vancouver', 'BC-Victoria'] as const
export type TaxRegion = (typeof taxRegions)[number]
