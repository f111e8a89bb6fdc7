import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'

/** A rate, always with its unit (domain, 'Units and currencies never mix silently'). */
export const taxRateText = ({ rate, per }: Pick<TaxRate, 'rate' | 'per'>, locale: string): string => {
  const least = per === '%' ? 0 : 2
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: 6 }).format(rate)} ${per}`
}
