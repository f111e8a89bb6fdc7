import { expect, test } from 'vitest'
import { type StoredPurchase, unitPurchasesOf } from './unit-purchases.rules.ts'

const months = { this_month: '2026-11-01', month_before: '2026-10-01', since: '2026-09-01' }
const bought = (id: number, txn_at: string, changes: Partial<StoredPurchase> = {}): StoredPurchase => ({
  id,
  authentication_id: `E${id}`,
  txn_at,
  location: 'Regina',
  amount_cents: 10_000,
  currency: 'CAD',
  driver_name: 'Ann Roy',
  odometer: null,
  ...changes,
})
const line = (transaction_id: number, product: string, changes: object = {}) => ({
  transaction_id,
  product,
  unit: 'L',
  quantity_milli: 100_000,
  amount_cents: 9000,
  ...changes,
})

test('UX-1 a unit’s fuel is summed by month and currency, in litres, without other products', () => {
  const of = unitPurchasesOf({
    months,
    purchases: [
      bought(5, '2026-11-30T23:59:59'),
      bought(4, '2026-11-01T00:00:00', { currency: 'USD' }),
      bought(3, '2026-10-31T23:59:59'),
      bought(2, '2026-09-30T12:00:00'),
    ],
    lines: [
      line(5, 'D1'),
      line(5, 'RF', { quantity_milli: 50_000, amount_cents: 4000 }),
      line(5, 'DEF'),
      line(5, 'CSH', { unit: null }),
      line(4, 'D1', { unit: 'GAL' }),
      line(3, 'GAS'),
      line(2, 'D1'),
    ],
    exceptions: [],
  })
  expect(of.this_month).toEqual([
    { currency: 'CAD', litres: 150, amount: 130 },
    { currency: 'USD', litres: 378.541, amount: 90 },
  ])
  expect(of.month_before).toEqual([{ currency: 'CAD', litres: 100, amount: 90 }])
  expect([of.count, of.since]).toEqual([4, '2026-09-01'])
})

test('UX-1 a unit’s drivers, odometer and exceptions come from its newest purchases', () => {
  const purchases = [
    bought(9, '2026-11-09T08:00:00', { driver_name: ' Bo Li ' }),
    bought(8, '2026-11-08T08:00:00', { odometer: '120500' }),
    bought(7, '2026-11-07T08:00:00', { odometer: '120000', driver_name: null }),
    ...[6, 5, 4].map((id) => bought(id, `2026-11-0${id}T08:00:00`)),
  ]
  const of = unitPurchasesOf({
    months,
    purchases,
    lines: [],
    exceptions: [
      { id: 1, transaction_id: 4, rule: 'over_tank', staff_verdict: null },
      { id: 2, transaction_id: 8, rule: 'odometer', staff_verdict: 'dismissed' },
    ],
  })
  expect(of.drivers).toEqual([
    { driver_name: 'Bo Li', count: 1, last_at: '2026-11-09T08:00:00' },
    { driver_name: 'Ann Roy', count: 4, last_at: '2026-11-08T08:00:00' },
  ])
  expect(of.last_odometer).toEqual({ reading: '120500', at: '2026-11-08T08:00:00' })
  expect(of.last.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5])
  expect(of.exceptions.map(({ id, state, authentication_id }) => [id, state, authentication_id])).toEqual([
    [2, 'dismissed', 'E8'],
    [1, 'open', 'E4'],
  ])
  expect(unitPurchasesOf({ months, purchases: [], lines: [], exceptions: [] })).toMatchObject({
    count: 0,
    last_odometer: null,
    this_month: [],
    last: [],
  })
})
