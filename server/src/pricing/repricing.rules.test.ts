import type { RateRow } from '@portal/contract/pricing/price.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dieselLine, keptLine, knownTaxes, ontarioTaxes, ratedLine } from '../testing/rows/price-rows.ts'
import { priceOf } from './line-prices.rules.ts'
import type { ExplainedLine } from './price-explanation.rules.ts'
import {
  creditedLineOf,
  isOtherOrigin,
  isOtherPrice,
  type RateInForce,
  type RepricedLine,
  repriced,
} from './repricing.rules.ts'

const markup = { id: 5, value_e4: 200, unit: 'L', currency: 'CAD' } as const
const day = ratedLine.day
const rateRow: RateRow = { id: 7, date: day, price_e4: 16_000, unit: 'L', currency: 'CAD', retail_e4: 18_500 }
const inForce = (row: RateRow | null, isNew = true): RateInForce => ({ row, isNew, region: null, table: ontarioTaxes })
const again = (line: ExplainedLine, other: Parameters<typeof repriced>[3], rate: RateInForce | null): RepricedLine => {
  const found = repriced(line, line, knownTaxes, other, rate)
  if (!found) throw new Error('The line is not repriced')
  return found
}

describe('MARK-5 with the markup in force', () => {
  test('nothing changes; another value changes the price, and another row with the same value only the origin', () => {
    const kept = keptLine(ratedLine)
    const same = again(kept, markup, null)
    expect([isOtherPrice(same, kept), isOtherOrigin(same, kept)]).toEqual([false, false])
    const higher = again(kept, { ...markup, value_e4: 300 }, null)
    expect([higher.price_e6, higher.amount_cents, isOtherPrice(higher, kept)]).toEqual([1_630_000, 18_419, true])
    const moved = again(kept, { ...markup, id: 6 }, null)
    expect([isOtherPrice(moved, kept), isOtherOrigin(moved, kept)]).toEqual([false, true])
  })
  test('an ended markup is flagged, a new one clears the flag, and other flags stay', () => {
    const kept = keptLine({ ...ratedLine, known_province: 'QC' })
    expect(kept.flags).toEqual(['site_province'])
    const ended = again(kept, null, null)
    expect([ended.markup_id, ended.flags]).toEqual([null, ['no_markup', 'site_province']])
    expect(isOtherPrice({ ...ended, amount_cents: kept.amount_cents, price_e6: kept.price_e6 }, kept)).toBe(true)
    const unmarked = keptLine({ ...ratedLine, markup_id: null, markup_value_e4: null })
    expect([unmarked.flags, again(unmarked, markup, null).flags]).toEqual([['no_markup'], []])
  })
  test('a manually entered line, one without a provider and a non-fuel product have no rate or markup', () => {
    const kept = keptLine(ratedLine)
    for (const line of [
      { ...kept, is_manual: true },
      { ...kept, provider: null },
      { ...kept, product: 'OIL' },
    ])
      expect(repriced(line, line, knownTaxes, markup, null)).toBeNull()
  })
})

describe('RATE-4 with the rate in force', () => {
  test('a line is priced as if it were imported after the rate', () => {
    const amount = fc.integer({ min: 1, max: 90_000 })
    const rates = fc.record({
      price_e4: amount,
      retail_e4: fc.option(amount),
      date: fc.constantFrom(day, '2026-10-20'),
    })
    fc.assert(
      fc.property(
        rates,
        fc.boolean(),
        fc.integer({ min: 1, max: 2_000_000 }),
        (rate, cap_at_retail, quantity_milli) => {
          const before = { ...ratedLine, cap_at_retail, quantity_milli }
          const row: RateRow = { ...rateRow, ...rate, id: 8 }
          const expected = priceOf(
            'Esso',
            {
              ...before,
              rate_id: 8,
              rate_day: rate.date,
              rate_price_e4: rate.price_e4,
              rate_retail_e4: rate.retail_e4,
            },
            ontarioTaxes,
          )
          const { id, ...found } = again(keptLine(before), markup, inForce(row))
          expect(expected).toMatchObject(found)
        },
      ),
    )
  })
  test('a late rate clears ‘no rate’, and a withdrawn one sets it', () => {
    const unrated = keptLine({ ...dieselLine, file_price_e6: 1_600_000, markup_id: 5, markup_value_e4: 200 })
    expect(unrated.flags).toEqual(['no_rate'])
    expect(again(unrated, markup, inForce(rateRow))).toMatchObject({ price_e6: 1_620_000, rate_id: 7, flags: [] })
    const without = again(keptLine(ratedLine), markup, inForce(null))
    expect(without).toMatchObject({ price_e6: 1_620_000, rate_id: null, rate_date: null, flags: ['no_rate'] })
  })
  test('a rate stored without its row stays until a file brings one', () => {
    const untraced = { ...keptLine(ratedLine), rate_id: null }
    const other = { ...rateRow, id: 8, price_e4: 17_000 }
    expect(again(untraced, markup, inForce(other, false)).price_e6).toBe(1_620_000)
    expect(again(untraced, markup, inForce(other, true)).price_e6).toBe(1_720_000)
  })
  test('TAX-1 taxes come from the table of the day, also if one was missing before', () => {
    const raised = new Map(ontarioTaxes)
    raised.set(
      'CA-ON diesel',
      (ontarioTaxes.get('CA-ON diesel') ?? []).map((row) =>
        row.kind === 'ad_valorem' ? { ...row, rate_e5: 15_000 } : row,
      ),
    )
    const rate = { ...inForce(rateRow), table: raised }
    expect(again(keptLine(ratedLine), markup, rate).hst_cents).toBe(2430)
    const lacking = keptLine(ratedLine, 'Esso', new Map())
    expect(lacking.flags).toEqual(['no_tax_rate'])
    expect(again(lacking, markup, rate)).toMatchObject({ hst_cents: 2430, tax_row_ids: [1, 2, 3], flags: [] })
  })
  test('a credit priced by its purchase’s day has the same taxes on both sides', () => {
    const credit = { ...keptLine({ ...ratedLine, quantity_milli: -100_000 }), day: '2026-11-09' }
    const found = repriced(
      credit,
      keptLine(ratedLine),
      knownTaxes,
      markup,
      inForce({ ...rateRow, id: 8, price_e4: 17_000 }),
    )
    expect(found).toMatchObject({ amount_cents: -19_436, rate_date: day, tax_row_ids: [1, 2, 3] })
    expect(found?.rate_day_tax_row_ids).toEqual([1, 2])
  })
})

test('TXN-9 the credited line has the same product and the nearest quantity; of equals, the first', () => {
  const line = (n: number, quantity_milli: number, product = 'D1') => ({
    ...keptLine(dieselLine),
    n,
    quantity_milli,
    product,
  })
  const sold = [line(3, 40_000), line(2, 90_000), line(1, 40_000), line(4, 39_000, 'RF')]
  expect(creditedLineOf(line(1, -39_000), sold)?.n).toBe(1)
  expect(creditedLineOf(line(1, -80_000), sold)?.n).toBe(2)
  expect(creditedLineOf(line(1, -1_000, 'RF'), sold)?.n).toBe(4)
  expect(creditedLineOf(line(1, -1_000, 'GAS'), sold)).toBeUndefined()
})
