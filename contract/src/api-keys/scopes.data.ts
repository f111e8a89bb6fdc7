import type { Permission } from '../permissions.ts'

/**
 * What a service key can be given: the permissions that calls ask for, in the order of the screens (INTEG-1). A test
 * compares them with the contract.
 */
export const scopes = [
  'dashboard.read',
  'cards.read',
  'cards.create',
  'cards.update',
  'cards.delete',
  'cards.download',
  'users.read',
  'users.create',
  'users.update',
  'users.delete',
  'users.download',
  'transactions.read',
  'transactions.create',
  'transactions.update',
  'transactions.delete',
  'transactions.download',
  'invoices.read',
  'invoices.create',
  'invoices.update',
  'invoices.download',
  'reporting.read',
  'reporting.update',
  'reporting.download',
  'smartbuy.read',
  'truckcare.read',
  'truckcare.update',
  'truckcare.download',
  'customers.read',
  'customers.create',
  'customers.update',
  'customers.download',
  'markups.read',
  'markups.create',
  'markups.update',
  'markups.download',
  'rates.read',
  'rates.create',
  'rates.update',
  'rates.delete',
  'rates.download',
] as const satisfies readonly Permission[]
export type KeyScope = (typeof scopes)[number]
