import { type Message, message } from '@portal/contract/message.ts'

/** A cell's value, or why it has none. */
export type CellRead<T> = { value: T; fault?: undefined } | { value?: undefined; fault: Message }

/** The sign before the decimals of a file; null where its numbers do not show it. */
export type ShownMark = '.' | ',' | null

/** Digits, plain or in groups by spaces, also those that do not break; then decimals. */
const written = /^(\d*|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:([.,])(\d+))?$/
const inGroupsByCommas = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
/** `1,234` and `1.234` are thousands for one reader and decimals for another. */
const isTwofold = (text: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)

/** The decimal mark that a number shows, such as `12,5`, `0.342` or `1,234.5`. */
function shownMark(text: string): ShownMark {
  if (isTwofold(text)) return null
  if (inGroupsByCommas.test(text)) return '.'
  const mark = written.exec(text)?.[2]
  return mark === '.' || mark === ',' ? mark : null
}
/** A point in files separated by commas; in others what their numbers show, if they agree. */
export function decimalMarkOf(separator: string, texts: Iterable<string>): ShownMark {
  if (separator === ',') return '.'
  const shown = new Set(Array.from(texts, shownMark).filter((mark) => mark !== null))
  const [mark = null] = shown
  return shown.size === 1 ? mark : null
}

/** The same number with digits and a point alone. */
function plainNumber(text: string, mark: ShownMark): CellRead<string> {
  if (isTwofold(text) && !text.includes(mark ?? ' ') && mark !== '.')
    return { fault: message('ifta.ambiguous', { whole: text.replace(/\D/, ''), decimals: `${text}0` }) }
  if (mark !== ',' && inGroupsByCommas.test(text)) return { value: text.replaceAll(',', '') }
  const [, whole, sign, fraction] = written.exec(text) ?? []
  if (whole === undefined) return { fault: 'field.number' }
  if (sign === ',' && mark === '.') return { fault: 'ifta.decimal-comma' }
  const digits = whole.replace(/\D/g, '')
  return { value: fraction === undefined ? digits : `${digits}.${fraction}` }
}

/** A number from 0 on in units of its last place, computed on the text. */
export function readScaled(text: string, places: number, mark: ShownMark): CellRead<number> {
  if (text === '') return { fault: 'field.required' }
  if (/^[-−]\s*\d/.test(text)) return { fault: 'ifta.negative' }
  const { value, fault } = plainNumber(text, mark)
  if (fault !== undefined) return { fault }
  const [whole = '', fraction = ''] = value.split('.')
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > places) return { fault: message('field.decimals', { max: places }) }
  if (whole.length > 9) return { fault: message('field.at-most', { max: 999_999_999 }) }
  return { value: Number(whole + digits.padEnd(places, '0')) }
}

/** One of a few words, in any case. */
export function readWord<T extends string>(text: string, words: ReadonlyMap<string, T>): CellRead<T> {
  if (text === '') return { fault: 'field.required' }
  const found = words.get(text.toLowerCase())
  return found === undefined
    ? { fault: message('field.choice', { options: [...new Set(words.values())].join(', ') }) }
    : { value: found }
}
export const wordsFor = <T extends string>(values: readonly T[]): ReadonlyMap<string, T> =>
  new Map(values.map((value) => [value.toLowerCase(), value]))

const answers: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ...['yes', 'y', 'true', 'oui', 'o'].map((word) => [word, 'yes'] as const),
  ...['no', 'n', 'false', 'non'].map((word) => [word, 'no'] as const),
])
export const readYesNo = (text: string): CellRead<'yes' | 'no'> => readWord(text, answers)

/** A unit number as it is kept: trimmed, in capitals. */
export function readUnitNumber(text: string): CellRead<string> {
  const value = text.trim().toUpperCase()
  if (value === '') return { fault: 'field.required' }
  return value.length > 100 ? { fault: message('field.too-long', { max: 100 }) } : { value }
}
