import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { cards } from '@portal/contract/cards/cards.ts'
import {
  type Action,
  allFlags,
  type Grants,
  grantsOf,
  levels,
  menuScreens,
  type Person,
  roles,
  screenNames,
} from '@portal/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { accessOf } from '../api/route.ts'
import { deeperPages } from './frame/deeper-pages.ts'
import { furtherPages } from './frame/further-pages.ts'
import { menuItems } from './frame/menu.ts'
import { isAllowed, mayOpen, pages } from './pages.ts'

const root = path.resolve(import.meta.dirname, '..')
const sources = new Map(
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|fr-CA/.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const importsOf = (file: string): string[] =>
  [...(sources.get(file) ?? '').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, name = '']) =>
    path.join(path.dirname(file), name),
  )
/** All files of a page, including its lazily loaded dialogs. */
function filesUnder(first: readonly string[]): string[] {
  const found = new Set(first)
  for (const file of found) for (const next of importsOf(file)) found.add(next)
  return [...found]
}
const routeFiles = [...sources.keys()].filter((file) => file.endsWith('.routes.tsx') || file === 'app/sections.tsx')
const grantsFor = (allowed: (permission: string) => boolean): Grants =>
  Object.fromEntries(
    [...screenNames, 'webhooks'].map((screen) => [
      screen,
      Object.fromEntries(Object.keys(allFlags).map((action) => [action, allowed(`${screen}.${action as Action}`)])),
    ]),
  ) as Grants

describe('NAV-5 a page needs the permission of its endpoint', () => {
  it('does not compile with another endpoint’s permission', () => {
    // @ts-expect-error the list takes cards.read
    expect(accessOf<typeof cards.list>('cards.update')).toBe('cards.update')
    expect(accessOf<typeof cards.list>('cards.read')).toBe('cards.read')
  })

  it.each(routeFiles)('%s names only endpoints that its pages call', (file) => {
    const named = [...(sources.get(file) ?? '').matchAll(/accessOf<typeof (\w+\.\w+)>/g)].map(([, name = '']) => name)
    const text = filesUnder(importsOf(file).filter((name) => !name.includes('.paths.ts')))
      .map((part) => sources.get(part))
      .join('\n')
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !new RegExp(`\\b${name.replace('.', '\\.')}\\b(?!>)`).test(text))).toEqual([])
  })

  it('spells out no permission anywhere else', () => {
    const written = /(?<!accessOf<typeof \w+\.\w+>\()'(?:\w+)\.(?:create|read|update|delete|download)(?:\||')/
    const faults = [...sources].flatMap(([file, text]) =>
      file === 'api/toasts.ts'
        ? []
        : text.split('\n').flatMap((line) => (written.test(line) ? [`${file}: ${line}`] : [])),
    )
    expect(faults).toEqual([])
    const loose = [...sources].filter(([, text]) => /\baccessTo\('?\w/.test(text)).map(([file]) => file)
    expect(loose.sort()).toEqual(['app/sections.tsx', 'rates/daily-rates.routes.tsx'])
  })
})

const specifiedSections = [
  '/transactions',
  '/managercards',
  '/invoices',
  '/user',
  '/customer',
  '/customer-markup',
  '/dailyrates',
  '/smartbuy',
  '/truckcare',
  '/reporting',
]
const specifiedViews = ['/transactions', '/managercards', '/invoices', '/user'].map((section) => `${section}/$id/view`)
const openTo = (person: Person) => {
  const grants = grantsOf(person)
  return pages.filter((page) => isAllowed({ grants }, page)).map(({ path: to }) => to)
}
/** What any user at a customer with view access opens. */
const viewed = [
  '/managercards',
  '/managercards/$id/view',
  '/help',
  '/profile',
  '/profile/notifications',
  '/profile/security',
  '/notifications',
  '/UserProfile',
  '/transactions',
  '/transactions/exceptions',
  '/transactions/$id/view',
  '/invoices/payments',
  '/invoices/receipts',
  '/invoices/receipts/$id/view',
  '/invoices/credit-notes',
  '/invoices/credit-notes/$id/view',
  '/customer/$id/statement',
  '/invoices',
  '/invoices/$id/view',
]

describe('every specified address', () => {
  it('NAV-4 has a page, which the provider’s Admin can open', () => {
    const wanted = [
      '/Dashboard',
      '/UserProfile',
      '/profile',
      '/tracking-logs',
      '/invoices/payments',
      '/company',
      '/company/add-new',
      ...specifiedSections.flatMap((section) => [section, `${section}/add-new`, `${section}/$id/edit`]),
      ...specifiedViews,
    ]
    expect(openTo({ role: roles.admin, levels: {}, kind: 'provider' })).toEqual(expect.arrayContaining(wanted))
  })

  it('NAV-5 needs read for a list or a view, create to add, and update to edit', () => {
    const actionsOf = (wanted: (to: string) => boolean) => [
      ...new Set(pages.filter(({ path: to }) => wanted(to)).map(({ can }) => can.split('.')[1])),
    ]
    expect(actionsOf((to) => to.endsWith('/add-new'))).toEqual(['create'])
    expect(actionsOf((to) => to.endsWith('/edit'))).toEqual(['update'])
    expect(actionsOf((to) => [...specifiedSections, ...specifiedViews].includes(to))).toEqual(['read'])
  })

  it('NAV-5 DASH-2 API-6 is closed to a customer’s users without its permission', () => {
    const { access } = levels
    const viewOnly = { view_fuel_cards: access, view_transactions: access, view_invoices: access }
    expect(openTo({ role: roles.user, levels: viewOnly, kind: 'customer' }).sort()).toEqual([...viewed].sort())
    expect(openTo({ role: roles.admin, levels: {}, kind: 'customer' }).sort()).toEqual(
      [
        ...viewed,
        '/Dashboard',
        '/managercards/$id/edit',
        '/tracking-logs',
        '/api-keys',
        '/webhooks',
        '/webhooks/$id/view',
        '/smartbuy',
        '/smartbuy/route',
        '/smartbuy/missed',
        '/truckcare',
        '/truckcare/due',
        '/truckcare/plans',
        '/truckcare/services',
        '/truckcare/units/$id',
        '/units/$id/view',
        '/reporting',
        '/reporting/budgets',
        '/reporting/ifta',
        '/reporting/library',
        '/reporting/library/$key',
        '/reporting/runs/$id',
        '/reporting/schedules',
        '/user',
        '/user/add-new',
        '/user/$id/edit',
        '/user/$id/view',
      ].sort(),
    )
  })
})

describe('menus and pages', () => {
  it('NAV-1 a menu item is shown to users who can open its page', () => {
    const routes = menuItems.map(({ menu, path: to }) => [menu, String(pages.find((page) => page.path === to)?.can)])
    expect(routes).toEqual(menuItems.map(({ menu }) => [menu, `${menuScreens[menu]}.read`]))
  })

  it('every further page leads to a page and has its permission', () => {
    const all = [...furtherPages, ...deeperPages]
    const everything = { grants: grantsFor(() => true), company: { kind: 'provider' as const } }
    const admin = { ...everything, profile: { is_provider_admin: true } }
    expect(all.filter(({ path: to }) => !mayOpen(admin, to))).toEqual([])
    // Users with every permission are still no Admins.
    expect(all.filter(({ path: to }) => !mayOpen(everything, to)).map(({ label }) => label)).toEqual(['Operations'])
    expect(all.filter(({ path: to }) => mayOpen({ grants: grantsFor(() => false) }, to))).toEqual([])
    const reader = { grants: grantsFor((permission) => permission.endsWith('.read')) }
    expect(deeperPages.filter(({ path: to }) => mayOpen(reader, to)).map(({ label }) => label)).toEqual([
      'Company',
      'Invoice Payments',
      'Receipts',
      'Credit notes',
      'Reports to run',
      'Schedules',
      'Budgets',
    ])
  })

  it('DASH-2 NAV-5 a planned section’s form also needs the permission for transactions', () => {
    const granted = (...permissions: string[]) => ({ grants: grantsFor((one) => permissions.includes(one)) })
    const section = granted('reporting.create', 'reporting.update')
    const both = granted('reporting.create', 'reporting.update', 'transactions.create', 'transactions.update')
    const paths = ['/reporting/add-new', '/reporting/$id/edit']
    expect(paths.map((to) => [mayOpen(section, to), mayOpen(both, to)])).toEqual(Array(2).fill([false, true]))
  })

  it('page addresses are only in .paths.ts', () => {
    const firsts = new Set(pages.map(({ path: to }) => to.split('/')[1]))
    const faults = [...sources].flatMap(([file, text]) =>
      file.endsWith('.paths.ts')
        ? []
        : [...text.matchAll(/(?<![*/] .*)['"`]\/([\w-]+)(?=[/'"`])/g)].flatMap(([found, first = '']) =>
            firsts.has(first) ? [`${file}: ${found}`] : [],
          ),
    )
    expect(faults).toEqual([])
  })
})
