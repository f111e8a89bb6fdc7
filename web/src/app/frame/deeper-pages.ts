import {
  IconArrowsExchange,
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendarRepeat,
  IconCash,
  IconChartBar,
  IconFileInvoice,
  IconPigMoney,
  IconPlus,
  IconReceiptRefund,
} from '@tabler/icons-react'
import { bankFilesPath } from '../../bank-files/bank-files.paths.ts'
import { runsPath, settingsPath } from '../../billing/billing.paths.ts'
import { budgetsPath } from '../../budgets/budgets.paths.ts'
import { cardsPath } from '../../cards/cards.paths.ts'
import { claimsPath } from '../../claims/claims.paths.ts'
import { creditNotesPath } from '../../credit-notes/credit-notes.paths.ts'
import { companiesPath, customersPath } from '../../customers/customers.paths.ts'
import { exchangeRatesPath } from '../../exchange-rates/exchange-rates.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { journalAccountsPath, journalPath } from '../../journal/journal.paths.ts'
import { markupsPath } from '../../markups/markups.paths.ts'
import { paymentsPath } from '../../payments/payments.paths.ts'
import { receiptsPath, recordReceiptPath } from '../../receipts/receipts.paths.ts'
import { libraryPath, marginPath, schedulesPath } from '../../reports/reports.paths.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { usersPath } from '../../users/users.paths.ts'
import { refundsPath, writeOffsPath } from '../../write-offs/write-offs.paths.ts'
import type { FurtherPage } from './further-pages.ts'

/** Pages opened from a list's buttons, or from anywhere through the palette. */
export const deeperPages: readonly FurtherPage[] = [
  { label: 'Company', path: companiesPath, icon: IconBuildingStore },
  { label: 'Bank files', path: bankFilesPath, icon: IconBuildingBank },
  { label: 'Invoice Payments', path: paymentsPath, icon: IconFileInvoice },
  { label: 'Receipts', path: receiptsPath, icon: IconCash },
  { label: 'Record receipt', path: recordReceiptPath, icon: IconPlus },
  { label: 'Credit notes', path: creditNotesPath, icon: IconReceiptRefund },
  { label: 'Write-offs', path: writeOffsPath, icon: IconReceiptRefund },
  { label: 'Refunds', path: refundsPath, icon: IconReceiptRefund },
  { label: 'Billing Runs', path: runsPath, icon: IconFileInvoice },
  { label: 'Billing Settings', path: settingsPath, icon: IconFileInvoice },
  { label: 'Reports to run', path: libraryPath, icon: IconChartBar },
  { label: 'Schedules', path: schedulesPath, icon: IconCalendarRepeat },
  { label: 'Budgets', path: budgetsPath, icon: IconPigMoney },
  { label: 'Margin', path: marginPath, icon: IconChartBar },
  { label: 'Claims', path: claimsPath, icon: IconReceiptRefund },
  { label: 'Exchange rates', path: exchangeRatesPath, icon: IconArrowsExchange },
  { label: 'Journal', path: journalPath, icon: IconBook2 },
  { label: 'General-ledger accounts', path: journalAccountsPath, icon: IconBook2 },
  { label: 'Add Card', path: `${cardsPath}/add-new`, icon: IconPlus },
  { label: 'Add Customer Company', path: `${customersPath}/add-new`, icon: IconPlus },
  { label: 'Add Invoice', path: `${invoicesPath}/add-new`, icon: IconPlus },
  { label: 'Add Transaction', path: `${transactionsPath}/add-new`, icon: IconPlus },
  { label: 'Add Markup', path: `${markupsPath}/add-new`, icon: IconPlus },
  { label: 'Add User', path: `${usersPath}/add-new`, icon: IconPlus },
]
