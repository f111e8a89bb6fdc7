import { expect, test } from 'vitest'
import { type LimitedCard, usesOf } from './card-usage.rules.ts'

const none = { amount_cents: 0, cash_cents: 0, gallons_milli: 0 }
const stored = (changes: Partial<LimitedCard> = {}) =>
  ({
    currency: 'CAD',
    uom: 'L',
    daily_card_limit_cents: 50_000,
    daily_vehicle_quantity_limit_in_gallons_milli: 200_000,
    daily_cash_limit_cents: null,
    weekly_fuel_quantity_limit_milli: 800_000,
    weekly_fuel_quantity_balance_milli: 300_500,
    weekly_product_refresh_money_amount_cents: 0,
    weekly_product_balance_cents: null,
    non_highway_fuel_weekly_quantity_limit_milli: null,
    non_highway_fuel_weekly_balance_milli: null,
    refreshing_cash_limits_cents: 0,
    refreshing_cash_balance_cents: 0,
    ...changes,
  }) as LimitedCard
const shown = (changes: Partial<LimitedCard>, day = none) =>
  usesOf(stored(changes), day).map(({ limit, unit, used, of, left }) => [limit, used, of, left, unit])

test('UX-1 a card’s use of its limits has units; limits that are not set, or zero and unused, are left out', () => {
  expect(shown({}, { amount_cents: 12_345, cash_cents: 0, gallons_milli: 50_250 })).toEqual([
    ['daily_card_limit', 123.45, 500, 376.55, 'CAD'],
    ['daily_vehicle_quantity_limit_in_gallons', 50.25, 200, 149.75, 'GAL'],
    ['weekly_fuel_quantity_limit', 499.5, 800, 300.5, 'L'],
  ])
})

test('UX-1 more than the limit leaves less than zero, and a balance above its limit uses nothing', () => {
  const over = { daily_card_limit_cents: 0, weekly_fuel_quantity_balance_milli: -1_000 }
  expect(shown(over, { ...none, amount_cents: 100 })).toEqual([
    ['daily_card_limit', 1, 0, -1, 'CAD'],
    ['daily_vehicle_quantity_limit_in_gallons', 0, 200, 200, 'GAL'],
    ['weekly_fuel_quantity_limit', 801, 800, -1, 'L'],
  ])
  const raised = { refreshing_cash_limits_cents: 10_000, refreshing_cash_balance_cents: 15_000 }
  expect(shown(raised).at(-1)).toEqual(['refreshing_cash_limits', 0, 100, 150, 'CAD'])
})
