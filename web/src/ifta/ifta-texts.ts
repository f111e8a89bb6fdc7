import { mexico, shortJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import { jurisdictionWords } from '@portal/contract/rates/rates-words.data.ts'
import { nothing, numberFormat } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { stateNames } from './us-states.ts'

/** A province, state or Mexico in the user's language. */
export function placeName(t: TFunction, jurisdiction: string): string {
  if (jurisdiction === mexico) return t('Mexico')
  const state = jurisdiction.startsWith('US-') ? stateNames[shortJurisdiction(jurisdiction)] : undefined
  return t(state ?? jurisdictionWords[jurisdiction] ?? jurisdiction)
}
/** `Ontario (ON)`. */
export const jurisdictionText = (t: TFunction, jurisdiction: string | null): string =>
  jurisdiction === null
    ? t('No province or state')
    : `${placeName(t, jurisdiction)} (${shortJurisdiction(jurisdiction)})`
export const wholeText = (value: number | null, locale: string): string =>
  value === null ? nothing : numberFormat(locale, { maximumFractionDigits: 0 }).format(value)
export const rowsText = (t: TFunction, count: number, locale: string): string =>
  count === 1 ? t('1 row') : t('{count} rows', { count: count.toLocaleString(locale) })
/** `T3 2026` in French. */
export const quarterText = (t: TFunction, quarter: string): string =>
  t('Q{number} {year}', { number: quarter.slice(5), year: quarter.slice(0, 4) })
