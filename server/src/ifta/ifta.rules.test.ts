import type { IftaRow } from '@portal/contract/ifta/ifta.ts'
import type { IftaBase } from '@portal/contract/ifta/ifta-words.data.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuelSheetOf } from './ifta.rules.ts'
import { exactLength, exactVolume } from './ifta-measures.rules.ts'

type Given = { at: string; distance?: number; taxable?: number; paid?: number; unpaid?: number; rate?: number }
/** Facts in whole units of the base. */
function sheet(given: readonly Given[], { base = 'CA' as IftaBase, surcharges = {} as Record<string, number> } = {}) {
  const [length, volume] = base === 'CA' ? (['km', 'L'] as const) : (['mi', 'GAL'] as const)
  return fuelSheetOf({
    fuel_type: 'diesel',
    base,
    driven: given.map(({ at, distance = 0, taxable = distance }) => ({
      jurisdiction: at,
      distance: exactLength(distance * 1000, length),
      taxable: exactLength(taxable * 1000, length),
    })),
    bought: given.flatMap(({ at, paid = 0, unpaid = 0 }) => [
      { jurisdiction: at, volume: exactVolume(paid * 1000, volume), is_tax_paid: true },
      { jurisdiction: at, volume: exactVolume(unpaid * 1000, volume), is_tax_paid: false },
    ]),
    rates: given.flatMap(({ at, rate }) =>
      rate === undefined
        ? []
        : [{ jurisdiction: at, rate_e6: Math.round(rate * 1e6), surcharge_e6: surcharges[at] ?? null }],
    ),
  })
}
const figures = (rows: readonly IftaRow[]) =>
  rows.map(({ jurisdiction, kind, taxable, net, rate, tax }) => [jurisdiction, kind, taxable, net, rate, tax])

test('REPT-5 a Canadian base: two provinces, computed by hand', () => {
  const { average, total_distance, total_volume, rows, subtotal } = sheet([
    { at: 'CA-ON', distance: 10_000, paid: 4000, rate: 0.143 },
    { at: 'CA-QC', distance: 5000, paid: 2500, rate: 0.202 },
  ])
  // 15,000 km ÷ 6,500 L = 2.3077, to two decimals 2.31 km/L.
  expect([total_distance, total_volume, average]).toEqual([15_000, 6500, 2.31])
  expect(figures(rows)).toEqual([
    // 10,000 ÷ 2.31 = 4,329.004; 4,329 − 4,000 = 329; 329 × 0.143 = 47.047.
    ['CA-ON', 'row', 4329, 329, 0.143, 47.05],
    // 5,000 ÷ 2.31 = 2,164.502; 2,165 − 2,500 = −335; −335 × 0.202 = −67.67.
    ['CA-QC', 'row', 2165, -335, 0.202, -67.67],
  ])
  expect(subtotal).toEqual({
    distance: 15_000,
    taxable_distance: 15_000,
    bought: 6500,
    tax_paid: 6500,
    taxable: 6494,
    net: -6,
    tax: -20.62,
  })
})

test('REPT-5 a US base with a surcharge, which has no credit for tax-paid gallons', () => {
  const { average, rows, subtotal } = sheet(
    [
      { at: 'US-KY', distance: 3000, paid: 600, rate: 0.216 },
      { at: 'US-OH', distance: 2400, taxable: 2000, paid: 300, unpaid: 100, rate: 0.47 },
    ],
    { base: 'US', surcharges: { 'US-KY': 98_000 } },
  )
  // 5,400 mi ÷ 1,000 gal = 5.40 mpg.
  expect(average).toBe(5.4)
  expect(figures(rows)).toEqual([
    // 3,000 ÷ 5.4 = 555.56; 556 − 600 = −44; −44 × 0.216 = −9.504.
    ['US-KY', 'row', 556, -44, 0.216, -9.5],
    // 556 × 0.098 = 54.488.
    ['US-KY', 'surcharge', 556, 556, 0.098, 54.49],
    // 2,000 ÷ 5.4 = 370.37; 370 − 300 = 70; 70 × 0.47 = 32.90.
    ['US-OH', 'row', 370, 70, 0.47, 32.9],
  ])
  expect([subtotal.bought, subtotal.tax_paid, subtotal.tax]).toEqual([1000, 900, 77.89])
})

test('REPT-5 the territories, DC and Mexico count in the totals and have no tax', () => {
  const { average, rows, subtotal } = sheet([
    { at: 'CA-BC', distance: 6000, paid: 2000, rate: 0.2 },
    { at: 'CA-YT', distance: 2000, paid: 1000 },
    { at: 'MX', distance: 1000, unpaid: 600 },
  ])
  // 9,000 ÷ 3,600 = 2.50; British Columbia: 2,400 − 2,000 = 400 × 0.20.
  expect(average).toBe(2.5)
  expect(figures(rows)).toEqual([
    ['CA-BC', 'row', 2400, 400, 0.2, 80],
    ['CA-YT', 'outside', null, null, null, null],
    ['MX', 'outside', null, null, null, null],
  ])
  expect(subtotal).toMatchObject({ distance: 9000, taxable_distance: 6000, bought: 3600, tax_paid: 2000, tax: 80 })
})

test('REPT-5 without a rate, a distance or fuel no tax is computed; a rate of zero is one', () => {
  const missing = sheet([
    { at: 'CA-ON', distance: 100, paid: 40 },
    { at: 'US-OR', distance: 100, paid: 40, rate: 0 },
  ])
  expect(figures(missing.rows)).toEqual([
    ['CA-ON', 'row', 40, 0, null, null],
    ['US-OR', 'row', 40, 0, 0, 0],
  ])
  expect(missing.subtotal).toMatchObject({ net: 0, tax: null })
  for (const open of [
    sheet([{ at: 'CA-ON', paid: 40, rate: 0.1 }]),
    sheet([{ at: 'CA-ON', distance: 9, rate: 0.1 }]),
  ]) {
    expect([open.average, open.subtotal.tax, open.subtotal.net]).toEqual([null, null, null])
    expect(open.rows[0]).toMatchObject({ taxable: null, tax: null, rate: 0.1 })
  }
})

test('REPT-5 fuel from a place without a province is in the total and credited nowhere', () => {
  const { total_volume, unplaced, rows } = fuelSheetOf({
    fuel_type: 'gasoline',
    base: 'CA',
    driven: [{ jurisdiction: 'CA-ON', distance: exactLength(1_000_000, 'km'), taxable: exactLength(1_000_000, 'km') }],
    bought: [
      { jurisdiction: 'CA-ON', volume: exactVolume(150_400, 'L'), is_tax_paid: true },
      { jurisdiction: 'CA-ON', volume: exactVolume(-50_000, 'L'), is_tax_paid: true },
      { jurisdiction: null, volume: exactVolume(99_600, 'L'), is_tax_paid: true },
    ],
    rates: [],
  })
  expect([total_volume, unplaced, rows[0]?.tax_paid, rows[0]?.net]).toEqual([200, 100, 100, 100])
})

const places = ['CA-AB', 'CA-ON', 'CA-QC', 'CA-NT', 'US-NY', 'MX'] as const
const whole = fc.integer({ min: 0, max: 200_000 })
const anything = fc.array(
  fc.record({
    at: fc.constantFrom(...places),
    distance: whole,
    paid: whole,
    unpaid: whole,
    rate: fc.integer({ min: 0, max: 900_000 }).map((rate) => rate / 1e6),
  }),
  { minLength: 1, maxLength: 12 },
)
const oneEach = anything.map((given) => [...new Map(given.map((one) => [one.at, one])).values()])

test('REPT-5 rows add up to the subtotal, and each follows from the columns beside it', () => {
  fc.assert(
    fc.property(oneEach, (given) => {
      const { rows, subtotal, average, total_volume } = sheet(given)
      const total = (of: (row: IftaRow) => number | null) => rows.reduce((sum, row) => sum + (of(row) ?? 0), 0)
      expect(total(({ distance }) => distance)).toBe(subtotal.distance)
      expect(total(({ bought }) => bought)).toBe(subtotal.bought)
      expect(subtotal.bought).toBe(total_volume)
      if (subtotal.tax !== null)
        expect(total(({ tax }) => Math.round((tax ?? 0) * 100))).toBe(Math.round(subtotal.tax * 100))
      for (const row of rows.filter(({ kind }) => kind === 'row' && average !== null)) {
        expect(row.net).toBe((row.taxable ?? 0) - (row.tax_paid ?? 0))
        expect(Math.abs((row.taxable ?? 0) - (row.taxable_distance ?? 0) / (average ?? 1))).toBeLessThanOrEqual(
          0.5 + 1e-6,
        )
        expect(Math.abs((row.tax ?? 0) - (row.net ?? 0) * (row.rate ?? 0))).toBeLessThanOrEqual(0.005 + 1e-6)
      }
    }),
    { numRuns: 60 },
  )
})

test('REPT-5 a fleet of twice the size has the same average, and rows in any order give the same worksheet', () => {
  fc.assert(
    fc.property(oneEach, (given) => {
      const twice = given.map((one) => ({
        ...one,
        distance: 2 * one.distance,
        paid: 2 * one.paid,
        unpaid: 2 * one.unpaid,
      }))
      const [one, two] = [sheet(given), sheet(twice)]
      expect(two.average).toBe(one.average)
      expect(two.subtotal.tax_paid).toBe(2 * one.subtotal.tax_paid)
      for (const [at, row] of one.rows.entries())
        expect(Math.abs((two.rows[at]?.taxable ?? 0) - 2 * (row.taxable ?? 0))).toBeLessThanOrEqual(1)
      expect(sheet(given.toReversed())).toEqual(one)
    }),
    { numRuns: 60 },
  )
})
