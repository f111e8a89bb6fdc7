import { expect, test } from 'vitest'
import { sampleEntries } from '../../testing/files/journal-samples.ts'
import type { JournalEntry } from '../entries.rules.ts'
import { amountText, dayParts, latinText, lineText, shortNumber, signedAmount } from './journal-text.rules.ts'

const [invoice] = sampleEntries as [JournalEntry]

test('RECV-10 amounts have a period, two decimals and no separators', () => {
  expect([0, 5, -5, 100, 123_456_789, -97_850].map(amountText)).toEqual([
    '0.00',
    '0.05',
    '-0.05',
    '1.00',
    '1234567.89',
    '-978.50',
  ])
  for (const cents of [0.5, Number.NaN, 2 ** 53]) expect(() => amountText(cents)).toThrow(RangeError)
  expect(invoice.lines.slice(0, 2).map(signedAmount)).toEqual(['2470.84', '-967.85'])
})

test('RECV-10 a day is read from its text alone', () => {
  expect(dayParts('2026-11-05')).toEqual({ year: '2026', month: '11', day: '05' })
  expect(() => dayParts('2026-11-05T00:00')).toThrow(RangeError)
})

test('RECV-10 text for the Windows code page keeps French and spells out the rest', () => {
  expect(latinText('Frères Côté « ÀÇÊ »')).toBe('Frères Côté « ÀÇÊ »')
  expect(latinText('L’Œuvre – “A” … €5')).toBe('L\'OEuvre - "A" ... EUR5')
  expect(latinText('Łódź, Dvořák\t中')).toBe('?ódz, Dvorák ?')
  // Composed first, so that an accent stays with its letter.
  expect(latinText('Cafe\u0301')).toBe('Café')
  expect(Buffer.from(latinText('Frères € ’ 中'), 'latin1').toString('latin1')).toBe("Frères EUR ' ?")
})

test('RECV-10 a document number is shortened to what a program takes', () => {
  expect(shortNumber('INV-2026-000123', 20)).toBe('INV-2026-000123')
  expect(shortNumber('INV-2026-000123', 11)).toBe('INV26000123')
  expect(shortNumber('CN-2026-000007', 11)).toBe('CN26000007')
  expect(shortNumber('INV-2026-1000123', 11)).toBeNull()
})

test('RECV-10 a line says what it is', () => {
  expect(invoice.lines.map((line) => lineText(invoice, line))).toEqual([
    'Northline Haulage Ltd.',
    'D1 ON',
    'HST ON',
    'D1 QC',
    'GST QC',
    'QST QC',
    'CSH ON',
    'D1 ON',
    'HST ON',
    'D1 QC',
    'GST QC',
    'QST QC',
    'CSH ON',
    'Esso',
  ])
})
