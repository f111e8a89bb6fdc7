import type { Currency } from '@portal/contract/rules/currency.ts'
import { moneyText, nothing, numberFormat } from './texts.ts'
import type { TFunction } from './translation.ts'

/** A difference, with its sign also where it is positive. */
export const signedMoneyText = (value: number, locale: string, currency: Currency): string =>
  `${value > 0 ? '+' : ''}${moneyText(value, locale, currency)}`
/** The difference per currency: `+$34.20 CAD, -$1.00 USD`. */
export const differencesText = (
  totals: readonly { currency: Currency; difference: number }[],
  locale: string,
): string => totals.map(({ currency, difference }) => signedMoneyText(difference, locale, currency)).join(', ')
/** A price or tax per litre or gallon, with at least four decimals. */
export function rateText(value: number | null | undefined, locale: string): string {
  return value === null || value === undefined
    ? nothing
    : numberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 6 }).format(value)
}
/** A price with its unit, such as `0.0325 CAD/L`: without it, the price is ambiguous. */
export function priceText(value: number | null | undefined, locale: string, unit: string): string {
  return value === null || value === undefined ? nothing : `${rateText(value, locale)} ${unit}`
}
/** `5.26%`, in French `5,26 %`, or a dash. */
export const percentText = (
  percent: number | null,
  locale: string,
  digits: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 },
): string => (percent === null ? nothing : numberFormat(locale, { style: 'percent', ...digits }).format(percent / 100))

const kilobyte = 1000
/** In kilobytes, megabytes or gigabytes, and never 0 for a non-empty file. */
export function sizeText(bytes: number, locale: string): string {
  const [size, unit] =
    bytes < kilobyte ** 2
      ? [Math.max(bytes / kilobyte, 0.1), 'kilobyte']
      : bytes < kilobyte ** 3
        ? [bytes / kilobyte ** 2, 'megabyte']
        : [bytes / kilobyte ** 3, 'gigabyte']
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(size)
}

/** What follows a list that was cut. */
export const moreText = (t: TFunction, count: number): string =>
  count === 1 ? t('and 1 more') : t('and {count} more', { count })
