import type { Currency } from '@portal/contract/rules/currency.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOverLimit, owedFirst, statementSums, unpaidOf, usedWith } from './accounts.rules.ts'

test('PAY-5 the unpaid amount is the sum of all age groups', () => {
  const aging = {
    current_cents: 1,
    days_1_30_cents: 20,
    days_31_60_cents: 300,
    days_61_90_cents: 4000,
    days_91_cents: 50_000,
  }
  expect(unpaidOf(aging)).toBe(54_321)
})

test('M10 the customer’s own currency is always listed, others once used', () => {
  expect([usedWith('CAD', []), usedWith('USD', []), usedWith('CAD', ['USD', 'USD'])]).toEqual([
    ['CAD'],
    ['USD'],
    ['CAD', 'USD'],
  ])
})

test('UX-4 currencies with money owed come first, then used ones, then the customer’s own', () => {
  type Part = { currency: Currency; owed: number; used: boolean }
  const order = (own: Currency, cad: Omit<Part, 'currency'>, usd: Omit<Part, 'currency'>) => {
    const all: Part[] = [
      { currency: 'CAD', ...cad },
      { currency: 'USD', ...usd },
    ]
    const ordered = owedFirst(
      own,
      all,
      ({ owed }) => owed,
      ({ used }) => used,
    )
    return ordered.map(({ currency }) => currency).join(' ')
  }
  const [nothing, used, owing] = [
    { owed: 0, used: false },
    { owed: -5, used: true },
    { owed: 5, used: true },
  ]
  expect([order('CAD', nothing, nothing), order('USD', nothing, nothing)]).toEqual(['CAD USD', 'USD CAD'])
  expect([order('CAD', nothing, used), order('CAD', used, used)]).toEqual(['USD CAD', 'CAD USD'])
  expect([order('CAD', used, owing), order('USD', owing, used)]).toEqual(['USD CAD', 'CAD USD'])
})

test('PAY-5 a statement’s sums add up to closing minus opening balance', () => {
  const entries = [
    { kind: 'invoice', cents: 10_000 },
    { kind: 'payment', cents: -4_000 },
    { kind: 'reversal', cents: 4_000 },
    { kind: 'correction', cents: 500 },
    { kind: 'credit_note', cents: -7_000 },
    { kind: 'write_off', cents: -3_000 },
    { kind: 'refund', cents: 100 },
  ]
  expect(statementSums(700, entries)).toEqual({
    balances: [10_700, 6_700, 10_700, 11_200, 4_200, 1_200, 1_300],
    closing_cents: 1_300,
    invoiced_cents: 10_000,
    credited_cents: 7_000,
    written_off_cents: 3_000,
    paid_cents: -600,
  })
  const random = fc.array(
    fc.record({
      kind: fc.constantFrom(...entries.map(({ kind }) => kind)),
      cents: fc.integer({ min: -1e9, max: 1e9 }),
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), random, (opening, some) => {
      const { balances, closing_cents, invoiced_cents, credited_cents, written_off_cents, paid_cents } = statementSums(
        opening,
        some,
      )
      expect(opening + invoiced_cents - credited_cents - written_off_cents - paid_cents).toBe(closing_cents)
      expect(balances.at(-1) ?? opening).toBe(closing_cents)
    }),
  )
})

test('RECV-8 a limit counts in its own currency, and spend in a currency without one is over beside another', () => {
  const none = { CAD: null, USD: null }
  const cad = { CAD: 3_600_000, USD: null }
  expect(isOverLimit(none, { CAD: 1, USD: 1 })).toBe(false)
  expect(isOverLimit(cad, { CAD: 3_600_000, USD: 0 })).toBe(false)
  expect(isOverLimit(cad, { CAD: 3_600_001 })).toBe(true)
  expect(isOverLimit(cad, { USD: 4_221_600 })).toBe(true)
  expect(isOverLimit(cad, { USD: -5 })).toBe(false)
  expect(isOverLimit({ CAD: 0, USD: 100 }, { CAD: 0, USD: 100 })).toBe(false)
  expect(isOverLimit({ CAD: 0, USD: 100 }, { CAD: 1 })).toBe(true)
})
