import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { taxTable } from '../rates/tax.rules.ts'
import { readTaxFile } from '../rates/tax-file.rules.ts'
import { amountMismatch, type ManualLine, proposeAmount, proposeTaxes } from './manual.rules.ts'

const text = readFileSync(new URL('../../../server/src/db/seed/tax-rates.csv', import.meta.url), 'utf8')
const table = taxTable(readTaxFile(text))

describe('TXN-6 suggestions for manual entry', () => {
  const line: ManualLine = {
    product: 'D1',
    quantity_milli: 500_000,
    price_e6: 2_047_700,
    sales_taxes: { GST: 5119, QST: 10_213 },
    amount_cents: null,
  }
  const place = { date: '2026-11-15', province: 'QC', region: null }
  test('taxes and amount follow from price and quantity', () => {
    expect(proposeTaxes(line, place, table)).toEqual({
      unit: [
        { tax: 'FET', rate_e6: 0, unit: 'L' },
        { tax: 'PFT', rate_e6: 202_000, unit: 'L' },
        { tax: 'PCT', rate_e6: 0, unit: 'L' },
      ],
      sales: [
        { tax: 'GST', cents: 5119 },
        { tax: 'QST', cents: 10_213 },
      ],
      missing: [],
    })
    expect(proposeAmount(line)).toBe(117_717)
    expect([
      proposeAmount({ ...line, price_e6: null }),
      proposeTaxes({ ...line, quantity_milli: null }, place, table).sales,
    ]).toEqual([null, []])
    expect(proposeTaxes(line, { ...place, date: '2020-01-01' }, table).missing).toContain('PFT')
  })
  test('an amount that differs from the sum of its parts is reported with the difference', () => {
    expect([117_717, 117_718, 117_000, null].map((amount_cents) => amountMismatch({ ...line, amount_cents }))).toEqual([
      null,
      1,
      -717,
      null,
    ])
    expect(amountMismatch({ ...line, price_e6: null, amount_cents: 5 })).toBeNull()
  })
})
