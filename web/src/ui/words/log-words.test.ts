import { encodeRefreshDays, maskToDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { expect, test } from 'vitest'
import { fieldLabel, valueText } from './log-words.ts'

const plain = (word: string) => word

test('NAV-7 fields have the labels of the forms', () => {
  expect(['daily_card_limit', 'non_highway_fuel_limit', 'uom', 'endpoint', 'made_up'].map(fieldLabel)).toEqual([
    'Daily Card Limit',
    'Non-Highway Fuel Limit',
    'UOM',
    'Call',
    'Made Up',
  ])
})

test('NAV-7 LIST-10 values are formatted for display', () => {
  const days = encodeRefreshDays(maskToDays(0b101))
  const values = [null, '2026-03-09', days, encodeRefreshDays(maskToDays(0)), 'Omar Haddad', '{not days', '100.1']
  expect(values.map((value) => valueText(value, plain))).toEqual([
    '—',
    '09/03/26',
    'Monday, Wednesday',
    'N/A',
    'Omar Haddad',
    '{not days',
    '100.1',
  ])
  expect(valueText('Yes', (word) => (word === 'Yes' ? 'Oui' : word))).toBe('Oui')
  expect(valueText('2026-03-09T15:04:00Z', plain)).toMatch(/^\d{2}\/03\/26 \d{1,2}:04 [AP]M$/)
})
