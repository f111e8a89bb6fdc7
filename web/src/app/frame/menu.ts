import type { MenuKey } from '@portal/contract/permissions.ts'
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

export type MenuItem = {
  menu: MenuKey
  label: string
  path: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  also?: readonly string[]
}

/** The top menu in its order (NAV-1). `also` are pages without an item of their own that belong to this one. */
const items: readonly MenuItem[] = [
  { menu: 'dashboardMenu', label: 'Dashboard', path: '/Dashboard', icon: IconLayoutDashboard },
  {
    menu: 'customerMenu',
    label: 'Customer',
    path: '/customer',
    icon: IconBuildingStore,
    also: ['/company', '/outbox'],
  },
  { menu: 'markupMenu', label: 'Markup', path: '/customer-markup', icon: IconPercentage },
  { menu: 'userMenu', label: 'Users', path: '/user', icon: IconUsers, also: ['/tracking-logs'] },
  { menu: 'managecardMenu', label: 'Cards', path: '/managercards', icon: IconCreditCard },
  { menu: 'reportingMenu', label: 'Reporting', path: '/reporting', icon: IconChartBar },
  {
    menu: 'transactionMenu',
    label: 'Transactions',
    path: '/transactions',
    icon: IconReceipt,
    also: ['/imports', '/quarantine'],
  },
  { menu: 'dailyRatesMenu', label: 'Daily Rates', path: '/dailyrates', icon: IconGasStation, also: ['/tax-rates'] },
  { menu: 'invoiceMenu', label: 'Invoices', path: '/invoices', icon: IconFileInvoice },
  { menu: 'smartbuyMenu', label: 'Smart Buy', path: '/smartbuy', icon: IconCurrencyDollar },
  { menu: 'truckcareMenu', label: 'Truck Care', path: '/truckcare', icon: IconTruck },
]

export const menuOf = ({ menuAccess }: Pick<Session, 'menuAccess'>): MenuItem[] =>
  items.filter(({ menu }) => menuAccess[menu].read)

/** Where a signed-in person lands: the cards, else the first thing they may read, else themselves (AUTH-6). */
export function homeOf(session: Pick<Session, 'menuAccess'>): string {
  const allowed = menuOf(session)
  return (allowed.find(({ menu }) => menu === 'managecardMenu') ?? allowed[0])?.path ?? '/profile'
}
/** Where the logo leads: the dashboard, or, without leave to see that, where the person would land (NAV-3, AUTH-6). */
export function frontOf(session: Pick<Session, 'menuAccess'>): { path: string; label: string } {
  const allowed = menuOf(session)
  const path = session.menuAccess.dashboardMenu.read ? '/Dashboard' : homeOf(session)
  return { path, label: allowed.find((item) => item.path === path)?.label ?? 'Profile' }
}
const isUnder = (pathname: string, path: string): boolean => {
  const here = pathname.toLowerCase()
  return here === path.toLowerCase() || here.startsWith(`${path.toLowerCase()}/`)
}
/** For `aria-current`: the item's own page, or one that belongs to it and stands elsewhere. */
export function currentOf({ path, also = [] }: MenuItem, pathname: string): 'page' | 'true' | undefined {
  if (isUnder(pathname, path)) return 'page'
  return also.some((other) => isUnder(pathname, other)) ? 'true' : undefined
}
