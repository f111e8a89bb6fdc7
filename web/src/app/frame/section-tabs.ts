import { type TodoKey, todoFilters } from '@portal/contract/todo/todo.ts'
import { serviceKeysPath } from '../../api-keys/api-keys.paths.ts'
import { bankFilesPath } from '../../bank-files/bank-files.paths.ts'
import { runsPath, settingsPath } from '../../billing/billing.paths.ts'
import { productCodesPath } from '../../booking/product-codes.paths.ts'
import { statementsPath } from '../../booking/provider-statements.paths.ts'
import { quarantinePath } from '../../booking/quarantine.paths.ts'
import { booksPath } from '../../books/books.paths.ts'
import { cardsPath, templatesPath } from '../../cards/cards.paths.ts'
import { creditNotesPath } from '../../credit-notes/credit-notes.paths.ts'
import { companiesPath, customersPath } from '../../customers/customers.paths.ts'
import { importsPath } from '../../imports/imports.paths.ts'
import { invoicesPath } from '../../invoices/invoices.paths.ts'
import { logsPath } from '../../logs/logs.paths.ts'
import { operationsPath } from '../../operations/operations.paths.ts'
import { outboxPath } from '../../outbox/outbox.paths.ts'
import { taxRatesPath } from '../../rates/taxes/tax-rates.paths.ts'
import { receiptsPath } from '../../receipts/receipts.paths.ts'
import { exposurePath, receivablesPath } from '../../receivables/receivables.paths.ts'
import { exceptionsPath } from '../../transactions/exceptions/exceptions.paths.ts'
import { transactionsPath } from '../../transactions/transactions.paths.ts'
import { duePath, plansPath, servicesPath } from '../../units/units.paths.ts'
import { webhooksPath } from '../../webhooks/webhooks.paths.ts'
import { truckcarePath } from '../sections.paths.ts'

export type SectionTab = {
  label: string
  path: string
  /** The tab is its path with this filter. */
  filter?: string
  /** What is counted beside it. */
  todo?: TodoKey
  /** For users who can open this page too. */
  needs?: string
}
type Section = { label: string; tabs: readonly SectionTab[] }

/** Pages that belong together (UX-2). Users see the tabs that they can open. */
export const administration: Section = {
  label: 'Administration',
  tabs: [
    { label: 'Tracking Logs', path: logsPath },
    { label: 'Mail', path: outboxPath, todo: 'failed_mails' },
    { label: 'Tax Rates', path: taxRatesPath },
    { label: 'Product Codes', path: productCodesPath },
    { label: 'Books', path: booksPath },
    { label: 'API keys', path: serviceKeysPath },
    { label: 'Webhooks', path: webhooksPath },
    { label: 'Operations', path: operationsPath },
  ],
}
export const sections: readonly Section[] = [
  {
    label: 'Customers',
    tabs: [
      { label: 'All', path: customersPath },
      { label: 'Registrations', path: companiesPath, todo: 'registrations' },
      { label: 'Exposure', path: exposurePath },
    ],
  },
  {
    label: 'Cards',
    tabs: [
      { label: 'All', path: cardsPath },
      { label: 'Templates', path: templatesPath },
    ],
  },
  {
    label: 'Transactions',
    tabs: [
      { label: 'All', path: transactionsPath },
      // Users who can open quarantine are staff, and review.
      {
        label: 'To review',
        path: transactionsPath,
        filter: todoFilters.to_review[0],
        todo: 'to_review',
        needs: quarantinePath,
      },
      { label: 'Exceptions', path: exceptionsPath, filter: 'state:open' },
      { label: 'Quarantine', path: quarantinePath, todo: 'quarantined' },
      { label: 'Imports', path: importsPath, todo: 'untied_imports' },
      { label: 'Provider Statements', path: statementsPath },
    ],
  },
  {
    label: 'Invoices',
    tabs: [
      { label: 'All', path: invoicesPath },
      // Users who can open the runs bill, and send the drafts.
      { label: 'Drafts', path: invoicesPath, filter: todoFilters.drafts[0], todo: 'drafts', needs: runsPath },
      { label: 'Runs', path: runsPath },
      { label: 'Receipts', path: receiptsPath },
      { label: 'Bank files', path: bankFilesPath, todo: 'bank_lines' },
      { label: 'Credit notes', path: creditNotesPath },
      { label: 'Receivables', path: receivablesPath },
      { label: 'Settings', path: settingsPath },
    ],
  },
  {
    label: 'Truck Care',
    tabs: [
      { label: 'Units', path: truckcarePath },
      { label: 'Services due', path: duePath, todo: 'services_due' },
      { label: 'Services', path: servicesPath },
      { label: 'Service plans', path: plansPath },
    ],
  },
  administration,
]

const filtersOf = (search: Record<string, unknown>): unknown[] => [search.filter ?? []].flat()

/**
 * The tab that a page stands under, if it is one. A tab with a filter counts only where another tab has the same path:
 * the inbox of exceptions stays open whatever it is filtered by.
 */
export function currentTab(
  tabs: readonly SectionTab[],
  pathname: string,
  search: Record<string, unknown>,
): SectionTab | undefined {
  const here = tabs.filter(({ path }) => path.toLowerCase() === pathname.toLowerCase())
  return here.find(({ filter }) => filter && filtersOf(search).includes(filter)) ?? here[0]
}
