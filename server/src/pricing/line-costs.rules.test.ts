import { describe, expect, test } from 'vitest'
import { share } from '../testing/rows/price-rows.ts'
import { costFlagsOf, costOf } from './line-costs.rules.ts'

describe('COST-1 the cost of a line', () => {
  const of = (file_amount_cents: number, ...sales: { taxes: ('GST' | 'HST' | 'PST' | 'QST')[]; cents: number }[]) => ({
    file_amount_cents,
    evidence: { sales },
  })
  const quebec = [share('GST', 5000, 1), share('QST', 9975, 2)]
  test('is what its own sales taxes leave of its amount', () => {
    expect(costOf(of(18_080, { taxes: ['HST'], cents: 2080 }), [share('HST', 13_000)])).toEqual({
      cost_pre_cents: 16_000,
      cost_gst_cents: 0,
      cost_hst_cents: 2080,
      cost_pst_cents: 0,
      cost_qst_cents: 0,
    })
    expect(costOf({ file_amount_cents: -500, evidence: null }, quebec)).toMatchObject({ cost_pre_cents: -500 })
  })
  test('splits a combined tax over those of the place by their rates, the odd cent on the last', () => {
    const both = { taxes: ['GST', 'HST', 'PST', 'QST'] as ('GST' | 'HST' | 'PST' | 'QST')[], cents: 1498 }
    expect(costOf(of(11_498, both), quebec)).toMatchObject({
      cost_pre_cents: 10_000,
      cost_gst_cents: 500,
      cost_qst_cents: 998,
    })
    // Without a tax there, the first name is taken.
    expect(costOf(of(11_498, both), [])).toMatchObject({ cost_gst_cents: 1498 })
  })
})

describe('COST-3 doubts that the cost raises', () => {
  const line = { unit: 'L', quantity_milli: 100_000, file_price_e6: 1_600_000, cost_pre_cents: 16_000 }
  const billed = (price_e6: number, pre_cents = 16_000) => ({ price_e6, unit: 'L', pre_cents })
  test('a purchase billed under its cost; the same price is not', () => {
    expect(costFlagsOf(line, billed(1_599_999), null)).toEqual(['below_cost'])
    expect(costFlagsOf(line, billed(1_600_000), null)).toEqual([])
    // In gallons: 1.60 a litre is 6.056659.
    expect(costFlagsOf(line, { ...billed(6_056_658), unit: 'GAL' }, null)).toEqual(['below_cost'])
    expect(costFlagsOf(line, { ...billed(6_056_659), unit: 'GAL' }, null)).toEqual([])
  })
  test('a row that deducts a discount is compared by amount', () => {
    const discounted = { ...line, cost_pre_cents: 15_000 }
    expect(costFlagsOf(discounted, billed(1_550_000, 15_500), null)).toEqual([])
    expect(costFlagsOf(discounted, billed(1_490_000, 14_900), null)).toEqual(['below_cost'])
  })
  test('a price more than .0005 off the rate published for that day, either way', () => {
    const rate = (price_e4: number, isOfDay = true) => ({ price_e4, unit: 'L', isOfDay })
    expect(costFlagsOf(line, billed(1_700_000), rate(15_995))).toEqual([])
    expect(costFlagsOf(line, billed(1_700_000), rate(15_994))).toEqual(['provider_price'])
    expect(costFlagsOf(line, billed(1_700_000), rate(16_006))).toEqual(['provider_price'])
    expect(costFlagsOf(line, billed(1_700_000), rate(12_000, false))).toEqual([])
  })
  test('credits and lines that no provider sold raise none', () => {
    expect(costFlagsOf({ ...line, quantity_milli: -100_000 }, billed(1), null)).toEqual([])
    expect(costFlagsOf({ ...line, cost_pre_cents: null }, billed(1), null)).toEqual([])
  })
})
