import { jurisdictionOf, jurisdictions } from '../lookups/jurisdictions.rules.ts'

export const mexico = 'MX'
/** No members of the agreement: their distance and fuel count in the totals, and no tax is reported for them. */
const outside: readonly string[] = ['CA-NT', 'CA-NU', 'CA-YT', 'US-AK', 'US-DC', 'US-HI', mexico]
export const isOutsideIfta = (jurisdiction: string): boolean => outside.includes(jurisdiction)

/** `ON`, `CA-ON` or `MX`, in any case; null for anything else, never guessed. `CA` alone is California. */
export function readIftaJurisdiction(text: string): string | null {
  const code = text.trim().toUpperCase()
  if (code === mexico) return mexico
  return code.length === 2 ? jurisdictionOf(code) : (jurisdictions.find((one) => one === code) ?? null)
}
/** As forms and files write it: `ON`. */
export const shortJurisdiction = (jurisdiction: string): string => jurisdiction.slice(-2)
