import { message } from '@portal/contract/message.ts'
import { expect, test } from 'vitest'
import { perUnit, share } from '../../testing/rows/price-rows.ts'
import { reviewedDoubts } from './tax-doubts.rules.ts'

const line = { unit: 'L', quantity_milli: 100_000, file_price_e6: 1_500_000, flags: ['provider_tax', 'no_rate'] }
const taxes = (hst_e5: number, pft_e6 = 90_000) => ({
  unit: [perUnit('PFT', pft_e6)],
  sales: [share('HST', hst_e5)],
  missing: [],
})
const sales = message('price.sales-tax-differs', { taxes: 'HST', charged: 19.5, expected: 18 })
const unit = message('price.unit-tax-differs', { taxes: 'PFT', charged: 0.09, expected: 0.1 })

test('TAX-1 a warning goes once the rates are those that the provider charged, and with the last one the flag', () => {
  expect(reviewedDoubts({ ...line, warnings: [sales] }, taxes(13_000))).toEqual({ flags: ['no_rate'], warnings: [] })
  expect(reviewedDoubts({ ...line, warnings: [unit, sales] }, taxes(12_000))).toEqual({
    flags: line.flags,
    warnings: [sales],
  })
})
test('TAX-1 a warning that still holds names the rate of now; other warnings stay', () => {
  const other = message('price.other-province', { province: 'ON', known: 'QC' })
  expect(reviewedDoubts({ ...line, warnings: [sales, other] }, taxes(15_000)).warnings).toEqual([
    message('price.sales-tax-differs', { taxes: 'HST', charged: 19.5, expected: 22.5 }),
    other,
  ])
  expect(reviewedDoubts({ ...line, warnings: [unit] }, taxes(13_000, 80_000)).warnings).toEqual([
    message('price.unit-tax-differs', { taxes: 'PFT', charged: 0.09, expected: 0.08 }),
  ])
  const untouched = { ...line, flags: ['provider_tax'], warnings: [] }
  expect(reviewedDoubts(untouched, taxes(13_000)).flags).toEqual(['provider_tax'])
})
