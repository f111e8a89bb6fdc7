import { expect, test } from 'vitest'
import { type CompanyKind, grantsOf, levels, type ModuleLevels, roles } from '../permissions.ts'
import { kindsFor, topicsFor } from './audience.rules.ts'

const grants = (kind: CompanyKind, held: ModuleLevels | 'admin') =>
  held === 'admin'
    ? grantsOf({ role: roles.admin, levels: {}, kind })
    : grantsOf({ role: roles.user, levels: held, kind })

test('UX-7 people learn only of what they may see, and customers of nothing that is the provider’s', () => {
  expect(kindsFor(grants('customer', 'admin'), 'customer')).toEqual([
    'invoice_sent',
    'invoice_overdue',
    'payment_received',
    'payment_returned',
    'cards_held',
    'cards_released',
    'exception',
    'report_ready',
    'service_due',
  ])
  expect(kindsFor(grants('customer', { view_fuel_cards: levels.access }), 'customer')).toEqual([
    'cards_held',
    'cards_released',
  ])
  expect(kindsFor(grants('customer', {}), 'customer')).toEqual([])
  expect(kindsFor(grants('provider', 'admin'), 'provider')).toEqual([
    'invoice_overdue',
    'payment_returned',
    'cards_held',
    'cards_released',
    'import_done',
    'exception',
    'registration',
    'report_ready',
  ])
})

test('EXC-3 exceptions are chosen rule by rule, those about cost by staff alone', () => {
  const ofCustomer = topicsFor(grants('customer', { view_transactions: levels.access }), 'customer')
  expect(ofCustomer).toContain('impossible_distance')
  expect(ofCustomer).not.toContain('below_cost')
  expect(topicsFor(grants('provider', 'admin'), 'provider')).toContain('below_cost')
})
