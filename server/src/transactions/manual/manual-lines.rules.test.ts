import type { ManualLineInput } from '@portal/contract/transactions/manual-transactions.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detailsOf, type KeptLine } from './manual-lines.columns.ts'
import { billedOf, isSame } from './manual-lines.rules.ts'

const ontario = { province: 'ON', currency: 'CAD' } as const
const diesel = {
  dtl_prd_cd: 'D1',
  dtl_qty: 100,
  dtl_net_price: 1.5,
  dtl_hst_amt: 19.5,
  dtl_amt: 169.5,
  dtl_pft_rt: 0.09,
} as ManualLineInput
const cash = { dtl_prd_cd: 'CSH', dtl_amt: 40 } as ManualLineInput

describe('TXN-6 a manually entered line is billed as typed', () => {
  test('amount and taxes are as typed; the rest is the pre-tax amount, whatever price times quantity gives', () => {
    expect(billedOf(diesel, ontario)).toMatchObject({
      unit: 'L',
      price_unit: 'L',
      quantity_milli: 100_000,
      price_e6: 1_500_000,
      pre_cents: 15_000,
      hst_cents: 1950,
      amount_cents: 16_950,
      pft_e6: 90_000,
    })
    expect(billedOf({ ...diesel, dtl_amt: 170 }, ontario)).toMatchObject({ pre_cents: 15_050, price_e6: 1_500_000 })
    const cents = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(cents, cents, cents, cents, cents, (amount, gst, hst, pst, qst) => {
        const typed = {
          dtl_amt: amount / 100,
          dtl_gst_amt: gst / 100,
          dtl_hst_amt: hst / 100,
          dtl_pst_amt: pst / 100,
          dtl_qst_amt: qst / 100,
        }
        const { pre_cents, amount_cents } = billedOf({ ...diesel, ...typed }, ontario)
        expect([amount_cents, pre_cents + gst + hst + pst + qst]).toEqual([amount, amount])
      }),
    )
  })
  test('the unit is as typed, or that of the place, and non-fuel products have none', () => {
    const unitOf = (line: object, province: string | null) => {
      const { unit, price_unit } = billedOf({ ...diesel, ...line }, { province, currency: 'CAD' })
      return [unit, price_unit]
    }
    expect([unitOf({}, 'OH'), unitOf({}, null), unitOf({ dtl_uom: 'L' }, 'OH')]).toEqual([
      ['GAL', 'GAL'],
      ['L', 'L'],
      ['L', 'L'],
    ])
    expect(unitOf({ dtl_prd_cd: 'OIL' }, 'ON')).toEqual([null, null])
  })
  test('the quantity is converted to the unit of the price', () => {
    const line = billedOf({ ...diesel, dtl_uom: 'GAL', dtl_price_uom: 'L' } as ManualLineInput, ontario)
    expect([line.unit, line.price_unit, line.quantity_milli, line.price_quantity_milli]).toEqual([
      'GAL',
      'L',
      100_000,
      378_541,
    ])
  })
  test('cash and fees count as one piece, or minus one for a credit, at their pre-tax amount', () => {
    expect(billedOf(cash, ontario)).toMatchObject({ quantity_milli: 1000, price_e6: 40_000_000, dash_cash_cents: null })
    expect(billedOf({ ...cash, dtl_amt: -40, dash_cash: -5 }, ontario)).toMatchObject({
      quantity_milli: -1000,
      price_e6: 40_000_000,
      dash_cash_cents: -500,
    })
  })
})

test('TXN-6 a line sent back as stored is unchanged, and one with another amount or note is not', () => {
  const kept = { ...billedOf(diesel, ontario), ...detailsOf(diesel, 'A1') } as unknown as KeptLine
  expect([isSame(billedOf(diesel, ontario), kept), isSame(detailsOf(diesel, 'A1'), kept)]).toEqual([true, true])
  expect(isSame(billedOf({ ...diesel, dtl_amt: 169.51 }, ontario), kept)).toBe(false)
  expect(isSame(detailsOf({ ...diesel, dtl_misc: 'Note' }, 'A1'), kept)).toBe(false)
})
