import { message } from '@portal/contract/message.ts'
import { expect, test } from 'vitest'
import { type ClaimableLine, claimsOf } from './claims.rules.ts'

/** 500 litres at 1.70 with 13% HST, at a site that published 1.65 for the day. */
const line: ClaimableLine = {
  unit: 'L',
  quantity_milli: 500_000,
  file_price_e6: 1_700_000,
  cost_pre_cents: 85_000,
  cost_tax_cents: 11_050,
  rate_price_e4: 16_500,
  rate_unit: 'L',
  warnings: [],
  bought_milli: 500_000,
  credited_milli: 0,
}
const sums = (changes: Partial<ClaimableLine>) =>
  claimsOf({ ...line, ...changes }).map(({ kind, amount_cents, tax_cents }) => [kind, amount_cents, tax_cents])

test('COST-4 a price above the published rate is claimed with the sales tax on it, from more than .0005 a unit on', () => {
  expect(claimsOf(line)).toEqual([
    {
      kind: 'price',
      taxes: null,
      charged_e6: 1_700_000,
      published_e6: 1_650_000,
      charged_cents: 85_000,
      published_cents: 82_500,
      amount_cents: 2500,
      tax_cents: 325,
    },
  ])
  const at = (file_price_e6: number) =>
    sums({ file_price_e6, cost_pre_cents: Math.round((file_price_e6 * 500) / 10_000), cost_tax_cents: 0 })
  expect(at(1_650_500)).toEqual([])
  expect(at(1_650_501)).toEqual([['price', 25, 0]])
  expect(at(1_600_000)).toEqual([])
})

test('COST-4 a rate in gallons is compared in the unit that was charged', () => {
  // 6.2459 a gallon is 1.65 a litre.
  expect(sums({ rate_price_e4: 62_459, rate_unit: 'GAL' })).toEqual([['price', 2500, 325]])
})

test('COST-4 a row with a discount is compared by amount', () => {
  expect(sums({ cost_pre_cents: 83_000, cost_tax_cents: 10_790 })).toEqual([['price', 500, 65]])
  expect(sums({ cost_pre_cents: 82_500, cost_tax_cents: 10_725 })).toEqual([])
})

test('COST-4 a tax charged while none was due is claimed, and a tax that merely differs is not', () => {
  const published = { rate_price_e4: 17_000 }
  const fet = message('price.fet-charged', { charged: 0.04 })
  expect(sums({ ...published, warnings: [fet] })).toEqual([['tax', 2000, 260]])
  const gst = message('price.sales-tax-differs', { taxes: 'GST', charged: 42.5, expected: 0 })
  expect(sums({ ...published, cost_tax_cents: 15_300, warnings: [gst] })).toEqual([['tax', 0, 4250]])
  expect(claimsOf({ ...line, ...published, cost_tax_cents: 15_300, warnings: [fet, gst] })).toMatchObject([
    { taxes: 'FET/GST', charged_cents: 6250, published_cents: 0, amount_cents: 2000, tax_cents: 4250 + 260 },
  ])
  const differs = message('price.sales-tax-differs', { taxes: 'HST', charged: 120, expected: 110.5 })
  expect(sums({ ...published, warnings: [differs, 'price.fet-suspended'] })).toEqual([])
})

test('COST-4 a tax inside the price is claimed once', () => {
  const warnings = [message('price.fet-charged', { charged: 0.04 })]
  // .05 above the published rate, of which .04 is the tax.
  expect(sums({ warnings })).toEqual([
    ['price', 500, 65],
    ['tax', 2000, 260],
  ])
})

test('COST-4 nothing is claimed on a credit, on a line without a known cost, or once all of it is credited', () => {
  expect(sums({ quantity_milli: -500_000 })).toEqual([])
  expect(sums({ cost_pre_cents: null })).toEqual([])
  expect(sums({ rate_price_e4: null })).toEqual([])
  expect(sums({ credited_milli: 499_999 })).toHaveLength(1)
  expect(sums({ credited_milli: 500_000 })).toEqual([])
})
