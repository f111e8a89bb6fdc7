import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { percentText } from '../ui/words/figures.ts'
import { numberFormat } from '../ui/words/texts.ts'

/** A rate, always with its unit (domain, 'Units and currencies never mix silently'). */
export const taxRateText = ({ rate, per }: Pick<TaxRate, 'rate' | 'per'>, locale: string): string => {
  if (per === '%') return percentText(rate, locale, { maximumFractionDigits: 6 })
  return `${numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(rate)} ${per}`
}
