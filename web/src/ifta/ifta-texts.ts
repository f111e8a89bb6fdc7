import { mexico, shortJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import { jurisdictionWords } from '@portal/contract/rates/rates-words.data.ts'
import type { TFunction } from 'i18next'
import { nothing, numberFormat } from '../ui/words/texts.ts'

/** `Ontario (ON)`, in the user's language. */
export function placeText(t: TFunction, jurisdiction: string | null): string {
  if (jurisdiction === null) return t('No province or state')
  const name = jurisdiction === mexico ? t('Mexico') : t(jurisdictionWords[jurisdiction] ?? jurisdiction)
  return `${name} (${shortJurisdiction(jurisdiction)})`
}
export const wholeText = (value: number | null, locale: string): string =>
  value === null ? nothing : numberFormat(locale, { maximumFractionDigits: 0 }).format(value)
/** `T3 2026` in French. */
export const quarterText = (t: TFunction, quarter: string): string =>
  t('Q{number} {year}', { number: quarter.slice(5), year: quarter.slice(0, 4) })
