import type { RateUpload } from '@portal/contract/rates/daily-rates.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { signedMoneyText } from '../ui/words/texts.ts'

/** A rate, always with its unit (domain, 'Units and currencies never mix silently'). */
export const taxRateText = ({ rate, per }: Pick<TaxRate, 'rate' | 'per'>, locale: string): string => {
  const least = per === '%' ? 0 : 2
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: 6 }).format(rate)} ${per}`
}

type Differences = NonNullable<RateUpload['repriced_totals']>
/** The difference per currency: `+$34.20 CAD, -$1.00 USD`. */
export const differencesText = (totals: Differences, locale: string): string =>
  totals.map(({ currency, difference }) => signedMoneyText(difference, locale, currency)).join(', ')
