import { type Level, levels, type Module, type Role, roles } from '../permissions.ts'

export const roleWords = { [roles.admin]: 'Admin', [roles.user]: 'User' } as const satisfies Record<Role, string>
export const levelWords = {
  [levels.full]: 'Full Access',
  [levels.none]: 'No Access',
  [levels.access]: 'Access',
} as const satisfies Record<Level, string>
export const moduleWords: Readonly<Record<Module, string>> = {
  manage_users: 'Manage Users',
  manage_dashboard: 'Manage Dashboard',
  view_users: 'View Users',
  manage_fuel_cards: 'Manage Fuel Cards',
  view_fuel_cards: 'View Fuel Cards',
  view_invoices: 'View Invoices',
  manage_money_codes: 'Manage Money Codes',
  view_money_codes: 'View Money Codes',
  approve_money_codes: 'Approve Money Codes',
  view_transactions: 'View Transactions',
  manage_reports: 'Manage Reports',
  view_reports: 'View Reports',
  manage_truckcare: 'Manage Truckcare',
}
