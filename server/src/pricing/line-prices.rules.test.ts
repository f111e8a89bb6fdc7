import { english } from '@portal/contract/english.ts'
import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import { message } from '@portal/contract/message.ts'
import { salesTaxes, taxTable, unitTaxes } from '@portal/contract/rates/tax.rules.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { expect, test } from 'vitest'
import { tooLarge } from '../booking/layouts/layout-cells.ts'
import { dieselLine as line, ontarioTaxes, perUnit, ratedLine, share } from '../testing/rows/price-rows.ts'
import { pricedNames, priceOf, type UnpricedLine } from './line-prices.rules.ts'

test('I1 M1 the largest and smallest numbers a file can have are priced exactly, in all combinations', () => {
  const most = (unit: keyof typeof tooLarge) => toUnits(tooLarge[unit], unit) - 1
  // The maximum that the tables of taxes, markups and rates can hold.
  const rates = [
    ...unitTaxes.map((tax) => [perUnit(tax, 100_000_000), perUnit(tax, 100_000_000, 'US-OH')]),
    salesTaxes.map((tax) => share(tax, 100_000)),
  ]
  const table = taxTable(rates.flat())
  const rate = { rate_id: 1, rate_price_e4: 99_999_999, rate_retail_e4: 99_999_999, rate_currency: 'CAD' } as const
  const evidence = (sign: number): UnpricedLine['evidence'] => ({
    unit: unitTaxes.map((tax) => ({ taxes: [tax], rate_e6: sign * most('unitTax') })),
    sales: salesTaxes.map((tax) => ({ taxes: [tax], cents: sign * most('money') })),
  })
  const figures = [
    { quantity_milli: 1, file_price_e6: most('linePrice') },
    { quantity_milli: most('quantity'), file_price_e6: most('linePrice') },
    { quantity_milli: most('quantity'), file_price_e6: 1 },
    // A price derived from an amount and a quantity stays below the limit for money.
    { quantity_milli: 1, file_price_e6: toUnits(tooLarge.money, 'linePrice') - 1 },
  ]
  let priced = 0
  for (const provider of ['Esso', 'Comdata', 'Suncore'] satisfies FuelProviderName[])
    for (const { quantity_milli, file_price_e6 } of figures)
      for (const unit of ['L', 'GAL'] as const)
        for (const rate_unit of ['L', 'GAL', null] as const)
          for (const [sign, evidenceSign] of [
            [1, 1],
            [-1, -1],
            [1, -1],
            [-1, 1],
          ] as const)
            for (const cap_at_retail of [true, false])
              for (const province of ['ON', 'OH']) {
                const found = priceOf(
                  provider,
                  {
                    ...line,
                    province,
                    unit,
                    quantity_milli: sign * quantity_milli,
                    file_price_e6,
                    retail_e6: cap_at_retail ? most('linePrice') : null,
                    evidence: evidence(evidenceSign),
                    cap_at_retail,
                    markup_id: 1,
                    markup_value_e4: 99_999_999,
                    ...(rate_unit ? { ...rate, rate_unit, rate_day: cap_at_retail ? '2026-11-03' : '2026-10-01' } : {}),
                    markup_unit: unit === 'L' ? 'GAL' : 'L',
                  },
                  table,
                )
                const amounts = [
                  found.price_e6,
                  found.pre_cents,
                  found.amount_cents,
                  found.discount_cents ?? 0,
                  found.price_quantity_milli,
                ]
                expect(amounts.every(Number.isSafeInteger)).toBe(true)
                priced++
              }
  expect(priced).toBe(3 * 4 * 2 * 3 * 4 * 2 * 2)
})

test('RATE-4 a unit tax is compared with our rate, both as a rate and as the tax of the whole purchase, and reported if neither fits', () => {
  const table = taxTable([perUnit('FET', 0), perUnit('PFT', 90_000), perUnit('PCT', 96_100)])
  const warned = (taxes: 'FET' | 'PFT' | 'PCT', written: number, quantity: number) =>
    priceOf(
      'Suncore',
      {
        ...line,
        quantity_milli: toUnits(quantity, 'quantity'),
        evidence: { unit: [{ taxes: [taxes], rate_e6: toUnits(written, 'unitTax') }], sales: [] },
      },
      table,
    ).warnings
  for (const [written, quantity] of [
    [0.09, 100],
    [9, 100],
    [0.45, 5],
    [0.09, -100],
    [-0.09, -100],
    [-9, -100],
    [-0.45, -5],
  ] as const)
    expect([written, quantity, warned('PFT', written, quantity)]).toEqual([written, quantity, []])
  // 3 litres at .0961 cost .2883, which a file in cents writes as .29.
  expect(warned('PCT', 0.29, 3)).toEqual([])
  const differs = (charged: number) => [message('price.unit-tax-differs', { taxes: 'PFT', charged, expected: 0.09 })]
  expect(warned('PFT', 0.08, 100)).toEqual(differs(0.08))
  expect(warned('PFT', 8, 100)).toEqual(differs(0.08))
  expect(warned('PFT', -0.09, 100)).toEqual(differs(-0.09))
  expect(warned('PFT', 9, -100)).toEqual(differs(-0.09))
  expect(warned('PFT', 0.5, 5)).toEqual(differs(0.5))
  expect(warned('FET', 0.004, 100)).toEqual([message('price.fet-charged', { charged: 0.004 })])
  expect(warned('FET', 0, 100)).toEqual([])
})

test('RATE-4 a sales tax can differ from our rates by two cents either way, not by three', () => {
  // 100 litres at 1.50 with 13% HST have 19.50 of tax; a credit has the same, negated.
  const table = taxTable([share('HST', 13_000)])
  const warned = (cents: number, quantity_milli: number) =>
    priceOf('Suncore', { ...line, quantity_milli, evidence: { unit: [], sales: [{ taxes: ['HST'], cents }] } }, table)
  for (const off of [-2, -1, 0, 1, 2])
    for (const sign of [1, -1]) expect(warned(sign * (1950 + off), sign * 100_000).warnings).toEqual([])
  for (const [off, written] of [
    [-3, 19.47],
    [3, 19.53],
  ] as const) {
    const { flags, warnings } = warned(1950 + off, 100_000)
    expect(warnings.map(english)).toEqual([`The provider charged HST of ${written}, but our rates give 19.50.`])
    expect(flags).toContain('provider_tax')
    expect(warned(-1950 - off, -100_000).warnings).toEqual([
      message('price.sales-tax-differs', { taxes: 'HST', charged: -written, expected: -19.5 }),
    ])
  }
})

test('RATE-4 a line stores what is billed and its origin: rate, markup and taxes, and nothing that was not applied', () => {
  const priced = priceOf('Esso', ratedLine, ontarioTaxes)
  expect(Object.keys(priced).toSorted()).toEqual(pricedNames.toSorted())
  expect(priced).toMatchObject({
    price_e6: 1_620_000,
    pre_cents: 16_200,
    hst_cents: 2106,
    gst_cents: 0,
    amount_cents: 18_306,
    discount_cents: 194,
    rate_id: 7,
    rate_date: '2026-11-03',
    markup_id: 5,
    fet_e6: 40_000,
    pft_e6: 90_000,
    pct_e6: 0,
    // Ontario has no row for carbon tax or local taxes, so none is missing.
    tax_row_ids: [1, 2, 3],
    flags: [],
  })
  expect(priceOf('Esso', { ...ratedLine, rate_currency: 'USD', markup_currency: 'USD' }, ontarioTaxes)).toMatchObject({
    price_e6: 1_600_000,
    rate_id: null,
    rate_price_e4: null,
    markup_id: null,
    markup_value_e4: null,
    flags: ['no_rate', 'no_markup'],
  })
})
