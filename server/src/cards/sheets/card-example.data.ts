import type { CardInput } from '@portal/contract/cards/cards.ts'

/**
 * The template's example card, under the company of the user who downloads it. An import skips the row if it is
 * unchanged (CARD-14, CARD-18).
 */
export const cardExample: Readonly<
  Record<Exclude<keyof CardInput, 'company' | 'version' | 'balances_read'>, string | number>
> = {
  card_number: '9999000000000001',
  company_name: '',
  plastic_type: 'Driver',
  card_issue_date: '2026-01-05',
  uom: 'L',
  driver_name: 'Sample Driver',
  driver_id: 'D-1001',
  other_id: 'EMP-1001',
  commercial_driver_license: 'ON-12345678',
  vehicle_assigned_to_card: 'T-100',
  trailer_number: 'TR-100',
  card_type: 'C P Type',
  card_status: 'ACTIVE',
  card_group: 'Highway',
  odometer: '120000',
  trip_number: '1001',
  usage_above_volume_limits: 'No',
  cash_advance_type: 'Weekly',
  cash_refresh_days: 'Monday, Thursday',
  refreshing_cash_limits: 200,
  daily_card_limit: 1500,
  daily_cash_limit: 100,
  debit_dollar_balance: 0,
  refreshing_cash_balance: 200,
  increment_dash_cash_amount: 0,
  paycheck_balance: 0,
  dash_cash_balance: 0,
  dash_cash_memo: 'None',
  weekly_product_refresh: 'Monday',
  weekly_product_refresh_money_amount: 3000,
  weekly_product_balance: 3000,
  weekly_fuel_quantity_limit: 1200,
  weekly_vehicle_quantity_refresh_day: 'Monday',
  weekly_fuel_quantity_balance: 1200,
  daily_vehicle_quantity_limit_in_gallons: 300,
  transaction_fuel_quantity_limits: 250,
  non_highway_fuel_limit: 50,
  non_highway_fuel_daily_quantity_limit: 50,
  non_highway_fuel_weekly_quantity_limit: 150,
  non_highway_fuel_weekly_refresh_day: 'N/A',
  non_highway_fuel_weekly_balance: 150,
}
