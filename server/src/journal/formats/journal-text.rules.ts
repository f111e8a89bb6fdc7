import { decimals } from '@portal/contract/rules/money.ts'
import type { JournalEntry, JournalLine } from '../entries.rules.ts'

/** 123456 cents as `1234.56`: programs read a period and no separators. */
export function amountText(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is not a whole number of cents`)
  const digits = String(Math.abs(cents)).padStart(decimals.money + 1, '0')
  const sign = cents < 0 ? '-' : ''
  return `${sign}${digits.slice(0, -decimals.money)}.${digits.slice(-decimals.money)}`
}
/** A debit is positive and a credit negative, in all three programs. */
export const signedAmount = ({ debit_cents, credit_cents }: JournalLine): string =>
  amountText(debit_cents - credit_cents)

type DayParts = { year: string; month: string; day: string }
export function dayParts(date: string): DayParts {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  if (year === '') throw new RangeError(`${date} is not a day`)
  return { year, month, day }
}

const spelled: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  œ: 'oe',
  Œ: 'OE',
  '€': 'EUR',
  '\u202F': ' ',
}
/**
 * QuickBooks Desktop and Sage 50 read files in the Windows code page. Only characters that Latin-1 and that code page
 * have in common remain: others are spelled out, lose their accents, or become a question mark.
 */
export function latinText(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => {
      if (/[\u0020-\u007E\u00A0-\u00FF]/.test(character)) return character
      const plain = spelled[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
      if (/^[\u0020-\u007E\u00A0-\u00FF]+$/.test(plain)) return plain
      return /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u.test(character) ? ' ' : '?'
    })
    .join('')
}

/**
 * A document's number in at most `most` characters: without hyphens, and with two digits of the year, `INV-2026-000123`
 * is `INV26000123`. Null if it is still too long; the memo has the whole number.
 */
export function shortNumber(number: string, most: number): string | null {
  if (number.length <= most) return number
  const short = number.replace(/-20(\d\d)-/, '-$1-').replaceAll('-', '')
  return short.length <= most ? short : null
}

/** What a line is, such as `HST ON`, `D1 QC` or `Esso`; the customer's name for what the customer owes. */
export function lineText(entry: JournalEntry, { product, province, tax, fuel_provider }: JournalLine): string {
  const parts = [tax ?? product, province, fuel_provider].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : entry.customer.name
}
