import { expect, test } from 'vitest'
import { billingSettingsInput } from '../billing/billing-settings.ts'
import { english } from '../english.ts'
import { optionalText, text } from '../fields.ts'
import { cardInput, cardStatusesFrom, isCardFieldLocked } from './cards.ts'

const messageOf = (field: string, value: unknown) =>
  cardInput.shape[field as keyof typeof cardInput.shape]
    .safeParse(value)
    .error?.issues.map((issue) => english(issue.message))[0]

test("FORM-4 a required field has its message, in the specification's words", () => {
  const result = cardInput.safeParse({})
  const required = result.error?.issues.map((issue) => issue.path[0])
  expect(required).toEqual([
    'card_number',
    'company_name',
    'plastic_type',
    'driver_name',
    'driver_id',
    'other_id',
    'commercial_driver_license',
    'vehicle_assigned_to_card',
    'trailer_number',
    'card_type',
    'card_status',
    'card_group',
    'odometer',
    'trip_number',
    'usage_above_volume_limits',
    'cash_advance_type',
    'cash_refresh_days',
    'refreshing_cash_limits',
    'daily_card_limit',
    'debit_dollar_balance',
    'refreshing_cash_balance',
    'increment_dash_cash_amount',
    'paycheck_balance',
    'dash_cash_balance',
    'dash_cash_memo',
    'weekly_product_refresh',
    'weekly_product_refresh_money_amount',
    'weekly_fuel_quantity_limit',
    'weekly_vehicle_quantity_refresh_day',
    'weekly_fuel_quantity_balance',
    'daily_vehicle_quantity_limit_in_gallons',
    'non_highway_fuel_limit',
  ])
  expect(new Set(result.error?.issues.map((issue) => english(issue.message)))).toEqual(
    new Set(['This field is required.']),
  )
  for (const field of ['card_number', 'company_name', 'plastic_type', 'odometer', 'cash_refresh_days'])
    expect([field, messageOf(field, '')]).toEqual([field, 'This field is required.'])
  expect(messageOf('daily_card_limit', null)).toBe('This field is required.')
})

test('CARD-8 numbers, digits and texts have their limits', () => {
  expect(messageOf('daily_card_limit', 1.234)).toBe('Use at most 2 decimals.')
  expect(messageOf('weekly_fuel_quantity_limit', 1.2345)).toBe('Use at most 3 decimals.')
  expect(messageOf('daily_card_limit', -1)).toBe('Must be 0 or more.')
  expect(messageOf('daily_card_limit', 1e12)).toBe('Must be 99,999,999.99 or less.')
  expect(messageOf('daily_card_limit', 'ten')).toBe('Enter a number.')
  expect(messageOf('card_number', '12345')).toBe('Use 6 to 19 digits.')
  expect(messageOf('card_number', '1234567890123456789012')).toBe('Use 6 to 19 digits.')
  expect(messageOf('odometer', '12a')).toBe('Use digits only.')
  expect(messageOf('driver_name', 'x'.repeat(121))).toBe('Use at most 120 characters.')
  expect(messageOf('driver_name', 'a\u0000b')).toContain('control characters')
  expect(messageOf('plastic_type', 'Gold')).toContain('Driver')
  expect(messageOf('weekly_product_balance', null)).toBeUndefined()
})

test('PERM-6 a customer changes status, driver and vehicle, and never closes a card', () => {
  expect(['driver_name', 'card_status', 'trailer_number'].map((field) => isCardFieldLocked(field, 'customer'))).toEqual(
    [false, false, false],
  )
  expect(
    ['daily_card_limit', 'company_name', 'card_number'].map((field) => isCardFieldLocked(field, 'customer')),
  ).toEqual([true, true, true])
  expect(isCardFieldLocked('daily_card_limit', 'provider')).toBe(false)
  expect(cardStatusesFrom('HOLD', 'customer')).toEqual(['RELEASE', 'HOLD'])
  expect(cardStatusesFrom('CLOSED', 'provider')).toEqual(['CLOSED'])
})

test('FORM-4 characters that reverse a displayed name are rejected in every text; right-to-left letters are not', () => {
  const said = 'field.reversing'
  const codes = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  const rules = (value: string) => [
    text(80).safeParse(value),
    optionalText(80).safeParse(value),
    billingSettingsInput.shape.payment_instructions.safeParse(`Pay here\n${value}`),
  ]
  const messagesOf = (value: string) => rules(value).map(({ error }) => error?.issues[0]?.message)
  for (const code of codes)
    expect([code, messagesOf(`Northline ${String.fromCodePoint(code)}fdp.exe`)]).toEqual([code, [said, said, said]])
  for (const name of ['شركة النقل', 'הובלות הצפון', 'Zoë’s Trucking – “Été”', 'a\u200Db'])
    expect(messagesOf(name)).toEqual([undefined, undefined, undefined])
})
