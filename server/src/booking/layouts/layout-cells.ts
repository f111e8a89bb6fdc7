import { type Message, message, severalOf } from '@portal/contract/message.ts'
import { decimals, decimalsOf, toUnits, type Unit } from '@portal/contract/rules/money.ts'
import { cutText, type Reading, readAmount, readText, shownCell } from '../../platform/sheets/cells.ts'
import { type Cell, dateOfSerial } from '../../platform/sheets/sheet.ts'

export type DateFormat = 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD-MMM-YY'

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const patterns: Record<DateFormat, (text: string) => [year: string, month: string, day: string] | null> = {
  'YYYY-MM-DD': (text) => {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
    return year ? [year, month as string, day as string] : null
  },
  'MM/DD/YYYY': (text) => {
    const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
    return year ? [year, (month as string).padStart(2, '0'), (day as string).padStart(2, '0')] : null
  },
  'DD-MMM-YY': (text) => {
    const [, day, name, year] = /^(\d{1,2})-([A-Za-z]{3})-(\d\d)$/.exec(text) ?? []
    const month = months.indexOf((name ?? '').toUpperCase()) + 1
    return year && month > 0 ? [`20${year}`, String(month).padStart(2, '0'), (day as string).padStart(2, '0')] : null
  },
}
const isDay = (year: string, month: string, day: string): boolean =>
  Number(month) >= 1 &&
  Number(month) <= 12 &&
  Number(day) >= 1 &&
  Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()

type Moment = { day: string; time: string | null }
/**
 * Date cells are unambiguous. Text must match a format that the provider uses, because 03/04/2026 can mean two days
 * (I6).
 */
function momentOf(cell: Cell, is1904: boolean, formats: readonly DateFormat[]): Moment | 'no such day' | null {
  const serial = typeof cell === 'number' ? dateOfSerial(cell, is1904) : typeof cell === 'object' ? cell.text : null
  const text = serial ?? (typeof cell === 'string' ? cell.trim() : '')
  const [, date = '', time = null] = /^(\S+?)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  for (const format of serial === null ? formats : (['YYYY-MM-DD'] as const)) {
    const found = patterns[format](date)
    if (found && isDay(...found)) return { day: found.join('-'), time: time === null ? null : `${time}:00`.slice(0, 8) }
    // A first number above 12 is more likely a day in a DD/MM date.
    if (found && (format !== 'MM/DD/YYYY' || Number(found[1]) <= 12)) return 'no such day'
  }
  return null
}

/** Whether the text is two different dates, depending on which number is the month. */
function isTwoDays(text: string): boolean {
  const [, one, other] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/.exec(text) ?? []
  return (
    one !== undefined &&
    Number(one) !== Number(other) &&
    [one, other].every((part) => Number(part) >= 1 && Number(part) <= 12)
  )
}

const oddFault = (cell: Cell): Message | null => readText(cell).fault ?? null
export function readMoment(
  cell: Cell,
  is1904: boolean,
  formats: readonly DateFormat[],
  latest: string,
): Reading<Moment> {
  const fault = oddFault(cell)
  if (fault) return { fault }
  if (cell === undefined || cell === '') return { value: undefined }
  const moment = momentOf(cell, is1904, formats)
  if (!moment) {
    const isAmbiguous = isTwoDays(shownCell(cell).trim())
    const key = isAmbiguous ? 'booking.date-ambiguous' : 'booking.date-form'
    return { fault: message(key, { formats: severalOf(formats) }) }
  }
  if (moment === 'no such day') return { fault: 'field.no-such-day' }
  if (moment.day > latest) return { fault: 'booking.date-future' }
  return moment.day < '2000-01-01' ? { fault: 'booking.date-too-old' } : { value: moment }
}

/** `14:05`, `14:05:09`, `2:05 PM`, `1405`, or a time cell. */
export function readClock(cell: Cell, is1904: boolean): Reading<string> {
  const fault = oddFault(cell)
  if (fault) return { fault }
  const serial = typeof cell === 'number' && cell < 1 ? dateOfSerial(cell, is1904) : null
  const text = serial ?? shownCell(cell).trim()
  if (text === '') return { value: undefined }
  const [, hour, minute, second = '00', half] =
    /^(?:.*[T ])?(\d{1,2}):?(\d\d)(?::(\d\d))?(?:\.0+)? ?([AP]M)?$/i.exec(text) ?? []
  const turned = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hour)
  if (hour === undefined || turned > 23 || Number(minute) > 59 || Number(second) > 59)
    return { fault: 'booking.time-form' }
  return { value: `${String(turned).padStart(2, '0')}:${minute}:${second}` }
}

/** Number cells carry binary noise, so digits beyond the fourteenth are dropped rather than read as decimals. */
const withoutNoise = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(14)))
/**
 * Numbers from here on are mistakes. They are far above any real purchase. Below them, pricing stays exact even for
 * several at once (M1). A unit tax can be the tax of a whole purchase.
 */
export const tooLarge = {
  quantity: 1_000_000,
  price: 100_000,
  linePrice: 100_000,
  money: 10_000_000,
  unitTax: 100_000,
  percent: 1000,
} as const satisfies Record<Unit, number>
export const tooLargeFault = 'booking.too-large'
/**
 * A number as whole units. Text can contain `$`, `%` and thousands separators. Too many decimals are rejected, never
 * rounded (M12). The nearest number to so many whole units has no further decimals; writing it out to see that takes
 * longer.
 */
export function readUnits(cell: Cell, unit: Unit): Reading<number> {
  if (typeof cell === 'number' && Math.abs(cell) < tooLarge[unit]) {
    const scale = 10 ** decimals[unit]
    const units = Math.round(cell * scale)
    if (units / scale === cell) return { value: units }
  }
  const plain = typeof cell === 'string' ? cell.replace(/%\s*$/, '') : cell
  const read = readAmount(typeof plain === 'string' && plain.trim() === '' ? undefined : plain)
  if (read.value === undefined) return read
  const value = withoutNoise(read.value)
  if (Math.abs(value) >= tooLarge[unit]) return { fault: tooLargeFault }
  if (decimalsOf(value) > decimals[unit]) return { fault: message('field.decimals', { max: decimals[unit] }) }
  return { value: toUnits(value, unit) }
}

const control = /\p{Cc}/u
const controls = /\p{Cc}+/gu
/** The form accepts only one line, too. */
export const inOneLine = (text: string): string => (control.test(text) ? text.replace(controls, ' ').trim() : text)
/** Text cut to what the form accepts. The stored row keeps the full text. */
export function readPlain(cell: Cell, most: number): Reading<string> {
  const read = readText(cell)
  return read.value === undefined ? read : { value: cutText(inOneLine(read.value), most).trimEnd() || undefined }
}
const litre = /^(L|LT|LTR|LIT|LITRES?|LITERS?)$/
const gallon = /^(G|GAL|USG|GALLONS?)$/
export const volumeUnitOf = (text: string): 'L' | 'GAL' | null => {
  const word = text.trim().toUpperCase()
  return litre.test(word) ? 'L' : gallon.test(word) ? 'GAL' : null
}
