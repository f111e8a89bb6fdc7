import type { Message } from '@portal/contract/message.ts'
import { type Cell, dateOfSerial } from './sheet.ts'

/** A cell's value for its column, or the message why it has none. */
export type Reading<T> = { value: T | undefined; fault?: undefined } | { value?: undefined; fault: Message }

/** The start of a text. Never cuts a character in half, which a database rejects. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** A cell for display: in a report, a sample or an error. */
export function shownCell(cell: Cell): string {
  if (cell === undefined) return ''
  return cutText(typeof cell === 'object' ? cell.text : String(cell), 200)
}

const oddFaults = {
  formula: 'cell.formula',
  error: 'cell.error',
  'long-number': 'cell.long-number',
} as const
const scientific = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

function oddFault(cell: Cell): Message | null {
  if (typeof cell === 'object' && cell.kind !== 'date') return oddFaults[cell.kind]
  return null
}

/** Text as typed. A number in a text column is read as its digits. */
export function readText(cell: Cell): Reading<string> {
  const fault = oddFault(cell)
  if (fault) return { fault }
  if (cell === undefined) return { value: undefined }
  if (typeof cell === 'boolean') return { value: cell ? 'Yes' : 'No' }
  return { value: (typeof cell === 'object' ? cell.text : String(cell)).trim() || undefined }
}
/**
 * Numbers that identify: a card, an authorization. A number that a spreadsheet turned into 7.08E+13 has lost its
 * digits.
 */
export function readCode(cell: Cell): Reading<string> {
  const read = readText(cell)
  if (read.value !== undefined && scientific.test(read.value))
    return {
      fault: 'cell.scientific',
    }
  return read
}

/** `1234.5` and `$1,234.50` are amounts; `12,34`, `1e3` and `NaN` are not, and none is guessed (M12). */
const amountPattern = /^-?\$? ?-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/
export function readAmount(cell: Cell): Reading<number> {
  const fault = oddFault(cell)
  if (fault) return { fault }
  if (cell === undefined) return { value: undefined }
  if (typeof cell === 'number') return { value: cell }
  const text = typeof cell === 'string' ? cell.trim() : null
  if (text === '') return { value: undefined }
  if (text === null || !amountPattern.test(text)) return { fault: 'field.number' }
  const number = Number(text.replace(/[$, ]/g, ''))
  return Number.isFinite(number) ? { value: number } : { fault: 'field.number' }
}

/** A date cell, a serial, or `YYYY-MM-DD`. */
export function readDay(cell: Cell, is1904: boolean): Reading<string> {
  const fault = oddFault(cell)
  if (fault) return { fault }
  if (cell === undefined || cell === '') return { value: undefined }
  const text =
    typeof cell === 'number' ? dateOfSerial(cell, is1904) : typeof cell === 'object' ? cell.text : String(cell).trim()
  return text !== null && /^\d{4}-\d\d-\d\d/.test(text) ? { value: text.slice(0, 10) } : { fault: 'field.date' }
}

/** One of a few words, in any case. Any other text passes unchanged, and the schema rejects it with the list. */
export function readChoice(cell: Cell, choices: Readonly<Record<string, string>>): Reading<string> {
  const read = readText(cell)
  return read.value === undefined ? read : { value: choices[read.value.toLowerCase()] ?? read.value }
}
export const choicesOf = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value.toLowerCase(), value]))
