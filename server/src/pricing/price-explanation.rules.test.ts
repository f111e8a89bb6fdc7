import { type PriceFlag, priceFlags } from '@portal/contract/pricing/price.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dieselLine, keptLine, knownTaxes, ratedLine } from '../testing/rows/price-rows.ts'
import {
  type ExplainedLine,
  explainBilledLine,
  explainLine,
  inputOf,
  type KnownTax,
  keptTaxes,
  replayed,
} from './price-explanation.rules.ts'

const shown = (line: ExplainedLine, known = knownTaxes) =>
  explainLine(line, known).steps.map(({ step, amount, unit, tax }) => [step, amount, unit, tax])

test('RATE-4 every step has its amount, unit and source', () => {
  const explained = explainLine(keptLine(ratedLine), knownTaxes)
  expect(shown(keptLine(ratedLine))).toEqual([
    ['quantity', 100, 'L', null],
    ['rate', 1.6, 'CAD/L', null],
    ['markup', 0.02, 'CAD/L', null],
    ['price', 1.62, 'CAD/L', null],
    ['retail', 1.85, 'CAD/L', null],
    ['pre', 162, 'CAD', null],
    ['sales_tax', 21.06, 'CAD', 'HST'],
    ['billed', 183.06, 'CAD', null],
    ['discount', 1.94, 'CAD', null],
  ])
  const sourceOf = (name: string) => explained.steps.find(({ step }) => step === name)?.source
  expect(sourceOf('rate')).toBe('Esso daily rate of 2026-11-03 for DSL EFF LS: rates.xlsx, row 12')
  expect(sourceOf('markup')).toMatch(/5.*2026-01-01/)
  expect(sourceOf('retail')).toMatch(/2026-11-03/)
  expect(sourceOf('sales_tax')).toMatch(/13%.*Ontario.*2000-01-01.*Source of HST/)
  expect([sourceOf('pre'), sourceOf('billed')]).toEqual([null, null])
})

test('RATE-4 a carried rate is explained by the taxes that were replaced', () => {
  const carried = keptLine({ ...ratedLine, rate_day: '2026-11-01' })
  expect(carried.flags).toEqual(['carried'])
  expect(explainLine(carried, knownTaxes).carried_days).toBe(2)
  expect(shown(carried).slice(1, 7)).toEqual([
    ['rate', 1.6, 'CAD/L', null],
    ['less_tax', 0.04, 'CAD/L', 'FET'],
    ['less_tax', 0.09, 'CAD/L', 'PFT'],
    ['plus_tax', 0.04, 'CAD/L', 'FET'],
    ['plus_tax', 0.09, 'CAD/L', 'PFT'],
    ['carried', 1.6, 'CAD/L', null],
  ])
})

test('RATE-4 any priced line replays to the cent from its stored inputs', () => {
  const amount = fc.integer({ min: 0, max: 90_000 })
  const linePrice = fc.integer({ min: 0, max: 9_000_000 })
  const lines = fc.record({
    quantity_milli: fc.integer({ min: -2_000_000, max: 2_000_000 }),
    file_price_e6: linePrice,
    retail_e6: fc.option(linePrice),
    unit: fc.constantFrom('L' as const, 'GAL' as const),
    rate_day: fc.constantFrom(null, '2026-11-03', '2026-10-20'),
    rate_price_e4: amount,
    rate_unit: fc.constantFrom('L' as const, 'GAL' as const),
    rate_currency: fc.constantFrom('CAD' as const, 'USD' as const),
    markup_value_e4: amount,
    markup_currency: fc.constantFrom('CAD' as const, 'USD' as const),
    cap_at_retail: fc.boolean(),
  })
  fc.assert(
    fc.property(lines, (line) => {
      const kept = keptLine({ ...ratedLine, ...line })
      const { billed, replayed: again } = explainLine(kept, knownTaxes)
      expect(again).toBe(billed)
      expect(replayed(kept, knownTaxes).flags).toEqual(
        kept.flags.filter((flag) => priceFlags.includes(flag as PriceFlag)),
      )
    }),
  )
})

test('RATE-4 unit taxes are those stored with the line, in code order, even if their row changed', () => {
  const kept = keptLine({ ...ratedLine, rate_day: '2026-11-01' })
  const changed = new Map([...knownTaxes].map(([id, tax]): [number, KnownTax] => [id, tax]))
  const { row, source } = knownTaxes.get(2) as KnownTax
  changed.set(2, { row: { ...row, rate_e6: 500_000 } as KnownTax['row'], source })
  expect(keptTaxes(kept, changed).unit.map(({ rate_e6 }) => rate_e6)).toEqual([40_000, 90_000])
  expect(keptTaxes({ ...kept, tax_row_ids: [3, 2, 1] }, changed).unit.map(({ id }) => id)).toEqual([1, 2])
})

test('RATE-4 a rate or markup that was found but not applied is not replayed', () => {
  const applied = inputOf(keptLine(ratedLine))
  expect([applied.rate?.price_e4, applied.markup?.value_e4]).toEqual([16_000, 200])
  const flagged = inputOf({ ...keptLine(ratedLine), flags: ['no_rate', 'no_markup'] })
  expect([flagged.rate, flagged.markup]).toEqual([null, null])
})

test('MARK-5 another markup changes the price by the difference', () => {
  const kept = keptLine(ratedLine)
  const other = { id: 6, value_e4: 700, unit: 'L', currency: 'CAD' } as const
  expect(replayed(kept, knownTaxes, other).line.price_e6).toBe(kept.price_e6 + 50_000)
  expect(replayed(kept, knownTaxes, null).flags).toEqual(['no_markup'])
})

test('TXN-6 a manually entered line, or one with an unknown formula, shows its parts without a derivation', () => {
  const typed = { ...keptLine(dieselLine), is_manual: true }
  expect(shown(typed)).toEqual([
    ['quantity', 100, 'L', null],
    ['billed_price', 1.5, 'CAD/L', null],
    ['included_tax', 0.04, 'CAD/L', 'FET'],
    ['included_tax', 0.09, 'CAD/L', 'PFT'],
    ['pre', 150, 'CAD', null],
    ['sales_tax', 19.5, 'CAD', 'HST'],
    ['billed', 169.5, 'CAD', null],
  ])
  expect(shown({ ...keptLine(dieselLine), formula: 99 })).toEqual(shown(typed))
  expect(shown({ ...keptLine(dieselLine), provider: null })).toEqual(shown(typed))
})

test('COST-2 RATE-4 a customer sees its price, the taxes inside, the sales taxes, retail and what it saved, not the rate', () => {
  const explained = explainBilledLine(keptLine(ratedLine), knownTaxes)
  expect(explained.steps.map(({ step, amount, unit, tax }) => [step, amount, unit, tax])).toEqual([
    ['quantity', 100, 'L', null],
    ['billed_price', 1.62, 'CAD/L', null],
    ['included_tax', 0.04, 'CAD/L', 'FET'],
    ['included_tax', 0.09, 'CAD/L', 'PFT'],
    ['pre', 162, 'CAD', null],
    ['sales_tax', 21.06, 'CAD', 'HST'],
    ['billed', 183.06, 'CAD', null],
    ['retail', 1.85, 'CAD/L', null],
    ['discount', 1.94, 'CAD', null],
  ])
  expect(explained).toMatchObject({ formula: null, flags: [], warnings: [], carried_days: null })
  expect(explained.steps.find(({ tax }) => tax === 'HST')?.source).toMatch(/13%.*Ontario/)
  const unknown = explainBilledLine(keptLine({ ...ratedLine, rate_retail_e4: null }), knownTaxes)
  expect(unknown.steps.map(({ step }) => step)).not.toContain('discount')
})
