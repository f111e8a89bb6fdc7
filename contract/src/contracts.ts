import { accounts } from './accounts/accounts.ts'
import { serviceKeys } from './api-keys/api-keys.ts'
import { bankFiles } from './bank-files/bank-files.ts'
import { bankLines } from './bank-files/bank-lines.ts'
import { banks } from './bank-files/banks.ts'
import { billingRuns } from './billing/billing-runs.ts'
import { billing } from './billing/billing-settings.ts'
import { drafts } from './billing/drafts.ts'
import { providerCodes } from './booking/product-codes.ts'
import { providerStatements } from './booking/provider-statements.ts'
import { transactionImports } from './booking/transaction-imports.ts'
import { booksContract } from './books/books.ts'
import { budgets } from './budgets/budgets.ts'
import { cardBulk } from './cards/card-bulk.ts'
import { cardFiles } from './cards/card-files.ts'
import { cardHistory } from './cards/card-history.ts'
import { cardImports } from './cards/card-imports.ts'
import { cardLimits } from './cards/card-limits.ts'
import { cardMoves } from './cards/card-moves.ts'
import { cardTemplates } from './cards/card-templates.ts'
import { cardUsage } from './cards/card-usage.ts'
import { cards } from './cards/cards.ts'
import { claims } from './claims/claims.ts'
import { companies } from './companies/companies.ts'
import { creditNoteDocuments } from './credit-notes/credit-note-documents.ts'
import { creditNotes } from './credit-notes/credit-notes.ts'
import { customerExport } from './customers/customer-export.ts'
import { customers } from './customers/customers.ts'
import { fuelCompanies, registration } from './customers/registration.ts'
import { dashboard, summaries } from './dashboard/dashboard.ts'
import { documentation } from './documentation/documentation.ts'
import type { Endpoint } from './endpoint.ts'
import { exceptions } from './exceptions/exceptions.ts'
import { exceptionThresholds } from './exceptions/thresholds.ts'
import { exchangeRates } from './exchange-rates/exchange-rates.ts'
import { files } from './files/files.ts'
import { help } from './help/help.ts'
import { ifta } from './ifta/ifta.ts'
import { imports } from './imports/imports.ts'
import { invoiceDocuments } from './invoices/invoice-documents.ts'
import { invoiceMail } from './invoices/invoice-mail.ts'
import { invoices } from './invoices/invoices.ts'
import { journalAccounts, journalBatches } from './journal/journal.ts'
import { logs } from './logs/logs.ts'
import { locations, places } from './lookups/locations.ts'
import { lookups } from './lookups/lookups.ts'
import { margins } from './margins/margins.ts'
import { markups } from './markups/markups.ts'
import { notifications } from './notifications/notifications.ts'
import { unreadNotifications } from './notifications/unread-notifications.ts'
import { operations } from './operations/operations.ts'
import { outbox } from './outbox/outbox.ts'
import { payments } from './payments/payments.ts'
import { markupPreview } from './pricing/markup-preview.ts'
import { ownSessions } from './profile/own-sessions.ts'
import { profiles } from './profile/profile.ts'
import { dailyRates } from './rates/daily-rates.ts'
import { taxRates } from './rates/tax-rates.ts'
import { receipts } from './receipts/receipts.ts'
import { exposure } from './receivables/exposure.ts'
import { receivables } from './receivables/receivables.ts'
import { reminders } from './reminders/reminders.ts'
import { reportRuns, reportSchedules, reports } from './reports/reports.ts'
import { search } from './search/search.ts'
import { secondFactor } from './sessions/second-factor.ts'
import { session } from './sessions/sessions.ts'
import { switching } from './sessions/switching.ts'
import { smartBuy } from './smart-buy/smart-buy.ts'
import { todo } from './todo/todo.ts'
import { manualTransactions } from './transactions/manual-transactions.ts'
import { transactionFiles } from './transactions/transaction-files.ts'
import { transactions } from './transactions/transactions.ts'
import { units } from './units/units.ts'
import { serviceFiles, servicePlans, services } from './units/upkeep.ts'
import { users } from './users/users.ts'
import { verification } from './verify/verify.ts'
import { listSettings } from './views/list-settings.ts'
import { views } from './views/views.ts'
import { webhooks } from './webhooks/webhooks.ts'
import { refunds, writeOffs } from './write-offs/write-offs.ts'

/** Every feature's contract, for the OpenAPI document, the toast table and the tests. */
export const contracts = {
  locations,
  places,
  lookups,
  session,
  secondFactor,
  switching,
  profiles,
  ownSessions,
  files,
  companies,
  customers,
  customerExport,
  fuelCompanies,
  registration,
  outbox,
  notifications,
  unreadNotifications,
  imports,
  cards,
  cardBulk,
  cardMoves,
  cardFiles,
  cardHistory,
  cardUsage,
  cardLimits,
  cardTemplates,
  cardImports,
  taxRates,
  providerCodes,
  providerStatements,
  dailyRates,
  units,
  services,
  serviceFiles,
  servicePlans,
  smartBuy,
  markups,
  markupPreview,
  exceptions,
  exceptionThresholds,
  exchangeRates,
  transactions,
  manualTransactions,
  transactionFiles,
  transactionImports,
  invoices,
  drafts,
  billingRuns,
  billing,
  receipts,
  creditNotes,
  creditNoteDocuments,
  writeOffs,
  refunds,
  receivables,
  exposure,
  banks,
  bankFiles,
  bankLines,
  books: booksContract,
  payments,
  accounts,
  invoiceDocuments,
  invoiceMail,
  margins,
  ifta,
  reminders,
  reports,
  reportRuns,
  reportSchedules,
  budgets,
  claims,
  journalBatches,
  journalAccounts,
  dashboard,
  todo,
  search,
  help,
  summaries,
  users,
  listSettings,
  views,
  logs,
  serviceKeys,
  operations,
  webhooks,
  verification,
  documentation,
}
export const everyEndpoint: readonly Endpoint[] = Object.values(contracts).flatMap(
  (contract) => Object.values(contract) as Endpoint[],
)
