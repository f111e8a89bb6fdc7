import { productCodes } from '@portal/contract/lookups/products.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  centsOf,
  comparedDays,
  daysInBoth,
  divided,
  type MoveGroup,
  type MoveSums,
  pairGroups,
  whyItMoved,
} from './why-it-moved.rules.ts'

const sums = (litres: number, dollars: number, more: Partial<MoveSums> = {}): MoveSums => ({
  litres_milli: litres * 1000,
  amount_cents: Math.round(dollars * 100),
  sales_tax_cents: 0,
  unit_tax_nano: 0n,
  markup_nano: 0n,
  ...more,
})
const none = sums(0, 0)
const diesel = (before: MoveSums, after: MoveSums, province = 'ON'): MoveGroup => ({
  product: 'D1',
  province,
  before,
  after,
})
const partsOf = (groups: readonly MoveGroup[], isPriceOne = false) => {
  const { parts } = whyItMoved(groups, isPriceOne)
  return Object.fromEntries(parts.filter(({ cents }) => cents !== 0).map(({ part, cents }) => [part, cents / 100]))
}
const dollars = (value: number): bigint => BigInt(Math.round(value * 100)) * 10_000_000n

test('REPT-6 volume at the earlier mean price, and the change of price by its components', () => {
  const before = sums(1000, 1500, { sales_tax_cents: 15_000, unit_tax_nano: dollars(90), markup_nano: dollars(50) })
  const after = sums(1200, 2040, { sales_tax_cents: 20_400, unit_tax_nano: dollars(60), markup_nano: dollars(72) })
  // 200 L at 1.50; then 0.20 a litre of 1,200 L, of which tax 0.02, per-unit tax −0.04, markup 0.01.
  expect(partsOf([diesel(before, after)])).toEqual({
    volume: 300,
    sales_tax: 24,
    unit_tax: -48,
    markup: 12,
    market: 252,
  })
  expect(partsOf([diesel(before, after)], true)).toEqual({ volume: 300, sales_tax: 24, unit_tax: -48, price: 264 })
})
test('REPT-6 mix: the same litres at the same prices, but more of them where they are dear', () => {
  const groups = [diesel(sums(500, 500), sums(200, 200)), diesel(sums(500, 1000), sums(800, 1600), 'BC')]
  expect(partsOf(groups)).toEqual({ mix: 300 })
})
test('REPT-6 a group that is new has its own price before, and one that vanished none after', () => {
  const groups = [diesel(sums(1000, 1000), sums(500, 550)), diesel(none, sums(500, 1000), 'BC')]
  // 500 L dearer by 0.10; 500 L that cost 2.00 instead of 1.00.
  expect(partsOf(groups)).toEqual({ market: 50, mix: 500 })
  const gone = [diesel(sums(1000, 1000), sums(1000, 1000)), diesel(sums(1000, 3000), none, 'BC')]
  expect(partsOf(gone)).toEqual({ volume: -2000, mix: -1000 })
})
test('REPT-6 other products are their plain difference, and so is an amount without litres', () => {
  const oil: MoveGroup = { product: 'OIL', province: 'ON', before: sums(0, 40), after: sums(0, 15) }
  const same = diesel(sums(10, 10), sums(10, 10))
  expect(partsOf([oil, same])).toEqual({ other: -25 })
  expect(partsOf([same, diesel(sums(0, 5), sums(10, 10), 'BC')])).toEqual({ volume: 10, other: -5 })
})
test('REPT-6 without litres in one of the periods, all of the fuel is volume', () => {
  expect(partsOf([diesel(none, sums(10, 20))])).toEqual({ volume: 20 })
  expect(partsOf([diesel(sums(10, 20), sums(-5, -11))])).toEqual({ volume: -31 })
})

const signed = (max: number) => fc.integer({ min: -max, max })
const anySums = fc.record({
  litres_milli: fc.oneof(fc.constant(0), signed(3_000_000)),
  amount_cents: signed(500_000),
  sales_tax_cents: signed(50_000),
  unit_tax_nano: fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n }),
  markup_nano: fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n }),
})
const anyGroups = fc.uniqueArray(
  fc.record({
    product: fc.constantFrom(...productCodes),
    province: fc.constantFrom('ON', 'QC', 'AB', null),
    before: fc.oneof(fc.constant(none), anySums),
    after: fc.oneof(fc.constant(none), anySums),
  }),
  { maxLength: 12, selector: ({ product, province }) => `${product} ${province}` },
)
const total = (all: readonly { cents: number }[]) => all.reduce((sum, { cents }) => sum + cents, 0)
test('REPT-6 the parts add up to the change, and the groups to their part, whatever was bought or credited', () => {
  fc.assert(
    fc.property(anyGroups, fc.boolean(), (groups, isPriceOne) => {
      const { before, after, parts } = whyItMoved(groups, isPriceOne)
      expect(after - before).toBe(
        groups.reduce((sum, group) => sum + group.after.amount_cents - group.before.amount_cents, 0),
      )
      expect(total(parts)).toBe(after - before)
      for (const part of parts) expect(total(part.groups)).toBe(part.cents)
    }),
    { numRuns: 300 },
  )
})
test('REPT-6 for a customer, price is market and markup', () => {
  fc.assert(
    fc.property(anyGroups, (groups) => {
      const of = (all: ReturnType<typeof whyItMoved>, ...names: string[]) =>
        total(all.parts.filter(({ part }) => names.includes(part)))
      const [staff, own] = [whyItMoved(groups, false), whyItMoved(groups, true)]
      expect(own.parts.map(({ part }) => part)).toEqual(['volume', 'price', 'unit_tax', 'sales_tax', 'mix', 'other'])
      // Each rounds its own parts, and the largest takes what is left.
      expect(Math.abs(of(staff, 'market', 'markup') - of(own, 'price'))).toBeLessThanOrEqual(4)
    }),
  )
})
test('cents are rounded half away from zero, and the largest takes the rest', () => {
  expect([divided(5n, 2n), divided(-5n, 2n), divided(5n, -2n), divided(-7n, -3n)]).toEqual([3n, -3n, -3n, 2n])
  expect(centsOf([14_000_000n, -33_000_000n, 4_000_000n], -2)).toEqual([1, -3, 0])
  expect(centsOf([15_000_000n, 35_000_000n], 5)).toEqual([2, 3])
  expect(centsOf([], 0)).toEqual([])
})
test('groups of two periods are paired by product and province', () => {
  const bought = (product: 'D1' | 'GAS', province: string | null) => ({ product, province, ...sums(1, 1) })
  const pairs = pairGroups([bought('D1', 'ON'), bought('GAS', null)], [bought('D1', 'ON'), bought('D1', 'QC')])
  expect(pairs.map((one) => [one.product, one.province, one.before.litres_milli, one.after.litres_milli])).toEqual([
    ['D1', 'ON', 1000, 1000],
    ['GAS', null, 1000, 0],
    ['D1', 'QC', 0, 1000],
  ])
})
test('REPT-6 a period is compared with as many days before, whole months with whole months, or a year earlier', () => {
  const days = (from: string, to: string) => ({ from, to })
  const previous = (from: string, to: string) => comparedDays(days(from, to), 'previous')
  expect(previous('2026-10-01', '2026-10-31')).toEqual(days('2026-09-01', '2026-09-30'))
  expect(previous('2026-01-01', '2026-03-31')).toEqual(days('2025-10-01', '2025-12-31'))
  expect(previous('2026-10-05', '2026-10-11')).toEqual(days('2026-09-28', '2026-10-04'))
  expect(previous('2026-10-05', '2026-10-05')).toEqual(days('2026-10-04', '2026-10-04'))
  const year = (from: string, to: string) => comparedDays(days(from, to), 'last-year')
  expect(year('2025-02-01', '2025-02-28')).toEqual(days('2024-02-01', '2024-02-29'))
  expect(year('2024-02-10', '2024-02-29')).toEqual(days('2023-02-10', '2023-02-28'))
})
test('REPT-6 the days that are in both periods', () => {
  const days = (from: string, to: string) => ({ from, to })
  const october = days('2026-10-01', '2026-10-31')
  expect(daysInBoth(october, days('2026-09-01', '2026-09-30'))).toBe(null)
  expect(daysInBoth(october, days('2026-09-15', '2026-10-01'))).toEqual(days('2026-10-01', '2026-10-01'))
  expect(daysInBoth(october, days('2026-10-10', '2026-11-10'))).toEqual(days('2026-10-10', '2026-10-31'))
  expect(daysInBoth(october, october)).toEqual(october)
})
