import type { Currency } from '@portal/contract/rules/currency.ts'
import i18next from 'i18next'
import { parseDay } from './day.ts'

/** The same dash for every value that is not there. */
export const nothing = '—'

const formats = new Map<string, Intl.NumberFormat>()
function format(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, known)
  return known
}

/**
 * An amount with its currency, such as `$1,234.50 CAD`. Both currencies are written with a dollar sign, so an amount
 * without its currency could be read as either (UX-4). The two are joined by a space that does not break.
 */
export function moneyText(value: number | null | undefined, locale: string, currency: Currency): string {
  return value === null || value === undefined
    ? nothing
    : `${format(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(value)}\u00a0${currency}`
}
export function quantityText(value: number | null | undefined, locale: string): string {
  return value === null || value === undefined ? nothing : format(locale, { maximumFractionDigits: 3 }).format(value)
}
/** A price with what it is in, such as `0.0325 CAD/L`: without that it could be read as either. */
export function priceText(value: number | null | undefined, locale: string, unit: string): string {
  return value === null || value === undefined
    ? nothing
    : `${format(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(value)} ${unit}`
}

const kilobyte = 1024
/** In kilobytes or megabytes, whichever a person would say; never 0 of what is there. */
export function sizeText(bytes: number, locale: string): string {
  const [size, unit] =
    bytes < kilobyte ** 2 ? [Math.max(bytes / kilobyte, 0.1), 'kilobyte'] : [bytes / kilobyte ** 2, 'megabyte']
  return format(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(size)
}

const two = (value: number) => String(value).padStart(2, '0')
/** `2026-03-09` is shown as 09/03/26 (LIST-10). */
export function dateText(day: string | null | undefined): string {
  const parts = day ? parseDay(day) : null
  return parts ? `${two(parts.day)}/${two(parts.month)}/${two(parts.year % 100)}` : nothing
}
/** A day, unless it is a part of a number or of the name of a file. */
const dayInText = /(?<![\w-])(?<!\w\.)\d{4}-\d{2}-\d{2}(?![\w-]|\.\w)/g
/** The days within a text of the service, such as the name of a period, as all days are shown (LIST-10). */
export const withDays = (text: string): string =>
  text.replace(dayInText, (day) => (parseDay(day) ? dateText(day) : day))
/** In English `h:mm A`, in French by 24 hours (LIST-10, UX-5). */
const clockText = (hours: number, minutes: number, locale: string) =>
  locale.startsWith('fr')
    ? `${two(hours)}:${two(minutes)}`
    : `${hours % 12 === 0 ? 12 : hours % 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
/** The language of the page, for texts that are made where no component is. */
const pageLanguage = (): string => i18next.language ?? 'en-CA'
/** `DD/MM/YY h:mm A` in the reader's own time (LIST-10). */
export function instantText(instant: Date | string | null | undefined, locale = pageLanguage()): string {
  if (!instant) return nothing
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return nothing
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${two(at.getFullYear() % 100)} ${clockText(at.getHours(), at.getMinutes(), locale)}`
}
/** The same for a time of day somewhere, such as a site's own: it is shown as it was there, wherever the reader is. */
export function localTimeText(at: string | null | undefined, locale = pageLanguage()): string {
  const [day, hour, minute] = at?.match(/^\d{4}-\d\d-\d\d|(?<=T)\d\d|(?<=T\d\d:)\d\d/g) ?? []
  if (!day || !hour || !minute) return nothing
  return `${dateText(day)} ${clockText(Number(hour), Number(minute), locale)}`
}
/** A tax per litre or gallon, with as many decimals as it has and four at least. */
export function rateText(value: number | null | undefined, locale: string): string {
  return value === null || value === undefined
    ? nothing
    : format(locale, { minimumFractionDigits: 4, maximumFractionDigits: 6 }).format(value)
}
