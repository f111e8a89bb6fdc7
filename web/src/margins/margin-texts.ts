import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { priceText } from '../ui/words/figures.ts'
import { nothing } from '../ui/words/texts.ts'

export const perUnitText = (value: number | null, locale: string, currency: Currency, unit: string | null): string =>
  unit === null ? nothing : priceText(value, locale, priceUnitText({ currency, unit }))
/** A loss stands out. */
export const marginTone = (margin: number | null): 'bad' | undefined =>
  margin !== null && margin < 0 ? 'bad' : undefined
