import { expect, test } from 'vitest'
import { addMargins, type MarginSums, marginIn, marginOf, percentOf, perUnitOf } from './margins.rules.ts'

const sums: MarginSums = {
  lines: 3,
  unknown_lines: 1,
  billed_cents: 20_000,
  unknown_cents: 1000,
  cost_cents: 18_000,
  litres_milli: 100_000,
  gallons_milli: 0,
  costed_litres_milli: 80_000,
  costed_gallons_milli: 0,
  volume_margin_cents: 800,
}

test('COST-1 the margin is what was billed less what it cost, of lines with a known cost', () => {
  expect(marginOf(sums, 'L')).toEqual({
    lines: 3,
    unknown_lines: 1,
    billed: 200,
    unknown_billed: 10,
    cost: 180,
    margin: 10,
    percent: 5.263,
    quantity: 100,
    per_unit: 0.1,
  })
  expect(marginIn('USD', { ...sums, costed_gallons_milli: 10_000 })).toMatchObject({ unit: 'GAL', quantity: 26.417 })
})

test('COST-1 a credit has the percentage and the margin per unit of its purchase', () => {
  expect([percentOf(500, 10_000), percentOf(-500, -10_000), percentOf(-500, 10_000)]).toEqual([5, 5, -5])
  expect([perUnitOf(500, 100_000), perUnitOf(-500, -100_000)]).toEqual([0.05, 0.05])
  expect([percentOf(5, 0), perUnitOf(5, 0)]).toEqual([null, null])
})

test('COST-1 groups add up', () => {
  expect(addMargins([sums, sums])).toMatchObject({ lines: 6, billed_cents: 40_000, volume_margin_cents: 1600 })
  expect(addMargins([])).toMatchObject({ lines: 0, cost_cents: 0 })
})
