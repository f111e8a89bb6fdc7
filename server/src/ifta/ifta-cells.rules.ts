import { type Message, message } from '@portal/contract/message.ts'

/** A cell's value, or why it has none. */
export type CellRead<T> = { value: T; fault?: undefined } | { value?: undefined; fault: Message }

/** A number from 0 on in units of its last place, computed on the text. Only in files with semicolons a comma is a mark. */
export function readScaled(text: string, places: number, isCommaMark: boolean): CellRead<number> {
  if (text === '') return { fault: 'field.required' }
  if (/^[-−]\s*\d/.test(text)) return { fault: 'ifta.negative' }
  const plain = isCommaMark ? text.replace(/^(\d+),(\d+)$/, '$1.$2') : text.replace(/,(?=\d{3}(?:\D|$))/g, '')
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  if (whole === undefined || (text.includes(',') && !isCommaMark && !isGrouped)) return { fault: 'field.number' }
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
