import type { Access } from '@portal/contract/permissions.ts'
import {
  IconBuildingStore,
  IconFileImport,
  IconFileInvoice,
  IconHistory,
  IconLockPause,
  IconMail,
  IconPlus,
  IconReceiptTax,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

export type FurtherPage = {
  label: string
  path: string
  can: Access
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true }>
}

/** What has no place in the top menu, for those who may see it: in the user's own menu and in the palette. */
export const furtherPages: readonly FurtherPage[] = [
  { label: 'Imports', path: '/imports', can: 'cards.create|transactions.create', icon: IconFileImport },
  { label: 'Quarantine', path: '/quarantine', can: 'transactions.create', icon: IconLockPause },
  { label: 'Tracking Logs', path: '/tracking-logs', can: 'users.delete', icon: IconHistory },
  { label: 'Mail', path: '/outbox', can: 'customers.read', icon: IconMail },
  { label: 'Tax Rates', path: '/tax-rates', can: 'rates.read', icon: IconReceiptTax },
]

/** What is reached from a list's own buttons, and so from anywhere only by the palette. */
export const deeperPages: readonly FurtherPage[] = [
  { label: 'Company', path: '/company', can: 'customers.read', icon: IconBuildingStore },
  { label: 'Invoice Payments', path: '/invoices/payments', can: 'invoices.read', icon: IconFileInvoice },
  { label: 'Billing Runs', path: '/invoices/runs', can: 'invoices.create', icon: IconFileInvoice },
  { label: 'Billing Settings', path: '/invoices/settings', can: 'invoices.update', icon: IconFileInvoice },
  { label: 'Add Card', path: '/managercards/add-new', can: 'cards.create', icon: IconPlus },
  { label: 'Add Customer Company', path: '/customer/add-new', can: 'customers.create', icon: IconPlus },
  { label: 'Add Invoice', path: '/invoices/add-new', can: 'invoices.create', icon: IconPlus },
  { label: 'Add Transaction', path: '/transactions/add-new', can: 'transactions.create', icon: IconPlus },
  { label: 'Add Markup', path: '/customer-markup/add-new', can: 'markups.create', icon: IconPlus },
  { label: 'Add User', path: '/user/add-new', can: 'users.create', icon: IconPlus },
]
