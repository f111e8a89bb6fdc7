import { accounts } from './accounts.ts'
import { billingRuns } from './billing-runs.ts'
import { billing } from './billing-settings.ts'
import { cardBulk } from './card-bulk.ts'
import { cardFiles } from './card-files.ts'
import { cardHistory } from './card-history.ts'
import { cardImports } from './card-imports.ts'
import { cards } from './cards.ts'
import { companies } from './companies.ts'
import { customers } from './customers.ts'
import { dailyRates } from './daily-rates.ts'
import { dashboard, summaries } from './dashboard.ts'
import { documentation } from './documentation.ts'
import { drafts } from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import { files } from './files.ts'
import { imports } from './imports.ts'
import { invoiceDocuments } from './invoice-documents.ts'
import { invoiceMail } from './invoice-mail.ts'
import { invoices } from './invoices.ts'
import { locations, places } from './locations.ts'
import { logs } from './logs.ts'
import { lookups } from './lookups.ts'
import { manualTransactions } from './manual-transactions.ts'
import { markupPreview } from './markup-preview.ts'
import { markups } from './markups.ts'
import { outbox } from './outbox.ts'
import { payments } from './payments.ts'
import { profiles } from './profile.ts'
import { fuelCompanies, registration } from './registration.ts'
import { session } from './session.ts'
import { switching } from './switching.ts'
import { taxRates } from './tax-rates.ts'
import { transactionFiles } from './transaction-files.ts'
import { transactionImports } from './transaction-imports.ts'
import { transactions } from './transactions.ts'
import { users } from './users.ts'

/** Every feature's contract, for those that walk them all: the OpenAPI document, the toast table and the tests. */
export const contracts = {
  locations,
  places,
  lookups,
  session,
  switching,
  profiles,
  files,
  companies,
  customers,
  fuelCompanies,
  registration,
  outbox,
  imports,
  cards,
  cardBulk,
  cardFiles,
  cardHistory,
  cardImports,
  taxRates,
  dailyRates,
  markups,
  markupPreview,
  transactions,
  manualTransactions,
  transactionFiles,
  transactionImports,
  invoices,
  drafts,
  billingRuns,
  billing,
  payments,
  accounts,
  invoiceDocuments,
  invoiceMail,
  dashboard,
  summaries,
  users,
  logs,
  documentation,
}
export const everyEndpoint: readonly Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values(contract) as Endpoint[])
