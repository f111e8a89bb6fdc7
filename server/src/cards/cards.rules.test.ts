import { cardInput } from '@portal/contract/cards/cards.ts'
import { encodeRefreshDays, maskToDays } from '@portal/contract/cards/refresh-days.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceColumns, type CardColumns, type StoredCard, toCard, toCardColumns } from './cards.columns.ts'
import { changedColumns, keepUntouchedBalances, loadDashCash } from './cards.rules.ts'
import { cardExample } from './sheets/card-example.data.ts'

const days = encodeRefreshDays(maskToDays(0b10001))
const columns: CardColumns = toCardColumns(
  cardInput.parse({
    ...cardExample,
    company_name: 'Northline Haulage',
    card_status: 'RELEASE',
    cash_refresh_days: days,
    weekly_vehicle_quantity_refresh_day: days,
    non_highway_fuel_weekly_refresh_day: days,
  }),
)
const stored: StoredCard = {
  ...columns,
  id: 1,
  company_id: 1,
  version: 1,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  refresh_days_since: '2026-11-01',
  company_name: 'Northline Haulage',
  company_number: null,
  currency: 'CAD',
}

describe('FORM-7 a balance that comes back as it was read', () => {
  const read = toCard(stored).balances_read
  test('keeps its current value, while a changed balance takes the typed value', () => {
    const now = { ...stored, refreshing_cash_balance_cents: 111, weekly_product_balance_cents: 222 }
    const typed = { ...columns, weekly_product_balance_cents: 333, driver_name: 'Another' }
    const kept = keepUntouchedBalances(typed, now, read)
    expect(kept).toMatchObject({ refreshing_cash_balance_cents: 111, weekly_product_balance_cents: 333 })
    expect(kept.driver_name).toBe('Another')
  })
  test('takes the typed value if nothing was read, or something else was', () => {
    const now = { ...stored, refreshing_cash_balance_cents: 111 }
    for (const other of [undefined, null, '', '1,2,3', `${read},1`])
      expect(keepUntouchedBalances(columns, now, other)).toEqual(columns)
  })
  test('is decided for each balance separately', () => {
    fc.assert(
      fc.property(fc.subarray([...balanceColumns]), (touched) => {
        const moved = Object.fromEntries(balanceColumns.map((column) => [column, 777_000]))
        const typed = Object.fromEntries(touched.map((column) => [column, 555_000]))
        const kept = keepUntouchedBalances({ ...columns, ...typed }, { ...stored, ...moved }, read)
        for (const column of balanceColumns) expect(kept[column]).toBe(touched.includes(column) ? 555_000 : 777_000)
      }),
    )
  })
})

test('CARD-16 dash cash is added to the balance once, up to the largest possible balance', () => {
  const loaded = (dash_cash_balance_cents: number, increment_dash_cash_amount_cents: number) =>
    loadDashCash({ ...columns, dash_cash_balance_cents, increment_dash_cash_amount_cents })
  expect(loaded(500, 250)).toMatchObject({
    loaded_cents: 250,
    columns: { dash_cash_balance_cents: 750, increment_dash_cash_amount_cents: 0 },
  })
  expect(loaded(500, 0)).toMatchObject({ loaded_cents: 0, columns: { dash_cash_balance_cents: 500 } })
  expect(loaded(9_999_999_998, 1)?.columns.dash_cash_balance_cents).toBe(9_999_999_999)
  expect(loaded(9_999_999_999, 1)).toBeNull()
})

test('CARD-10 only the columns that a change touches are named', () => {
  expect(changedColumns(columns, stored)).toEqual([])
  expect(changedColumns({ ...columns, driver_name: 'Another', odometer: '5' }, stored).toSorted()).toEqual([
    'driver_name',
    'odometer',
  ])
})
