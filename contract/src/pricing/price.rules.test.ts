import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxTable } from '../rates/tax.rules.ts'
import { readTaxFile } from '../rates/tax-file.rules.ts'
import { shareOf } from '../rules/exact.ts'
import { drawCase, oracle } from '../testing/price-oracle.ts'
import { type Derivation, derivePrice, type PriceInput, replayDerivation } from './price.rules.ts'

const rows = readTaxFile(readFileSync(new URL('../../../server/src/db/seed/tax-rates.csv', import.meta.url), 'utf8'))
const table = taxTable(rows)

/** 500.00 L of diesel in Ontario in November 2026, with that day's rate and the markup of the document's table. */
const ontario: PriceInput = {
  provider: 'Esso',
  product: 'D1',
  date: '2026-11-15',
  province: 'ON',
  region: null,
  currency: 'CAD',
  unit: 'L',
  quantity_milli: 500_000,
  file_price_e6: 1_999_900,
  retail_e6: null,
  rate: { id: 11, date: '2026-11-15', price_e4: 19_057, unit: 'L', currency: 'CAD', retail_e4: null },
  markup: { id: 22, value_e4: 300, unit: 'L', currency: 'CAD' },
  cap_at_retail: false,
}
const with_ = (change: Partial<PriceInput>): Derivation => derivePrice({ ...ontario, ...change }, table)
const rateOn = (date: string, price_e4: number): PriceInput['rate'] => ({
  id: 11,
  date,
  price_e4,
  unit: 'L',
  currency: 'CAD',
  retail_e4: null,
})
const taxesOf = ({ line }: Derivation) => Object.fromEntries(line.sales_taxes.map(({ tax, cents }) => [tax, cents]))

describe('RATE-4 the document’s vectors', () => {
  /**
   * Place, day, rate (1.8157 plus the per-unit taxes of that place and day), price, pre-tax, taxes and billed amount.
   */
  const vectors: [string, string | null, string, number, number, number, Record<string, number>, number][] = [
    ['ON', null, '2026-11-15', 19_057, 1_935_700, 96_785, { HST: 12_582 }, 109_367],
    ['ON', null, '2027-04-15', 19_457, 1_975_700, 98_785, { HST: 12_842 }, 111_627],
    ['QC', null, '2026-11-15', 20_177, 2_047_700, 102_385, { GST: 5119, QST: 10_213 }, 117_717],
    ['AB', null, '2026-11-15', 18_157, 1_845_700, 92_285, { GST: 4614 }, 96_899],
    ['AB', null, '2026-09-15', 19_457, 1_975_700, 98_785, { GST: 4939 }, 103_724],
    ['BC', null, '2026-11-15', 19_657, 1_995_700, 99_785, { GST: 4989 }, 104_774],
    ['BC', 'BC-Vancouver', '2026-11-15', 20_907, 2_120_700, 106_035, { GST: 5302 }, 111_337],
    ['NS', null, '2026-11-15', 19_697, 1_999_700, 99_985, { HST: 13_998 }, 113_983],
  ]
  test.each(vectors)('%s %s %s', (province, region, date, rate_e4, price_e6, pre_cents, taxes, billed_cents) => {
    const derivation = with_({ province, region, date, rate: rateOn(date, rate_e4) })
    // The document's r is 1.8157 plus the per-unit taxes, so the shipped tax rows must add up to it.
    expect(derivation.taxes.unit.reduce((sum, row) => sum + row.rate_e6, 1_815_700)).toBe(rate_e4 * 100)
    expect(derivation.line).toMatchObject({ price_e6, pre_cents, billed_cents, unit: 'L' })
    expect([taxesOf(derivation), derivation.flags]).toEqual([taxes, []])
  })
  test('US purchases are priced by the gallon, without sales taxes', () => {
    const derivation = with_({
      provider: 'TA-Petro',
      province: 'TX',
      currency: 'USD',
      unit: 'GAL',
      quantity_milli: 120_350,
      rate: { id: 11, date: ontario.date, price_e4: 55_240, unit: 'GAL', currency: 'USD', retail_e4: null },
      markup: { id: 22, value_e4: 500, unit: 'GAL', currency: 'USD' },
    })
    expect(derivation.line).toMatchObject({
      price_e6: 5_574_000,
      pre_cents: 67_083,
      sales_taxes: [],
      billed_cents: 67_083,
      unit: 'GAL',
    })
    expect(derivation.taxes.unit).toMatchObject([{ tax: 'FET', rate_e6: 244_000, unit: 'GAL' }])
  })
})

test('M1 QST on 140.00, 340.00 and 740.00 rounds the half cent up', () => {
  expect([14_000, 34_000, 74_000].map((cents) => shareOf(cents, 9975))).toEqual([1397, 3392, 7382])
  expect([-14_000, -34_000, -74_000].map((cents) => shareOf(cents, 9975))).toEqual([-1397, -3392, -7382])
  const derivation = with_({
    product: 'OTH',
    province: 'QC',
    unit: null,
    quantity_milli: 1000,
    file_price_e6: 140_000_000,
  })
  expect([taxesOf(derivation), derivation.line.billed_cents]).toEqual([{ GST: 700, QST: 1397 }, 16_097])
})

describe('RATE-4 where the price comes from', () => {
  test('an older rate is carried, with its taxes replaced by those of the purchase day', () => {
    const derivation = with_({ province: 'AB', date: '2026-10-03', rate: rateOn('2026-09-29', 19_457) })
    expect(derivation).toMatchObject({
      flags: ['carried'],
      carried_days: 4,
      line: { price_e6: 1_845_700, billed_cents: 96_899 },
    })
    const spring = with_({ date: '2026-04-20', rate: rateOn('2026-04-19', 19_457) })
    expect(spring).toMatchObject({ flags: ['carried'], carried_days: 1, line: { price_e6: 1_935_700 } })
    expect(
      spring.steps
        .filter(({ step }) => step === 'less_tax' || step === 'plus_tax')
        .map(({ step, tax, value }) => [step, tax, value]),
    ).toEqual([
      ['less_tax', 'FET', 40_000],
      ['less_tax', 'PFT', 90_000],
      ['less_tax', 'PCT', 0],
      ['plus_tax', 'FET', 0],
      ['plus_tax', 'PFT', 90_000],
      ['plus_tax', 'PCT', 0],
    ])
  })
  test('a rate is not carried if the taxes of its day are unknown or in another currency', () => {
    expect(with_({ date: '2025-04-02', rate: rateOn('2025-03-30', 19_457) }).flags).toEqual(['no_rate'])
    const abroad: Partial<PriceInput> = {
      provider: 'TA-Petro',
      currency: 'USD',
      province: 'AB',
      date: '2026-10-02',
      unit: 'GAL',
      markup: null,
    }
    const rate = {
      id: 11,
      date: '2026-09-30',
      price_e4: 55_240,
      unit: 'GAL',
      currency: 'USD',
      retail_e4: null,
    } as const
    expect(with_({ ...abroad, rate }).flags).toEqual(['no_rate', 'no_markup'])
    expect(with_({ ...abroad, rate: { ...rate, date: '2026-10-01' } })).toMatchObject({
      flags: ['carried', 'no_markup'],
      line: { price_e6: 5_524_000 },
    })
  })
  test('without a rate the file’s price applies, flagged unless the provider has no rate files', () => {
    expect(with_({ rate: null })).toMatchObject({ flags: ['no_rate'], line: { price_e6: 2_029_900 } })
    expect(with_({ rate: null, provider: 'Suncore' })).toMatchObject({ flags: [], line: { price_e6: 2_029_900 } })
    expect(with_({ provider: 'Suncore' }).line.price_e6).toBe(2_029_900)
  })
  test('M10 a rate or a markup in another currency does not apply', () => {
    const derivation = with_({ currency: 'USD' })
    expect(derivation).toMatchObject({ flags: ['no_rate', 'no_markup'], line: { price_e6: 1_999_900 } })
  })
  test('a purchase in another unit is converted to the rate’s unit, to three decimals', () => {
    const derivation = with_({ unit: 'GAL', quantity_milli: 100_000 })
    expect(derivation.line).toMatchObject({
      unit: 'L',
      quantity_milli: 378_541,
      price_e6: 1_935_700,
      pre_cents: 73_274,
    })
    const file = with_({ unit: 'GAL', quantity_milli: 100_000, rate: null, file_price_e6: 7_200_000 })
    expect(file.line).toMatchObject({ unit: 'GAL', quantity_milli: 100_000, price_e6: 7_313_600 })
  })
  test('a date without a tax row is flagged, and non-fuel products keep the file’s price', () => {
    expect(with_({ date: '2025-03-31', rate: rateOn('2025-03-31', 19_457) }).flags).toEqual(['no_tax_rate'])
    const def = with_({ product: 'DEF', province: 'BC', quantity_milli: 40_000, file_price_e6: 1_000_000 })
    expect([def.line.price_e6, taxesOf(def), def.flags]).toEqual([1_000_000, { GST: 200, PST: 280 }, []])
    const cash = with_({ product: 'CSH', unit: null, quantity_milli: 1000, file_price_e6: 200_000_000 })
    expect([cash.line.billed_cents, taxesOf(cash), cash.flags]).toEqual([20_000, {}, []])
  })
  test('the retail cap excludes sales taxes and rounds down, and the discount is shown', () => {
    const capped = with_({ cap_at_retail: true, retail_e6: 2_100_000 })
    expect(capped.line).toMatchObject({
      price_e6: 1_858_400,
      pre_cents: 92_920,
      billed_cents: 105_000,
      discount_cents: 0,
    })
    expect(with_({ cap_at_retail: false, retail_e6: 2_100_000 }).line).toMatchObject({
      price_e6: 1_935_700,
      discount_cents: -4367,
    })
    const row = { id: 11, date: ontario.date, price_e4: 19_057, unit: 'L', currency: 'CAD', retail_e4: 21_000 } as const
    expect(with_({ cap_at_retail: true, retail_e6: 0, rate: row }).line.price_e6).toBe(1_858_400)
    expect(with_({ cap_at_retail: true, retail_e6: 2_200_000, rate: row }).line.price_e6).toBe(1_935_700)
  })
})

test('TXN-16 a file’s price is billed with all its decimals and rounded once; a rate, a markup and the cap have four', () => {
  const file = with_({ rate: null, markup: null, quantity_milli: 1_000_000, file_price_e6: 1_666_675 })
  expect(file.line).toMatchObject({ price_e6: 1_666_675, pre_cents: 166_668 })
  const marked = with_({ provider: 'Suncore', quantity_milli: 100_000, file_price_e6: 1_666_675 })
  expect(marked.line).toMatchObject({ price_e6: 1_696_675, pre_cents: 16_967 })
  const capped = with_({ cap_at_retail: true, retail_e6: 2_100_099 })
  expect(capped.line).toMatchObject({ price_e6: 1_858_400, discount_cents: 5 })
})

test('RATE-4 the derivation lists every row and amount it used', () => {
  const { steps, formula } = with_({ cap_at_retail: true, retail_e6: 2_100_000 })
  expect(formula).toBe(1)
  expect(steps.map(({ step, value, in: counted, row }) => [step, value, counted, row])).toEqual([
    ['quantity', 500_000, 'milli', null],
    ['rate', 1_905_700, 'e6', 11],
    ['markup', 30_000, 'e6', 22],
    ['price', 1_935_700, 'e6', null],
    ['retail', 2_100_000, 'e6', null],
    ['cap', 1_858_400, 'e6', null],
    ['billed_price', 1_858_400, 'e6', null],
    ['pre', 92_920, 'cents', null],
    [
      'sales_tax',
      12_080,
      'cents',
      rows.find(
        ({ jurisdiction, tax, product_class }) => `${jurisdiction} ${tax} ${product_class}` === 'CA-ON HST diesel',
      )?.id,
    ],
    ['billed', 105_000, 'cents', null],
    ['discount', 0, 'cents', null],
  ])
})

test('M1 M4 every price matches the exact-decimal oracle, equals the sum of its parts and replays to the cent', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const input = drawCase((min, max) => draw(fc.integer, { min, max }))
      const derivation = derivePrice(input, table)
      const { line, flags, carried_days } = derivation
      const { sales_taxes, ...numbers } = line
      expect({ ...numbers, flags, carried_days, taxes: sales_taxes.map(({ tax, cents }) => [tax, cents]) }).toEqual(
        oracle(input, rows),
      )
      expect(sales_taxes.reduce((sum, { cents }) => sum + cents, line.pre_cents)).toBe(line.billed_cents)
      // Derivations are stored as JSON, so the replay starts from a JSON round trip.
      expect(replayDerivation(JSON.parse(JSON.stringify(derivation)))).toEqual(derivation)
      for (const flag of flags) seen.set(flag, (seen.get(flag) ?? 0) + 1)
    }),
    { numRuns: 2000 },
  )
  // Each flag must occur often enough for the property to mean something.
  for (const flag of ['carried', 'no_rate', 'no_markup', 'no_tax_rate'])
    expect([flag, (seen.get(flag) ?? 0) > 20]).toEqual([flag, true])
})

test('rejects a future rate, an unknown formula, fuel without a unit and a negative markup', () => {
  expect(() => with_({ rate: rateOn('2026-11-16', 19_057) })).toThrow(RangeError)
  expect(() => with_({ unit: null })).toThrow(RangeError)
  expect(() => with_({ markup: { id: 1, value_e4: -1, unit: 'L', currency: 'CAD' } })).toThrow(RangeError)
  expect(() => replayDerivation({ ...with_({}), formula: 2 })).toThrow(RangeError)
})
