/** Screens by their name in code, with the specification's code and title (PERM-1). */
export const screens = {
  orders: { code: 'ORD', name: 'Order' },
  dashboard: { code: 'DB', name: 'Dashboard' },
  cards: { code: 'FCM', name: 'Cards' },
  users: { code: 'FU', name: 'Users' },
  transactions: { code: 'FT', name: 'Transactions' },
  invoices: { code: 'FI', name: 'Invoices' },
  employees: { code: 'EMP', name: 'Employees' },
  companies: { code: 'FC', name: 'Company' },
  reporting: { code: 'FRPT', name: 'Reporting' },
  smartbuy: { code: 'FSB', name: 'Smart Buy' },
  truckcare: { code: 'FTC', name: 'Truck Care' },
  customers: { code: 'FCC', name: 'Customers' },
  markups: { code: 'FCCM', name: 'Markup' },
  rates: { code: 'FDR', name: 'Daily Rates' },
} as const
export type Screen = keyof typeof screens
export const screenNames = Object.keys(screens) as Screen[]

export const actions = ['create', 'read', 'update', 'delete', 'download'] as const
export type Action = (typeof actions)[number]
export type Flags = Record<Action, boolean>
/** What permissions are about: the screens, and webhooks, which open to those who may delete users (docs/decisions/0007). */
export type Subject = Screen | 'webhooks'
const subjects: readonly Subject[] = [...screenNames, 'webhooks']
export type Permission = `${Subject}.${Action}`
/** Two permissions separated by a bar: either is enough. */
export type Access = Permission | `${Permission}|${Permission}` | 'signed-in' | 'public'
export type Grants = Record<Subject, Flags>

export const modules = [
  'manage_users',
  'manage_dashboard',
  'view_users',
  'manage_fuel_cards',
  'view_fuel_cards',
  'view_invoices',
  'manage_money_codes',
  'view_money_codes',
  'approve_money_codes',
  'view_transactions',
  'manage_reports',
  'view_reports',
  'manage_truckcare',
] as const
export type Module = (typeof modules)[number]
export const roles = { admin: 1, user: 2 } as const
export type Role = (typeof roles)[keyof typeof roles]
export const levels = { full: 1, none: 2, access: 3 } as const
export type Level = (typeof levels)[keyof typeof levels]
export type ModuleLevels = Partial<Record<Module, Level>>
export type CompanyKind = 'provider' | 'customer'
export type Person = { role: Role; levels: ModuleLevels; kind: CompanyKind }

const flags = (...granted: Action[]): Flags =>
  Object.fromEntries(actions.map((action) => [action, granted.includes(action)])) as Flags
export const noFlags = flags()
export const allFlags = flags(...actions)
const viewing = flags('read', 'download')
const working = flags('read', 'update', 'download')
const reading = flags('read')

/** The screens that each module opens. Money codes have no screen yet (PERM-6). */
const moduleScreens: Record<Module, readonly Screen[]> = {
  manage_users: ['users'],
  view_users: ['users'],
  manage_fuel_cards: ['cards'],
  view_fuel_cards: ['cards'],
  view_transactions: ['transactions'],
  view_invoices: ['invoices'],
  manage_reports: ['reporting'],
  view_reports: ['reporting'],
  manage_truckcare: ['truckcare', 'smartbuy'],
  manage_dashboard: ['dashboard'],
  manage_money_codes: [],
  view_money_codes: [],
  approve_money_codes: [],
}
/** The extra screens that Full Access on a view module opens for staff. */
const staffExtras: Partial<Record<Module, readonly Screen[]>> = {
  view_transactions: ['transactions', 'rates'],
  view_invoices: ['invoices', 'customers', 'markups'],
}
/** The most that a user of each kind of company can have. FC follows FCC; ORD and EMP do not exist yet. */
const ceilings: Record<CompanyKind, Partial<Record<Screen, Flags>>> = {
  provider: {
    dashboard: allFlags,
    cards: allFlags,
    users: allFlags,
    transactions: allFlags,
    invoices: allFlags,
    reporting: allFlags,
    smartbuy: allFlags,
    truckcare: allFlags,
    customers: allFlags,
    markups: allFlags,
    rates: allFlags,
  },
  customer: {
    users: allFlags,
    cards: working,
    transactions: viewing,
    invoices: viewing,
    // A customer schedules reports and files its distances (REPT-5, REPT-7).
    reporting: working,
    dashboard: reading,
    smartbuy: reading,
    // A customer completes its own units (CARE-1).
    truckcare: working,
  },
}

const union = (a: Flags, b: Flags): Flags =>
  Object.fromEntries(actions.map((action) => [action, a[action] || b[action]])) as Flags
const intersection = (a: Flags, b: Flags): Flags =>
  Object.fromEntries(actions.map((action) => [action, a[action] && b[action]])) as Flags

function moduleGrant(module: Module, level: Level, kind: CompanyKind): [readonly Screen[], Flags][] {
  if (level === levels.none) return []
  if (module.startsWith('manage_')) return [[moduleScreens[module], level === levels.full ? allFlags : working]]
  const extras = level === levels.full && kind === 'provider' ? staffExtras[module] : undefined
  return extras
    ? [
        [moduleScreens[module], viewing],
        [extras, allFlags],
      ]
    : [[moduleScreens[module], viewing]]
}

/** Adds what follows from the screens. A key can be given it by itself (INTEG-1). */
const withWebhooks = (opened: Record<Screen, Flags>): Grants => ({
  ...opened,
  webhooks: opened.users.delete ? allFlags : noFlags,
})

/**
 * Derives screen flags from role, module levels and kind of company. The server enforces them and the user wizard shows
 * them (PERM-6).
 */
export function grantsOf({ role, levels: held, kind }: Person): Grants {
  const grants = Object.fromEntries(screenNames.map((screen) => [screen, noFlags])) as Record<Screen, Flags>
  const raise = (screen: Screen, by: Flags) => {
    grants[screen] = union(grants[screen], intersection(by, ceilings[kind][screen] ?? noFlags))
  }
  if (role === roles.admin) for (const screen of screenNames) raise(screen, allFlags)
  else
    for (const module of modules)
      for (const [opened, by] of moduleGrant(module, held[module] ?? levels.none, kind))
        for (const screen of opened) raise(screen, by)
  grants.companies = grants.customers
  return withWebhooks(grants)
}

const isWithin = (given: Grants, held: Grants): boolean =>
  screenNames.every((screen) => actions.every((action) => held[screen][action] || !given[screen][action]))
const ranks: Record<Level, number> = { [levels.none]: 0, [levels.access]: 1, [levels.full]: 2 }

/**
 * The parts of a role and levels that exceed the granting user's own: no user can grant more than they have (USER-7).
 * Only an Admin can grant Admin. A module without a screen is compared by level.
 */
export function excessOf(giver: Pick<Person, 'role' | 'levels'>, given: Person): ('role' | Module)[] {
  if (giver.role === roles.admin) return []
  if (given.role === roles.admin) return ['role']
  const { kind } = given
  const held = grantsOf({ ...giver, kind })
  return modules.filter((module) => {
    const level = given.levels[module] ?? levels.none
    if (moduleScreens[module].length === 0) return ranks[level] > ranks[giver.levels[module] ?? levels.none]
    return !isWithin(grantsOf({ role: roles.user, levels: { [module]: level }, kind }), held)
  })
}

/** What of these grants is among the given permissions, as for a key that was given only some (INTEG-1). */
export const grantsWithin = (held: Grants, permissions: readonly string[]): Grants =>
  Object.fromEntries(
    subjects.map((subject) => [
      subject,
      intersection(held[subject], flags(...actions.filter((action) => permissions.includes(`${subject}.${action}`)))),
    ]),
  ) as Grants

/** Whether these grants allow this access; null grants mean not signed in. Every guard uses it. */
export function can(grants: Grants | null, access: Access): boolean {
  if (access === 'public') return true
  if (grants === null) return false
  if (access === 'signed-in') return true
  return access.split('|').some((permission) => {
    const [subject, action] = permission.split('.') as [Subject, Action]
    return grants[subject][action]
  })
}

/** Whether a user with these grants, who acts for this kind of company, can call an endpoint. */
export const mayCall = (
  grants: Grants | null,
  kind: CompanyKind | null,
  endpoint: { can: Access; isForStaff?: true | undefined },
): boolean => can(grants, endpoint.can) && (!endpoint.isForStaff || kind === 'provider')

/** The specification's menu-access entries, in the order of the top menu (NAV-1, PERM-2). */
export const menuScreens = {
  dashboardMenu: 'dashboard',
  customerMenu: 'customers',
  markupMenu: 'markups',
  userMenu: 'users',
  managecardMenu: 'cards',
  reportingMenu: 'reporting',
  transactionMenu: 'transactions',
  dailyRatesMenu: 'rates',
  invoiceMenu: 'invoices',
  smartbuyMenu: 'smartbuy',
  truckcareMenu: 'truckcare',
} as const satisfies Record<string, Screen>
export type MenuKey = keyof typeof menuScreens
export type MenuAccess = Record<MenuKey | 'profileMenu', Flags>

/** A screen missing in the reply counts as all false, the profile as all true (PERM-2). */
export function menuAccessOf(answer: readonly ({ code: string } & Flags)[]): MenuAccess {
  const byCode = new Map(
    answer.map(({ code, create, read, update, delete: remove, download }) => [
      code,
      { create, read, update, delete: remove, download },
    ]),
  )
  const entries = Object.entries(menuScreens).map(([menu, screen]) => [
    menu,
    byCode.get(screens[screen].code) ?? noFlags,
  ])
  return { ...Object.fromEntries(entries), profileMenu: allFlags } as MenuAccess
}
export function grantsFromScreens(answer: readonly ({ code: string } & Flags)[]): Grants {
  const byCode = new Map(answer.map((screen) => [screen.code, screen]))
  return withWebhooks(
    Object.fromEntries(screenNames.map((screen) => [screen, byCode.get(screens[screen].code) ?? noFlags])) as Record<
      Screen,
      Flags
    >,
  )
}
