import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dieselLine, knownTaxes, ontarioTaxes, ratedLine } from '../testing/rows/price-rows.ts'
import { type CreditedLine, type Parts, priceCredit, type SoldLine } from './credited-lines.rules.ts'
import { priceOf, type UnpricedLine } from './line-prices.rules.ts'

const sale = (line: UnpricedLine, n = 1, file_amount_cents = 15_000): SoldLine => ({
  ...priceOf('Esso', line, ontarioTaxes),
  n,
  code: 'DSL EFF LS',
  unit: line.unit,
  quantity_milli: line.quantity_milli,
  file_amount_cents,
})
const credit = (sold: SoldLine[], changes: Partial<CreditedLine> = {}): CreditedLine => ({
  line_id: 9,
  product: 'D1',
  code: 'DSL EFF LS',
  currency: 'CAD',
  day: '2026-11-09',
  province: 'ON',
  known_province: null,
  evidence: null,
  unit: 'L',
  quantity_milli: -100_000,
  file_price_e6: 1_500_000,
  file_amount_cents: -15_000,
  purchase: 'A1 D1 L',
  sold,
  credited: [],
  ...changes,
})
const priced = (line: CreditedLine, parts: Parts = new Map()) => priceCredit('Esso', line, parts, knownTaxes)
const amounts = ['pre_cents', 'hst_cents', 'amount_cents'] as const

describe('TXN-9 a credit credits what was billed', () => {
  test('in full: the negated amounts of the purchase, with its rate, markup, taxes and flags', () => {
    const sold = sale({ ...ratedLine, known_province: 'QC' })
    const given = priced(credit([sold]))
    for (const name of amounts) expect(given[name]).toBe(-sold[name])
    expect(given).toMatchObject({ line_id: 9, rate_id: 7, markup_id: 5, tax_row_ids: [1, 2, 3] })
    expect([given.price_e6, given.flags]).toEqual([sold.price_e6, ['site_province']])
  })
  test('in parts, in one file or several: together the billed amount, to the cent', () => {
    const quantities = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 6 })
    const prices = fc.integer({ min: 1, max: 90_000 })
    fc.assert(
      fc.property(quantities, prices, fc.boolean(), (shares, rate_price_e4, isOneFile) => {
        const quantity_milli = shares.reduce((sum, one) => sum + one, 0)
        const sold = sale({ ...ratedLine, rate_price_e4, quantity_milli })
        const credited: CreditedLine['credited'] = []
        const file: Parts = new Map()
        const given = shares.map((part_milli) => {
          const parts: Parts = isOneFile ? file : new Map()
          const earlier = isOneFile ? [] : [...credited]
          const one = priced(credit([sold], { quantity_milli: -part_milli, credited: earlier }), parts)
          credited.push({ before_milli: one.before_milli, part_milli, price_e6: one.price_e6 })
          return one
        })
        for (const name of amounts) expect(given.reduce((left, one) => left + one[name], sold[name])).toBe(0)
      }),
    )
  })
  test('a manually entered line: its share of the entered amounts, without a discount', () => {
    const sold: SoldLine = {
      ...sale(dieselLine),
      is_manual: true,
      pre_cents: 10_001,
      hst_cents: 0,
      amount_cents: 10_001,
    }
    const parts: Parts = new Map()
    const half = () => priced(credit([sold], { quantity_milli: -50_000 }), parts)
    const [first, second] = [half(), half()]
    expect([first.amount_cents + second.amount_cents, first.discount_cents]).toEqual([-10_001, null])
    expect([first.before_milli, second.before_milli]).toEqual([0, 50_000])
    expect([first.amount_cents, second.amount_cents].toSorted((a, b) => a - b)).toEqual([-5_001, -5_000])
  })
  test('a product without a quantity: its share of the amount, if the row has its own price', () => {
    const cash = sale(
      { ...dieselLine, product: 'CSH', unit: null, quantity_milli: 1000, file_price_e6: 100_000_000 },
      1,
      10_000,
    )
    const given = (file_amount_cents: number, file_price_e6: number) =>
      priced(credit([cash], { product: 'CSH', unit: null, quantity_milli: -1000, file_price_e6, file_amount_cents }))
        .pre_cents
    expect([given(-10_000, 100_000_000), given(-2_500, 25_000_000)]).toEqual([-10_000, -2_500])
  })
})

describe('TXN-9 a purchase with several lines', () => {
  const small = sale({ ...ratedLine, quantity_milli: 40_000 }, 1)
  const large = sale({ ...ratedLine, quantity_milli: 90_000, rate_price_e4: 17_000 }, 2)
  test('the line with the nearest quantity is credited', () => {
    expect(priced(credit([small, large], { quantity_milli: -85_000 })).price_e6).toBe(1_720_000)
    expect(priced(credit([small, large], { quantity_milli: -39_000 })).price_e6).toBe(1_620_000)
  })
  test('a line with too little left is skipped, and if no line has enough left, the lowest price applies', () => {
    const earlier = [{ before_milli: 0, part_milli: 30_000, price_e6: 1_620_000 }]
    expect(priced(credit([small, large], { quantity_milli: -39_000, credited: earlier })).price_e6).toBe(1_720_000)
    expect(priced(credit([small, large], { quantity_milli: -130_000 })).price_e6).toBe(1_620_000)
  })
  test('a credit without a purchase line is an error', () => {
    expect(() => priced(credit([]))).toThrow(/Line 9/)
  })
})

test('RATE-4 a credit’s row gets the same warnings as a purchase’s', () => {
  const given = priced(credit([sale(ratedLine)], { known_province: 'QC' }))
  expect(given.flags).toEqual(['site_province'])
  expect(given.warnings).toHaveLength(1)
})
