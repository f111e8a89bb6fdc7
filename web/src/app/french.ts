import { frenchReportWords } from '@portal/contract/reports/reports.french.ts'
import { french as accounts, frenchMessages as accountsMessages } from '../accounts/fr-CA.ts'
import { french as api, frenchMessages as apiMessages } from '../api/fr-CA.ts'
import { french as serviceKeys, frenchMessages as serviceKeysMessages } from '../api-keys/fr-CA.ts'
import { french as attachments, frenchMessages as attachmentsMessages } from '../attachments/fr-CA.ts'
import { french as bankFiles, frenchMessages as bankFilesMessages } from '../bank-files/fr-CA.ts'
import { french as billing, frenchMessages as billingMessages } from '../billing/fr-CA.ts'
import { french as booking, frenchMessages as bookingMessages } from '../booking/fr-CA.ts'
import { french as books } from '../books/fr-CA.ts'
import { french as budgets } from '../budgets/fr-CA.ts'
import { french as cards, frenchMessages as cardsMessages } from '../cards/fr-CA.ts'
import { french as claims, frenchMessages as claimsMessages } from '../claims/fr-CA.ts'
import { french as creditNotes, frenchMessages as creditNotesMessages } from '../credit-notes/fr-CA.ts'
import { french as customers, frenchMessages as customersMessages } from '../customers/fr-CA.ts'
import { french as dashboard } from '../dashboard/fr-CA.ts'
import { french as documents } from '../documents/fr-CA.ts'
import { french as exchangeRates, frenchMessages as exchangeRatesMessages } from '../exchange-rates/fr-CA.ts'
import { french as form } from '../form/fr-CA.ts'
import { french as help } from '../help/fr-CA.ts'
import { french as ifta, frenchMessages as iftaMessages } from '../ifta/fr-CA.ts'
import { french as imports, frenchMessages as importsMessages } from '../imports/fr-CA.ts'
import { french as invoices, frenchMessages as invoicesMessages } from '../invoices/fr-CA.ts'
import { french as journal, frenchMessages as journalMessages } from '../journal/fr-CA.ts'
import { french as list, frenchMessages as listMessages } from '../list/fr-CA.ts'
import { french as logs } from '../logs/fr-CA.ts'
import { french as margins } from '../margins/fr-CA.ts'
import { french as markups, frenchMessages as markupsMessages } from '../markups/fr-CA.ts'
import { french as notifications, frenchMessages as notificationsMessages } from '../notifications/fr-CA.ts'
import { french as operations, frenchMessages as operationsMessages } from '../operations/fr-CA.ts'
import { french as outbox, frenchMessages as outboxMessages } from '../outbox/fr-CA.ts'
import { french as payments, frenchMessages as paymentsMessages } from '../payments/fr-CA.ts'
import { french as pickers } from '../pickers/fr-CA.ts'
import { french as profile, frenchMessages as profileMessages } from '../profile/fr-CA.ts'
import { french as rates, frenchMessages as ratesMessages } from '../rates/fr-CA.ts'
import { french as receipts, frenchMessages as receiptsMessages } from '../receipts/fr-CA.ts'
import { french as receivables } from '../receivables/fr-CA.ts'
import { french as reminders, frenchMessages as remindersMessages } from '../reminders/fr-CA.ts'
import { french as reports, frenchMessages as reportsMessages } from '../reports/fr-CA.ts'
import { french as security } from '../security/fr-CA.ts'
import { french as sessions, frenchMessages as sessionsMessages } from '../sessions/fr-CA.ts'
import { french as verify, frenchMessages as verifyMessages } from '../sessions/verify/fr-CA.ts'
import { french as smartBuy, frenchMessages as smartBuyMessages } from '../smart-buy/fr-CA.ts'
import { french as todo } from '../todo/fr-CA.ts'
import { french as exceptions, frenchMessages as exceptionsMessages } from '../transactions/exceptions/fr-CA.ts'
import { french as transactions, frenchMessages as transactionsMessages } from '../transactions/fr-CA.ts'
import { french as ui } from '../ui/fr-CA.ts'
import { french as units, frenchMessages as unitsMessages } from '../units/fr-CA.ts'
import { french as users, frenchMessages as usersMessages } from '../users/fr-CA.ts'
import { french as webhooks, frenchMessages as webhooksMessages } from '../webhooks/fr-CA.ts'
import { french as writeOffs } from '../write-offs/fr-CA.ts'
import { french as frame } from './fr-CA.ts'

/**
 * Canadian French by the page's English text. Each folder has its own catalogue. A test fails when a sentence is
 * missing.
 */
export const frenchCatalogues = {
  accounts,
  api,
  attachments,
  bankFiles,
  billing,
  booking,
  books,
  budgets,
  cards,
  claims,
  creditNotes,
  customers,
  dashboard,
  documents,
  exceptions,
  form,
  exchangeRates,
  help,
  ifta,
  imports,
  invoices,
  journal,
  list,
  logs,
  margins,
  markups,
  notifications,
  operations,
  outbox,
  payments,
  pickers,
  profile,
  rates,
  receipts,
  receivables,
  reminders,
  reports,
  reportWords: frenchReportWords,
  security,
  serviceKeys,
  sessions,
  smartBuy,
  todo,
  transactions,
  ui,
  units,
  users,
  webhooks,
  verify,
  writeOffs,
  frame,
} as const
/** The service's messages by key (UX-5). */
export const messageCatalogues = {
  accountsMessages,
  apiMessages,
  attachmentsMessages,
  bankFilesMessages,
  billingMessages,
  bookingMessages,
  cardsMessages,
  claimsMessages,
  creditNotesMessages,
  customersMessages,
  exceptionsMessages,
  iftaMessages,
  exchangeRatesMessages,
  importsMessages,
  invoicesMessages,
  journalMessages,
  listMessages,
  markupsMessages,
  notificationsMessages,
  operationsMessages,
  outboxMessages,
  paymentsMessages,
  profileMessages,
  ratesMessages,
  receiptsMessages,
  remindersMessages,
  reportsMessages,
  serviceKeysMessages,
  sessionsMessages,
  smartBuyMessages,
  transactionsMessages,
  unitsMessages,
  usersMessages,
  webhooksMessages,
  verifyMessages,
} as const
export const frenchMessages: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(messageCatalogues))
export const french: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(frenchCatalogues))
