import { type TaxRow, taxTable } from '@portal/contract/rates/tax.rules.ts'
import type { Proposal } from '@portal/contract/transactions/manual-transactions.ts'
import { expect, test } from 'vitest'
import { type Filled, fillIn, proposedNames, proposedValues, typedValues } from './filled-values.ts'
import { blankTransaction } from './transaction-form.ts'

const row = { jurisdiction: 'CA-ON', region: null, product_class: 'diesel', from_date: '2020-01-01', to_date: null }
const table = taxTable([
  { ...row, id: 1, kind: 'ad_valorem', tax: 'HST', rate_e5: 13_000 } as TaxRow,
  { ...row, id: 2, kind: 'per_unit', tax: 'PFT', rate_e6: 90_000, unit: 'L' } as TaxRow,
])
const known: Proposal = {
  company: { id: 7, name: 'Northline Haulage' },
  driver_name: 'Ida Moreau',
  vehicle: 'T-17',
  location: 'Esso Milton, Milton',
  dtl_stn_prv: 'ON',
  region: null,
  prices: [
    {
      dtl_prd_cd: 'D1',
      dtl_net_price: 1.73,
      dtl_price_uom: 'L',
      retailPrice: 2.05,
      rate_date: '2026-11-02',
      has_markup: true,
      sales_taxes: [{ tax: 'HST', rate: 13 }],
    },
  ],
}
const typed = { ...blankTransaction(null), txn_date: '2026-11-02', card_number: '123' }
const diesel = { ...typed, fuel__dtl_prd_cd: 'D1', fuel__dtl_qty: 100 }

test('TXN-25 the head is proposed from card and site, and a begun purchase from rate, markup and taxes', () => {
  expect(proposedValues(typed, known, table)).toEqual({
    txn_company: 7,
    driver_name: 'Ida Moreau',
    vehicle: 'T-17',
    location: 'Esso Milton, Milton',
    dtl_stn_prv: 'ON',
  })
  expect(proposedValues(diesel, known, table)).toMatchObject({
    fuel__dtl_net_price: 1.73,
    fuel__retailPrice: 2.05,
    fuel__dtl_hst_amt: 22.49,
    fuel__dtl_pft_rt: 0.09,
    fuel__dtl_amt: 195.49,
    fuel__dtl_discount: 9.51,
  })
  // From what is typed, where it differs.
  expect(proposedValues({ ...diesel, fuel__dtl_net_price: 2, fuel__dtl_hst_amt: 0 }, known, table)).toMatchObject({
    fuel__dtl_amt: 200,
  })
  // A gallon is 3.785411784 litres.
  expect(proposedValues({ ...diesel, uom: 'GAL' }, known, table)).toMatchObject({ fuel__dtl_net_price: 6.548762 })
  expect(proposedValues(diesel, null, null)).toEqual({})
})

test('TXN-25 empty inputs are filled; what is typed, changed, cleared or in focus stays', () => {
  const start: Filled = new Map()
  const own = { ...typed, driver_name: 'Zoé' }
  const first = fillIn(own, start, { driver_name: 'Ida', vehicle: 'T-17', location: 'Milton' }, 'location')
  expect(first.changes).toEqual({ vehicle: 'T-17' })
  const now = { ...own, ...first.changes }
  expect([...proposedNames(now, first.filled)]).toEqual(['vehicle'])
  expect(typedValues(now, first.filled)).toMatchObject({ driver_name: 'Zoé', vehicle: null })
  // A new proposal takes the place of the old one, and so does none.
  expect(fillIn(now, first.filled, { vehicle: 'T-18' }, null).changes).toEqual({ vehicle: 'T-18' })
  expect(fillIn(now, first.filled, {}, null)).toEqual({ changes: { vehicle: null }, filled: new Map() })
  for (const vehicle of ['T-9', '', null]) {
    const changed = { ...now, vehicle }
    const after = fillIn(changed, first.filled, { vehicle: 'T-18' }, null)
    expect([vehicle, after.changes]).toEqual([vehicle, {}])
    expect(proposedNames(changed, after.filled).size).toBe(0)
    expect(fillIn(changed, after.filled, { vehicle: 'T-19' }, null).changes).toEqual({})
  }
  // After a purchase was cleared, it can be proposed again.
  const cleared = fillIn({ ...now, vehicle: null }, first.filled, {}, null)
  expect(fillIn({ ...now, vehicle: null }, cleared.filled, { vehicle: 'T-18' }, null).changes).toEqual({
    vehicle: 'T-18',
  })
})
