import { cardInput } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { isRequired, valuesOf } from '../../form/record-form.ts'
import { templateValues, usualValues } from './usual-values.ts'

const blank = { ...valuesOf(cardInput, {}), uom: 'GAL', card_status: 'RELEASE' }

test('UX-13 LIT-7 the usual values fill what is required and empty, but not who the card is for or how much it may spend', () => {
  const filled = { ...blank, ...usualValues(blank) }
  const left = Object.keys(cardInput.shape).filter(
    (name) => isRequired(cardInput, name) && !cardInput.shape[name as 'uom'].safeParse(filled[name as 'uom']).success,
  )
  expect(left).toEqual([
    'card_number',
    'company_name',
    'driver_name',
    'driver_id',
    'vehicle_assigned_to_card',
    'daily_card_limit',
    'weekly_fuel_quantity_limit',
    'weekly_fuel_quantity_balance',
    'daily_vehicle_quantity_limit_in_gallons',
  ])
})

test('UX-13 usual values leave what was typed; a template replaces it, and a new card starts with full balances', () => {
  expect(usualValues({ ...blank, card_group: 'Long haul' })).not.toHaveProperty('card_group')
  const template = { id: 1, name: 'City', card_group: 'City', weekly_fuel_quantity_limit: 300, daily_card_limit: null }
  expect(templateValues(template, { ...blank, card_group: 'Long haul' })).toEqual({
    card_group: 'City',
    weekly_fuel_quantity_limit: 300,
    weekly_fuel_quantity_balance: 300,
  })
  expect(templateValues(template, { ...blank, weekly_fuel_quantity_balance: 50 })).not.toHaveProperty(
    'weekly_fuel_quantity_balance',
  )
})
