import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentSum, sampleEntries } from '../../testing/files/journal-samples.ts'
import { balanced, documentEntry, type JournalEntry } from '../entries.rules.ts'
import { sidesOf, splitLong } from './split.rules.ts'

const [invoice, , , receipt] = sampleEntries as [JournalEntry, JournalEntry, JournalEntry, JournalEntry]
const sumOf = (entries: readonly JournalEntry[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { account, debit_cents, credit_cents } of entries.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + debit_cents - credit_cents
  return sums
}

test('RECV-10 the customer’s side and the fuel providers’ side of an invoice each balance', () => {
  const sides = sidesOf(invoice)
  expect(sides.map(({ memo }) => memo)).toEqual(['Invoice INV-2026-000123', 'Invoice INV-2026-000123 (cost)'])
  for (const side of sides) balanced(side)
  expect(sumOf(sides)).toEqual(sumOf([invoice]))
  expect(sides.map((side) => side.lines.filter(({ account }) => /^(receivable|payable)/.test(account)).length)).toEqual(
    [1, 1],
  )
  expect(sidesOf(receipt)).toEqual([receipt])
})

test('RECV-10 a long entry is split into entries that balance and add up to it', () => {
  const parts = splitLong(sidesOf(invoice)[0] ?? invoice, 3)
  expect(parts.map(({ memo, lines }) => [memo, lines[0]?.account, lines.length])).toEqual([
    ['Invoice INV-2026-000123 (1 of 3)', 'receivable.C00002', 3],
    ['Invoice INV-2026-000123 (2 of 3)', 'receivable.C00002', 3],
    ['Invoice INV-2026-000123 (3 of 3)', 'receivable.C00002', 3],
  ])
  expect(splitLong(invoice, 14)).toEqual([invoice])
  expect(() => splitLong(invoice, 1)).toThrow(RangeError)
})

const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK']
test('RECV-10 entries of any length are split to any size without losing a cent', () => {
  const cents = fc.array(fc.integer({ min: -9_999, max: 9_999 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 2, max: 12 }), (pre, most) => {
      const sums = pre.map((pre_cents, at) =>
        documentSum({ product: 'D1', province: provinces[at] ?? null, pre_cents, cost_pre_cents: pre_cents }),
      )
      const total = pre.reduce((sum, one) => sum + one, 0)
      const entry = documentEntry(
        'invoice',
        { date: '2026-11-15', number: 'INV-2026-000001', customer: invoice.customer, currency: 'CAD' },
        sums,
        total,
      )
      const parts = splitLong(entry, most)
      for (const part of parts) {
        balanced(part)
        expect(part.lines.length).toBeLessThanOrEqual(most)
      }
      expect(sumOf(parts)).toEqual(sumOf([entry]))
    }),
  )
})
