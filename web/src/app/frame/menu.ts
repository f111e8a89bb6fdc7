import type { MenuKey } from '@portal/contract/permissions.ts'
import type { TodoKey } from '@portal/contract/todo/todo.ts'
import {
  IconBuildingStore,
  IconChartBar,
  IconCreditCard,
  IconCurrencyDollar,
  IconFileInvoice,
  IconGasStation,
  IconLayoutDashboard,
  IconPercentage,
  IconReceipt,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Session } from '../../api/session.ts'
import { statementsPath } from '../../booking/provider-statements.paths.ts'
import { quarantinePath } from '../../booking/quarantine.paths.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { companiesPath, customersPath } from '../../customers/customers.paths.ts'
import { dashboardPath } from '../../dashboard/dashboard.paths.ts'
import { importsPath } from '../../imports/imports.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { markupsPath } from '../../markups/markups.paths.ts'
import { profilePath } from '../../profile/profile.paths.ts'
import { dailyRatesPath } from '../../rates/daily-rates.paths.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { usersPath } from '../../users/users.paths.ts'
import { reportingPath, smartbuyPath, truckcarePath } from '../sections.paths.ts'

export type MenuItem = {
  menu: MenuKey
  label: string
  path: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  also?: readonly string[]
  /** Its open work. The first kind that has some is counted beside the item (UX-2). */
  todo?: readonly TodoKey[]
}

/** The top menu in order (NAV-1). `also` lists pages without their own item that belong to this one. */
export const menuItems: readonly MenuItem[] = [
  { menu: 'dashboardMenu', label: 'Dashboard', path: dashboardPath, icon: IconLayoutDashboard },
  {
    menu: 'customerMenu',
    label: 'Customer',
    path: customersPath,
    icon: IconBuildingStore,
    also: [companiesPath],
    todo: ['registrations'],
  },
  { menu: 'markupMenu', label: 'Markup', path: markupsPath, icon: IconPercentage },
  { menu: 'userMenu', label: 'Users', path: usersPath, icon: IconUsers },
  { menu: 'managecardMenu', label: 'Cards', path: cardsPath, icon: IconCreditCard },
  { menu: 'reportingMenu', label: 'Reporting', path: reportingPath, icon: IconChartBar },
  {
    menu: 'transactionMenu',
    label: 'Transactions',
    path: transactionsPath,
    icon: IconReceipt,
    also: [importsPath, quarantinePath, statementsPath],
    todo: ['to_review', 'quarantined', 'untied_imports'],
  },
  {
    menu: 'dailyRatesMenu',
    label: 'Daily Rates',
    path: dailyRatesPath,
    icon: IconGasStation,
    todo: ['rates_missing'],
  },
  {
    menu: 'invoiceMenu',
    label: 'Invoices',
    path: invoicesPath,
    icon: IconFileInvoice,
    todo: ['drafts', 'bank_lines'],
  },
  { menu: 'smartbuyMenu', label: 'Smart Buy', path: smartbuyPath, icon: IconCurrencyDollar },
  { menu: 'truckcareMenu', label: 'Truck Care', path: truckcarePath, icon: IconTruck, todo: ['services_due'] },
]

export const menuOf = ({ menuAccess }: Pick<Session, 'menuAccess'>): MenuItem[] =>
  menuItems.filter(({ menu }) => menuAccess[menu].read)

/** Where a user lands after signing in: the cards, else the first readable page, else their profile (AUTH-6). */
export function homeOf(session: Pick<Session, 'menuAccess'>): string {
  const allowed = menuOf(session)
  return (allowed.find(({ menu }) => menu === 'managecardMenu') ?? allowed[0])?.path ?? profilePath
}
/** Where the logo leads: the dashboard, or without permission, where the user lands (NAV-3, AUTH-6). */
export function frontOf(session: Pick<Session, 'menuAccess'>): { path: string; label: string } {
  const allowed = menuOf(session)
  const path = session.menuAccess.dashboardMenu.read ? dashboardPath : homeOf(session)
  return { path, label: allowed.find((item) => item.path === path)?.label ?? 'Profile' }
}
const isUnder = (pathname: string, path: string): boolean => {
  const here = pathname.toLowerCase()
  return here === path.toLowerCase() || here.startsWith(`${path.toLowerCase()}/`)
}
/** For `aria-current`: `page` for the item's own page, `true` for one that belongs to it. */
export function currentOf({ path, also = [] }: MenuItem, pathname: string): 'page' | 'true' | undefined {
  if (isUnder(pathname, path)) return 'page'
  return also.some((other) => isUnder(pathname, other)) ? 'true' : undefined
}
