import { taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import { isUnitTax, type TaxRow, taxesOn, taxTable } from '@portal/contract/rates/tax.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perUnit, share } from '../testing/rows/price-rows.ts'
import { placeTaxes } from './place-taxes.rules.ts'

const dayOf = (n: number) => new Date(Date.parse('2026-01-01') + n * 86_400_000).toISOString().slice(0, 10)
const rows: TaxRow[] = [
  { ...perUnit('FET', 40_000, 'CA', 1), unit: 'L' },
  { ...perUnit('PFT', 90_000, 'CA-ON', 2), to_date: dayOf(9) },
  { ...perUnit('PFT', 95_000, 'CA-ON', 3), from_date: dayOf(10) },
  { ...perUnit('PCT', 30_000, 'CA-ON', 4), from_date: dayOf(3), to_date: dayOf(20) },
  { ...share('GST', 5000, 5), jurisdiction: 'CA', to_date: dayOf(29) },
  { ...share('HST', 13_000, 6), from_date: dayOf(5) },
  perUnit('FET', 244_000, 'US', 7),
]
const table = taxTable(rows)
const places = [
  { province: 'ON', region: '' },
  { province: 'OH', region: '' },
  { province: '', region: '' },
]

test('SMART-1 the taxes of a place by spans of days are those of each day', () => {
  const spans = placeTaxes(table, places, dayOf(60))
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.integer({ min: -5, max: 60 }), (place, n) => {
      const date = dayOf(n)
      const found = spans.filter(
        (span) =>
          span.province === place.province &&
          span.products.includes('D1') &&
          span.from_date <= date &&
          (span.to_date === 'infinity' || date <= span.to_date),
      )
      expect(found).toHaveLength(1)
      const taxes = taxesOn(table, { date, province: place.province, region: null, product_class: taxClassOf('D1') })
      const sum = (unit: string) =>
        taxes.unit.filter((row) => row.unit === unit).reduce((all, row) => all + row.rate_e6, 0)
      expect(found[0]).toMatchObject({
        litre_e6: sum('L'),
        gallon_e6: sum('GAL'),
        sales_e5: taxes.sales.reduce((all, row) => all + row.rate_e5, 0),
        has_unit_taxes: !taxes.missing.some(isUnitTax),
        has_sales_taxes: !taxes.missing.some((tax) => !isUnitTax(tax)),
      })
    }),
  )
})

test('SMART-1 a place without a province has no complete taxes, and no currency', () => {
  const [first] = placeTaxes(table, [{ province: '', region: '' }], dayOf(60))
  expect([first?.currency, first?.has_unit_taxes]).toEqual(['', false])
  expect(placeTaxes(table, places, dayOf(60)).find(({ province }) => province === 'OH')?.currency).toBe('USD')
})
