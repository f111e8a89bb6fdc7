import { expect, test } from 'vitest'
import {
  actions,
  can,
  type Grants,
  grantsFromScreens,
  grantsOf,
  levels,
  menuAccessOf,
  menuScreens,
  modules,
  roles,
  type Screen,
  screenNames,
  screens,
} from './permissions.ts'

/** `crud-` letters for the flags of a screen: create, read, update, delete, downloaD as `w`. */
const letters = (grants: Grants, screen: Screen) => actions.map((action, at) => (grants[screen][action] ? 'crudw'[at] : '-')).join('')
const user = (kind: 'provider' | 'customer', held: Parameters<typeof grantsOf>[0]['levels']) => grantsOf({ role: roles.user, levels: held, kind })

test('PERM-1 the screens have the codes of the specification', () => {
  expect(screenNames.map((screen) => screens[screen].code)).toEqual([
    'ORD',
    'DB',
    'FCM',
    'FU',
    'FT',
    'FI',
    'EMP',
    'FC',
    'FRPT',
    'FSB',
    'FTC',
    'FCC',
    'FCCM',
    'FDR',
  ])
})

test('PERM-5 roles, levels and modules are those of the specification', () => {
  expect(roles).toEqual({ admin: 1, user: 2 })
  expect(levels).toEqual({ full: 1, none: 2, access: 3 })
  expect(modules).toHaveLength(13)
})

test('PERM-6 an Admin has everything its kind of company can have', () => {
  const provider = grantsOf({ role: roles.admin, levels: {}, kind: 'provider' })
  for (const screen of screenNames)
    expect([screen, letters(provider, screen)]).toEqual([screen, ['orders', 'employees'].includes(screen) ? '-----' : 'crudw'])
  const customer = grantsOf({ role: roles.admin, levels: {}, kind: 'customer' })
  expect(Object.fromEntries(screenNames.map((screen) => [screen, letters(customer, screen)]))).toEqual({
    orders: '-----',
    dashboard: '-r---',
    cards: '-ru-w',
    users: 'crudw',
    transactions: '-r--w',
    invoices: '-r--w',
    employees: '-----',
    companies: '-----',
    reporting: '-r--w',
    smartbuy: '-r---',
    truckcare: '-r---',
    customers: '-----',
    markups: '-----',
    rates: '-----',
  })
})

test('PERM-6 a level opens what its module stands for, and No Access nothing', () => {
  expect(letters(user('provider', { manage_fuel_cards: levels.full }), 'cards')).toBe('crudw')
  expect(letters(user('provider', { manage_fuel_cards: levels.access }), 'cards')).toBe('-ru-w')
  expect(letters(user('provider', { view_fuel_cards: levels.full }), 'cards')).toBe('-r--w')
  expect(letters(user('provider', { view_fuel_cards: levels.none }), 'cards')).toBe('-----')
  expect(letters(user('customer', { manage_fuel_cards: levels.full }), 'cards')).toBe('-ru-w')
  const truckcare = user('provider', { manage_truckcare: levels.access })
  expect([letters(truckcare, 'truckcare'), letters(truckcare, 'smartbuy')]).toEqual(['-ru-w', '-ru-w'])
})

test('PERM-6 a user’s flags are the union over a screen’s modules', () => {
  expect(letters(user('provider', { manage_users: levels.access, view_users: levels.full }), 'users')).toBe('-ru-w')
  expect(letters(user('provider', { manage_users: levels.none, view_users: levels.access }), 'users')).toBe('-r--w')
})

test('PERM-6 Full Access on a view module opens the provider’s own screens, for provider users alone', () => {
  const staff = user('provider', { view_transactions: levels.full, view_invoices: levels.full })
  for (const screen of ['transactions', 'rates', 'invoices', 'customers', 'markups', 'companies'] as const)
    expect(letters(staff, screen)).toBe('crudw')
  const fleet = user('customer', { view_transactions: levels.full, view_invoices: levels.full })
  expect([letters(fleet, 'transactions'), letters(fleet, 'rates'), letters(fleet, 'customers')]).toEqual(['-r--w', '-----', '-----'])
  expect(letters(user('provider', { view_transactions: levels.access }), 'rates')).toBe('-----')
})

test('PERM-2 a screen that is missing counts as all false, the profile as all true', () => {
  const answer = [{ code: 'FCM', name: 'Cards', create: false, read: true, update: false, delete: false, download: true }]
  const access = menuAccessOf(answer)
  expect(access.managecardMenu).toEqual({ create: false, read: true, update: false, delete: false, download: true })
  expect(access.invoiceMenu).toEqual({ create: false, read: false, update: false, delete: false, download: false })
  expect(access.profileMenu).toEqual({ create: true, read: true, update: true, delete: true, download: true })
  expect(Object.keys(access)).toEqual([...Object.keys(menuScreens), 'profileMenu'])
})

test('PERM-3 a guard asks for one flag of one screen', () => {
  const grants = grantsFromScreens([{ code: 'FCM', create: false, read: true, update: false, delete: false, download: false }])
  expect([can(grants, 'cards.read'), can(grants, 'cards.update'), can(grants, 'invoices.read'), can(grants, 'signed-in')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([can(null, 'public'), can(null, 'signed-in'), can(null, 'cards.read')]).toEqual([true, false, false])
})
