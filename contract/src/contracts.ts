import { cardBulk } from './card-bulk.ts'
import { cardFiles } from './card-files.ts'
import { cardHistory } from './card-history.ts'
import { cardImports } from './card-imports.ts'
import { cards } from './cards.ts'
import { companies } from './companies.ts'
import { dailyRates } from './daily-rates.ts'
import { documentation } from './documentation.ts'
import type { Endpoint } from './endpoint.ts'
import { files } from './files.ts'
import { imports } from './imports.ts'
import { invoices } from './invoices.ts'
import { locations, places } from './locations.ts'
import { logs } from './logs.ts'
import { manualTransactions } from './manual-transactions.ts'
import { markupPreview } from './markup-preview.ts'
import { markups } from './markups.ts'
import { outbox } from './outbox.ts'
import { profiles } from './profile.ts'
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
  session,
  switching,
  profiles,
  files,
  companies,
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
  users,
  logs,
  documentation,
}
export const everyEndpoint: readonly Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values(contract) as Endpoint[])
