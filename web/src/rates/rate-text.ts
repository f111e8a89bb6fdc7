import type { TaxRate } from '@portal/contract/tax-rates.ts'

/** A rate with what it is counted in, never without (domain, 'Units and currencies never mix silently'). */
export const rateText = ({ rate, per }: Pick<TaxRate, 'rate' | 'per'>, locale: string): string => {
  const least = per === '%' ? 0 : 2
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: 6 }).format(rate)} ${per}`
}
