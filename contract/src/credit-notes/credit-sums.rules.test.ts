import { expect, test } from 'vitest'
import { sumCredit, sumMoney } from './credit-sums.rules.ts'

test('RECV-3 amounts add up to the cent, below zero too', () => {
  expect(sumMoney([0.1, 0.2])).toBe(0.3)
  expect(sumMoney([-1.1, -2.2, 0.05])).toBe(-3.25)
  expect(sumMoney([])).toBe(0)
})
test('RECV-3 a credit is its amounts with their taxes, without what is not typed yet', () => {
  const none = { gst: null, hst: null, pst: null, qst: null }
  expect(sumCredit([{ ...none, amount: 100.1, gst: 5.01, qst: 9.99 }])).toBe(115.1)
  expect(
    sumCredit([
      { ...none, amount: Number.NaN },
      { ...none, amount: 0.7, hst: 0.1 },
    ]),
  ).toBe(0.8)
})
