import { commonFieldNames, templateFieldNames } from '@portal/contract/cards/card-templates.ts'
import { encodeRefreshDays, maskToDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { isFilled, type Values } from '../../form/record-form.ts'

const notApplicable = encodeRefreshDays(maskToDays(0))
const onMonday = encodeRefreshDays(maskToDays(1))

/** What most cards have. Identity (number, company, driver, unit) and the daily limit stay for the user to enter. */
const usual: Values = {
  plastic_type: 'Driver',
  other_id: 'N/A',
  commercial_driver_license: 'N/A',
  trailer_number: 'N/A',
  card_type: 'C P Type',
  card_group: 'Standard',
  odometer: '0',
  trip_number: '0',
  usage_above_volume_limits: 'No',
  cash_advance_type: 'None',
  cash_refresh_days: notApplicable,
  refreshing_cash_limits: 0,
  debit_dollar_balance: 0,
  increment_dash_cash_amount: 0,
  paycheck_balance: 0,
  dash_cash_balance: 0,
  dash_cash_memo: 'N/A',
  weekly_product_refresh: 'N/A',
  weekly_product_refresh_money_amount: 0,
  weekly_vehicle_quantity_refresh_day: onMonday,
  non_highway_fuel_limit: 0,
}

/** A new card starts with full balances. */
const balanceOf = {
  refreshing_cash_balance: 'refreshing_cash_limits',
  weekly_fuel_quantity_balance: 'weekly_fuel_quantity_limit',
  weekly_product_balance: 'weekly_product_refresh_money_amount',
  non_highway_fuel_weekly_balance: 'non_highway_fuel_weekly_quantity_limit',
} as const
const withBalances = (values: Values, given: Values): Values => {
  const all = { ...given, ...values }
  const full = Object.entries(balanceOf).flatMap(([balance, limit]) =>
    isFilled(given[balance]) || !isFilled(all[limit]) ? [] : [[balance, all[limit]]],
  )
  return { ...values, ...Object.fromEntries(full) }
}

/** The usual values of fields that are still empty (LIT-7: filled only on request). */
export const usualValues = (given: Values): Values =>
  withBalances(Object.fromEntries(Object.entries(usual).filter(([name]) => !isFilled(given[name]))), given)

/** What a template fills: each of its values replaces what the form has. */
export const templateValues = (template: Values, given: Values): Values =>
  withBalances(pickFilled(template, templateFieldNames), given)
/** What a copy of another card's limits fills. */
export const copiedValues = (card: Values, given: Values): Values =>
  withBalances(pickFilled(card, ['uom', ...commonFieldNames]), given)

const pickFilled = (from: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => isFilled(from[name])).map((name) => [name, from[name]]))
