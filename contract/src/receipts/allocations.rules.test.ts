import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromUnits, toUnits } from '../rules/money.ts'
import { firstIssuedAfter, leftAfter, partThatFits, proposeAllocations, sumAllocations } from './allocations.rules.ts'

const due = (...amounts: number[]) => amounts.map((amount_due) => ({ amount_due }))

test('RECV-1 an amount is proposed oldest first, and the last invoice gets the rest', () => {
  expect(proposeAllocations(due(100.1, 50.05, 20), 130.15)).toEqual([100.1, 30.05, 0])
  expect(proposeAllocations(due(100.1, 50.05, 20), 170.15)).toEqual([100.1, 50.05, 20])
  expect(proposeAllocations(due(0.1, 0.2), 0.3)).toEqual([0.1, 0.2])
})
test('RECV-1 nothing is proposed before there is an amount of money', () => {
  for (const amount of [null, Number.NaN, 0, -5, 1.005]) expect(proposeAllocations(due(10), amount)).toEqual([0])
})
test('RECV-1 what is left is exact, and below zero if more is allocated than there is', () => {
  expect(leftAfter(170.3, [100.1, 50.1, 20])).toBe(0.1)
  expect(leftAfter(100, [60.6, null, 60.6])).toBe(-21.2)
  expect(leftAfter(null, [null, Number.NaN])).toBe(0)
  expect(sumAllocations([0.1, 0.2, null])).toBe(0.3)
})
test('RECV-1 an invoice takes no more than it is due and than is left beside the others', () => {
  expect(partThatFits(100, [30.3], 80)).toBe(69.7)
  expect(partThatFits(100, [30.3], 50)).toBe(50)
  expect(partThatFits(100, [100, 20], 50)).toBe(0)
})
test('RECV-1 a proposal never exceeds the amount or what is due, and leaves no cent of either behind', () => {
  const money = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(fc.array(money, { maxLength: 20 }), money, (dues, amount) => {
      const parts = proposeAllocations(
        dues.map((one) => ({ amount_due: fromUnits(one, 'money') })),
        fromUnits(amount, 'money'),
      ).map((part) => toUnits(part, 'money'))
      parts.forEach((part, at) => {
        expect(part).toBeLessThanOrEqual(dues[at] ?? 0)
        // A later invoice gets money only once the ones before it are paid.
        if (part > 0) for (let before = 0; before < at; before++) expect(parts[before]).toBe(dues[before])
      })
      const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
      expect(sum(parts)).toBe(Math.min(amount, sum(dues)))
    }),
  )
})
test('RECV-6 a receipt before an invoice that it pays is noticed, not one before an invoice that it does not pay', () => {
  const invoices = [
    { invoice_number: 'A', issued_date: '2026-10-01' },
    { invoice_number: 'B', issued_date: '2026-11-01' },
  ]
  expect(firstIssuedAfter('2026-10-15', invoices, [10, 10])).toBe('B')
  expect(firstIssuedAfter('2026-10-15', invoices, [10, null])).toBeNull()
  expect(firstIssuedAfter('2026-11-01', invoices, [10, 10])).toBeNull()
  expect(firstIssuedAfter(null, invoices, [10, 10])).toBeNull()
})
