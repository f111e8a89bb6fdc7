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
import { runsPath, settingsPath } from '../../billing/billing.paths.ts'
import { quarantinePath } from '../../booking/quarantine.paths.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { companiesPath, customersPath } from '../../customers/customers.paths.ts'
import { importsPath } from '../../imports/imports.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { logsPath } from '../../logs/logs.paths.ts'
import { markupsPath } from '../../markups/markups.paths.ts'
import { outboxPath } from '../../outbox/outbox.paths.ts'
import { paymentsPath } from '../../payments/payments.paths.ts'
import { taxRatesPath } from '../../rates/tax-rates.paths.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { usersPath } from '../../users/users.paths.ts'

export type FurtherPage = {
  label: string
  path: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true }>
}

/** Pages outside the top menu, in the account menu and the palette. Shown to users with permission. */
export const furtherPages: readonly FurtherPage[] = [
  { label: 'Imports', path: importsPath, icon: IconFileImport },
  { label: 'Quarantine', path: quarantinePath, icon: IconLockPause },
  { label: 'Tracking Logs', path: logsPath, icon: IconHistory },
  { label: 'Mail', path: outboxPath, icon: IconMail },
  { label: 'Tax Rates', path: taxRatesPath, icon: IconReceiptTax },
]

/** Pages opened from a list's buttons, or from anywhere through the palette. */
export const deeperPages: readonly FurtherPage[] = [
  { label: 'Company', path: companiesPath, icon: IconBuildingStore },
  { label: 'Invoice Payments', path: paymentsPath, icon: IconFileInvoice },
  { label: 'Billing Runs', path: runsPath, icon: IconFileInvoice },
  { label: 'Billing Settings', path: settingsPath, icon: IconFileInvoice },
  { label: 'Add Card', path: `${cardsPath}/add-new`, icon: IconPlus },
  { label: 'Add Customer Company', path: `${customersPath}/add-new`, icon: IconPlus },
  { label: 'Add Invoice', path: `${invoicesPath}/add-new`, icon: IconPlus },
  { label: 'Add Transaction', path: `${transactionsPath}/add-new`, icon: IconPlus },
  { label: 'Add Markup', path: `${markupsPath}/add-new`, icon: IconPlus },
  { label: 'Add User', path: `${usersPath}/add-new`, icon: IconPlus },
]
