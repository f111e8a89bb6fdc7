import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { TFunction } from '../ui/words/translation.ts'

export const unitText = { L: 'L', GAL: 'gal' } as const satisfies Record<VolumeUnit, string>

const transactionsText = (t: TFunction, count: number, locale: string): string =>
  count === 1 ? t('1 transaction') : t('{count} transactions', { count: count.toLocaleString(locale) as never })

/** Beside amounts in two currencies, names the currency of the count (UX-4). */
export const transactionsIn = (t: TFunction, count: number, locale: string, currency: string | undefined): string => {
  const transactions = transactionsText(t, count, locale)
  return currency ? t('{transactions} in {currency}', { transactions, currency }) : transactions
}

export const volumeText = (volume: number, locale: string, unit: string): string =>
  `${volume.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${unit}`

/** For an axis: 12,300 becomes 12.3K. */
export const shortNumber = (value: number, locale: string): string =>
  value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 1 })

/** For an axis: Nov. */
export const shortMonth = (month: string, locale: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, { month: 'short', timeZone: 'UTC' })
