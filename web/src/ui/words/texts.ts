import type { Currency } from '@portal/contract/rules/currency.ts'
import { parseDay } from './parsed-day.ts'
import { currentLanguage } from './translation.ts'

/** The dash for missing values. */
export const nothing = '—'

const formats = new Map<string, Intl.NumberFormat>()
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, known)
  return known
}

/**
 * An amount with its currency, such as `$1,234.50 CAD`. Both currencies use a dollar sign, so an amount alone is
 * ambiguous (UX-4). A no-break space joins the two.
 */
export function moneyText(value: number | null | undefined, locale: string, currency: Currency): string {
  return value === null || value === undefined
    ? nothing
    : `${numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(value)}\u00a0${currency}`
}
export function quantityText(value: number | null | undefined, locale: string): string {
  return value === null || value === undefined
    ? nothing
    : numberFormat(locale, { maximumFractionDigits: 3 }).format(value)
}
const two = (value: number) => String(value).padStart(2, '0')
/** `2026-03-09` becomes 09/03/26 (LIST-10). */
export function dateText(day: string | null | undefined): string {
  const parts = day ? parseDay(day) : null
  return parts ? `${two(parts.day)}/${two(parts.month)}/${two(parts.year % 100)}` : nothing
}
/** A day that is not part of a number or file name. */
const dayInText = /(?<![\w-])(?<!\w\.)\d{4}-\d{2}-\d{2}(?![\w-]|\.\w)/g
/** Formats the days within a text of the service, such as the name of a period (LIST-10). */
export const withDays = (text: string): string =>
  text.replace(dayInText, (day) => (parseDay(day) ? dateText(day) : day))
/** In English `h:mm A`, in French 24-hour (LIST-10, UX-5). */
const clockText = (hours: number, minutes: number, locale: string) =>
  locale.startsWith('fr')
    ? `${two(hours)}:${two(minutes)}`
    : `${hours % 12 === 0 ? 12 : hours % 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
/** The page's language, for text created outside components. */
const pageLanguage = (): string => currentLanguage()
/** `DD/MM/YY h:mm A` in the user's time zone (LIST-10). */
export function instantText(instant: Date | string | null | undefined, locale = pageLanguage()): string {
  if (!instant) return nothing
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return nothing
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${two(at.getFullYear() % 100)} ${clockText(at.getHours(), at.getMinutes(), locale)}`
}
/** The same for a local time, such as a site's: shown as it was there, wherever the user is. */
export function localTimeText(at: string | null | undefined, locale = pageLanguage()): string {
  const [day, hour, minute] = at?.match(/^\d{4}-\d\d-\d\d|(?<=T)\d\d|(?<=T\d\d:)\d\d/g) ?? []
  if (!day || !hour || !minute) return nothing
  return `${dateText(day)} ${clockText(Number(hour), Number(minute), locale)}`
}

/** `2026-11` becomes November 2026, or Nov 2026. */
export const monthText = (month: string, locale: string, length: 'long' | 'short' = 'long'): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, { month: length, year: 'numeric', timeZone: 'UTC' })
