import { expect, test } from 'vitest'
import {
  actions,
  can,
  excessOf,
  type Grants,
  grantsFromScreens,
  grantsOf,
  type Level,
  levels,
  type Module,
  menuAccessOf,
  menuScreens,
  modules,
  roles,
  type Screen,
  screenNames,
  screens,
} from './permissions.ts'

/** A screen's flags as letters: create, read, update, delete, and `w` for download. */
const letters = (grants: Grants, screen: Screen) =>
  actions.map((action, at) => (grants[screen][action] ? 'crudw'[at] : '-')).join('')
const user = (kind: 'provider' | 'customer', held: Parameters<typeof grantsOf>[0]['levels']) =>
  grantsOf({ role: roles.user, levels: held, kind })

test('PERM-1 the screens have the specification’s codes', () => {
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

test('PERM-5 roles, levels and modules match the specification', () => {
  expect(roles).toEqual({ admin: 1, user: 2 })
  expect(levels).toEqual({ full: 1, none: 2, access: 3 })
  expect(modules).toHaveLength(13)
})

test('PERM-6 an Admin has every permission of the company’s kind', () => {
  const provider = grantsOf({ role: roles.admin, levels: {}, kind: 'provider' })
  for (const screen of screenNames)
    expect([screen, letters(provider, screen)]).toEqual([
      screen,
      ['orders', 'employees'].includes(screen) ? '-----' : 'crudw',
    ])
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
    reporting: '-ru-w',
    smartbuy: '-r---',
    truckcare: '-ru-w',
    customers: '-----',
    markups: '-----',
    rates: '-----',
  })
})

test('PERM-6 a level opens its module’s screens, and No Access opens none', () => {
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

test('PERM-6 Full Access on a view module opens the provider’s own screens only for its staff', () => {
  const staff = user('provider', { view_transactions: levels.full, view_invoices: levels.full })
  for (const screen of ['transactions', 'rates', 'invoices', 'customers', 'markups', 'companies'] as const)
    expect(letters(staff, screen)).toBe('crudw')
  const fleet = user('customer', { view_transactions: levels.full, view_invoices: levels.full })
  expect([letters(fleet, 'transactions'), letters(fleet, 'rates'), letters(fleet, 'customers')]).toEqual([
    '-r--w',
    '-----',
    '-----',
  ])
  expect(letters(user('provider', { view_transactions: levels.access }), 'rates')).toBe('-----')
})

/**
 * PERM-6 written a second time, as letters by module: what Full Access and Access grant to staff and to customers'
 * users. Screens not named here are not granted. No Access grants nothing.
 */
type Given = Partial<Record<Screen, string>>
const opened: Record<Module, Record<'provider' | 'customer', { full: Given; access: Given }>> = {
  manage_users: {
    provider: { full: { users: 'crudw' }, access: { users: '-ru-w' } },
    customer: { full: { users: 'crudw' }, access: { users: '-ru-w' } },
  },
  view_users: {
    provider: { full: { users: '-r--w' }, access: { users: '-r--w' } },
    customer: { full: { users: '-r--w' }, access: { users: '-r--w' } },
  },
  manage_fuel_cards: {
    provider: { full: { cards: 'crudw' }, access: { cards: '-ru-w' } },
    customer: { full: { cards: '-ru-w' }, access: { cards: '-ru-w' } },
  },
  view_fuel_cards: {
    provider: { full: { cards: '-r--w' }, access: { cards: '-r--w' } },
    customer: { full: { cards: '-r--w' }, access: { cards: '-r--w' } },
  },
  view_transactions: {
    provider: { full: { transactions: 'crudw', rates: 'crudw' }, access: { transactions: '-r--w' } },
    customer: { full: { transactions: '-r--w' }, access: { transactions: '-r--w' } },
  },
  view_invoices: {
    provider: {
      full: { invoices: 'crudw', customers: 'crudw', companies: 'crudw', markups: 'crudw' },
      access: { invoices: '-r--w' },
    },
    customer: { full: { invoices: '-r--w' }, access: { invoices: '-r--w' } },
  },
  manage_reports: {
    provider: { full: { reporting: 'crudw' }, access: { reporting: '-ru-w' } },
    customer: { full: { reporting: '-ru-w' }, access: { reporting: '-ru-w' } },
  },
  view_reports: {
    provider: { full: { reporting: '-r--w' }, access: { reporting: '-r--w' } },
    customer: { full: { reporting: '-r--w' }, access: { reporting: '-r--w' } },
  },
  manage_truckcare: {
    provider: { full: { truckcare: 'crudw', smartbuy: 'crudw' }, access: { truckcare: '-ru-w', smartbuy: '-ru-w' } },
    customer: { full: { truckcare: '-ru-w', smartbuy: '-r---' }, access: { truckcare: '-ru-w', smartbuy: '-r---' } },
  },
  manage_dashboard: {
    provider: { full: { dashboard: 'crudw' }, access: { dashboard: '-ru-w' } },
    customer: { full: { dashboard: '-r---' }, access: { dashboard: '-r---' } },
  },
  manage_money_codes: { provider: { full: {}, access: {} }, customer: { full: {}, access: {} } },
  view_money_codes: { provider: { full: {}, access: {} }, customer: { full: {}, access: {} } },
  approve_money_codes: { provider: { full: {}, access: {} }, customer: { full: {}, access: {} } },
}
const kinds = ['provider', 'customer'] as const
const asLetters = (grants: Grants): Given =>
  Object.fromEntries(
    screenNames.map((screen) => [screen, letters(grants, screen)] as const).filter(([, given]) => given !== '-----'),
  )
const merged = (...all: Given[]): Given =>
  Object.fromEntries(
    screenNames.flatMap((screen) => {
      const given = all.map((one) => one[screen] ?? '-----')
      const both = [0, 1, 2, 3, 4]
        .map((at) => given.map((one) => one[at]).find((letter) => letter !== '-') ?? '-')
        .join('')
      return both === '-----' ? [] : [[screen, both]]
    }),
  )

test('PERM-6 every module at every level, alone and combined with every other, for both kinds of company', () => {
  const everyLevel: [Level, 'full' | 'access' | null][] = [
    [levels.full, 'full'],
    [levels.access, 'access'],
    [levels.none, null],
  ]
  let tried = 0
  for (const kind of kinds)
    for (const one of modules)
      for (const [level, name] of everyLevel) {
        const alone = name ? opened[one][kind][name] : {}
        expect([kind, one, level, asLetters(user(kind, { [one]: level }))]).toEqual([kind, one, level, alone])
        for (const other of modules.filter((module) => module !== one))
          for (const [second, secondName] of everyLevel) {
            const both = merged(alone, secondName ? opened[other][kind][secondName] : {})
            expect([kind, one, level, other, second, asLetters(user(kind, { [one]: level, [other]: second }))]).toEqual(
              [kind, one, level, other, second, both],
            )
            tried += 1
          }
      }
  expect(tried).toBe(2 * 13 * 3 * 12 * 3)
})

test('PERM-6 levels never restrict an Admin, and Full Access on all modules equals an Admin', () => {
  const everything = (level: Level) => Object.fromEntries(modules.map((module) => [module, level]))
  for (const kind of kinds) {
    const admin = asLetters(grantsOf({ role: roles.admin, levels: everything(levels.none), kind }))
    expect(admin).toEqual(merged(...modules.map((module) => opened[module][kind].full)))
    expect(asLetters(user(kind, everything(levels.full)))).toEqual(admin)
    expect(asLetters(user(kind, everything(levels.none)))).toEqual({})
  }
})

test('USER-7 grants beyond the granting user’s own are listed, for every module, level and kind of company', () => {
  const admin = { role: roles.admin, levels: {} }
  for (const kind of kinds)
    for (const module of modules)
      for (const level of [levels.full, levels.access]) {
        const given = { role: roles.user, levels: { [module]: level }, kind }
        expect(excessOf(admin, given)).toEqual([])
        expect(excessOf({ role: roles.user, levels: {} }, given)).toEqual([module])
        expect(excessOf(given, given)).toEqual([])
      }
  expect(
    excessOf(
      { role: roles.user, levels: { manage_users: levels.full } },
      { role: roles.admin, levels: {}, kind: 'customer' },
    ),
  ).toEqual(['role'])
  const half = { role: roles.user, levels: { manage_users: levels.access, view_money_codes: levels.access } }
  const full = { role: roles.user, levels: { manage_users: levels.full, view_money_codes: levels.full } }
  expect(excessOf(half, { ...full, kind: 'provider' })).toEqual(['manage_users', 'view_money_codes'])
  // Managing includes viewing, so a user who manages can grant viewing.
  expect(excessOf(half, { role: roles.user, levels: { view_users: levels.full }, kind: 'customer' })).toEqual([])
})

test('PERM-2 a missing screen counts as all false, the profile as all true', () => {
  const answer = [
    { code: 'FCM', name: 'Cards', create: false, read: true, update: false, delete: false, download: true },
  ]
  const access = menuAccessOf(answer)
  expect(access.managecardMenu).toEqual({ create: false, read: true, update: false, delete: false, download: true })
  expect(access.invoiceMenu).toEqual({ create: false, read: false, update: false, delete: false, download: false })
  expect(access.profileMenu).toEqual({ create: true, read: true, update: true, delete: true, download: true })
  expect(Object.keys(access)).toEqual([...Object.keys(menuScreens), 'profileMenu'])
})

test('PERM-3 a guard checks one flag of one screen', () => {
  const grants = grantsFromScreens([
    { code: 'FCM', create: false, read: true, update: false, delete: false, download: false },
  ])
  expect([
    can(grants, 'cards.read'),
    can(grants, 'cards.update'),
    can(grants, 'invoices.read'),
    can(grants, 'signed-in'),
  ]).toEqual([true, false, false, true])
  expect([can(null, 'public'), can(null, 'signed-in'), can(null, 'cards.read')]).toEqual([true, false, false])
})
