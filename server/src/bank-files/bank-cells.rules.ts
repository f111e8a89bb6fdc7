import type { BankDateFormat, DecimalMark } from '@portal/contract/bank-files/banks.ts'
import { isDay } from '@portal/contract/fields.ts'
import { cutText } from '../platform/sheets/cells.ts'

/** A text of a bank file on one line, without invisible signs, as it is stored and compared. */
export const cleanText = (text: string): string =>
  cutText(
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Cf}/gu, '')
      .trim(),
    200,
  ).trim()

/** Upper case without accents. */
export const plainUpper = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()

const months = [
  'JAN',
  'FEV|FEB',
  'MAR',
  'AVR|APR',
  'MAI|MAY',
  'JUIN|JUN',
  'JUIL|JUL',
  'AOU|AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
]
const monthPatterns = months.map((names) => new RegExp(`^(${names})[A-Z]*$`))
/** A month by number or by its name in English or French. */
function monthOf(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  return monthPatterns.findIndex((pattern) => pattern.test(text)) + 1
}
const pad = (value: number): string => String(value).padStart(2, '0')
const clock = /[ T]\d{1,2}:\d\d(:\d\d)?(\.\d+)?( ?[AP]M)?Z?$/
/** `2026-11-03`, `20261103`, `03/11/2026` and `3 nov. 2026` by the order of their parts; null if it is no such date. */
export function parseBankDate(text: string, format: BankDateFormat): string | null {
  const plain = plainUpper(text.trim()).replace(clock, '')
  const order = format.split('-')
  const startOf = (part: string): number => order.join('').indexOf(part)
  const parts = /^\d{8}$/.test(plain)
    ? order.map((part) => plain.slice(startOf(part), startOf(part) + part.length))
    : plain.split(/[-/. ,]+/).filter((part) => part !== '')
  if (parts.length !== 3) return null
  const partOf = (name: string): string => parts[order.indexOf(name)] ?? ''
  const [year, month, day] = [partOf('YYYY'), monthOf(partOf('MM')), partOf('DD')]
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day) || month === 0) return null
  const date = `${year}-${pad(month)}-${pad(Number(day))}`
  return isDay(date) ? date : null
}

/** Thousands are grouped by a space or apostrophe, or by the mark that is not the decimal one. */
const amountPatterns: Record<DecimalMark, RegExp> = {
  '.': /^(\d+|\d{1,3}([, ']\d{3})+)?(\.(\d{1,2})0*)?$/,
  ',': /^(\d+|\d{1,3}([. ']\d{3})+)?(,(\d{1,2})0*)?$/,
}
/**
 * An amount in cents. Its sign is in front, behind, or a pair of parentheses. Null if it is not an amount with this
 * decimal mark: none is guessed (M12).
 */
export function parseBankAmount(text: string, mark: DecimalMark): number | null {
  const plain = text
    .replace(/[\p{Zs}]+/gu, ' ')
    .replace(/\$|\b(CAD|USD)\b/g, '')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/’/g, "'")
    .trim()
  const isNegative = /^-|-$|^\(.*\)$/.test(plain)
  const digits = plain.replace(/^[-+(] ?|( ?[-)])$/g, '').trim()
  const [, whole = '', , , fraction = ''] = amountPatterns[mark].exec(digits) ?? []
  if (whole === '' && fraction === '') return null
  const cents = Number(whole.replace(/\D/g, '') + fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return isNegative ? -cents || 0 : cents
}
