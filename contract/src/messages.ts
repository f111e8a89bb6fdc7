import { accountMessages } from './accounts/accounts.messages.ts'
import { serviceKeyMessages } from './api-keys/api-keys.messages.ts'
import { bankFileMessages } from './bank-files/bank-files.messages.ts'
import { billingMessages } from './billing/billing.messages.ts'
import { bookingMessages } from './booking/booking.messages.ts'
import { cardMessages } from './cards/cards.messages.ts'
import { claimMessages } from './claims/claims.messages.ts'
import { creditNoteMessages } from './credit-notes/credit-notes.messages.ts'
import { customerMessages } from './customers/customers.messages.ts'
import { exceptionMessages } from './exceptions/exceptions.messages.ts'
import { exchangeRateMessages } from './exchange-rates/exchange-rates.messages.ts'
import { fileMessages } from './files/files.messages.ts'
import { iftaMessages } from './ifta/ifta.messages.ts'
import { importMessages } from './imports/imports.messages.ts'
import { invoiceMessages } from './invoices/invoices.messages.ts'
import { journalMessages } from './journal/journal.messages.ts'
import { listMessages } from './lists.messages.ts'
import { markupMessages } from './markups/markups.messages.ts'
import { notificationMessages } from './notifications/notifications.messages.ts'
import { operationsMessages } from './operations/operations.messages.ts'
import { outboxMessages } from './outbox/outbox.messages.ts'
import { pageMessages } from './page.messages.ts'
import { paymentMessages } from './payments/payments.messages.ts'
import { profileMessages } from './profile/profile.messages.ts'
import { rateMessages } from './rates/rates.messages.ts'
import { receiptMessages } from './receipts/receipts.messages.ts'
import { reminderMessages } from './reminders/reminders.messages.ts'
import { reportMessages } from './reports/reports.messages.ts'
import { requestMessages } from './requests.messages.ts'
import { sessionMessages } from './sessions/sessions.messages.ts'
import { smartBuyMessages } from './smart-buy/smart-buy.messages.ts'
import { transactionMessages } from './transactions/transactions.messages.ts'
import { unitMessages } from './units/units.messages.ts'
import { userMessages } from './users/users.messages.ts'
import { verifyMessages } from './verify/verify.messages.ts'
import { viewMessages } from './views/views.messages.ts'
import { webhookMessages } from './webhooks/webhooks.messages.ts'

/**
 * Every sentence that users read, by key, in English (UX-5). The French is with its feature in the web. A value is
 * `{name}`, or `{name:kind}` if its format depends on the reader. Kinds: `day` is YYYY-MM-DD; `money` is an amount in
 * the `currency` beside it; `amount` has no currency; `price` has four decimals; `word` is itself translated; `or`
 * lists choices separated by `|`; `message` is another message.
 */
export const catalogues = {
  accountMessages,
  bankFileMessages,
  billingMessages,
  bookingMessages,
  cardMessages,
  claimMessages,
  creditNoteMessages,
  customerMessages,
  exceptionMessages,
  exchangeRateMessages,
  fileMessages,
  iftaMessages,
  importMessages,
  invoiceMessages,
  journalMessages,
  listMessages,
  markupMessages,
  notificationMessages,
  operationsMessages,
  outboxMessages,
  pageMessages,
  paymentMessages,
  profileMessages,
  rateMessages,
  receiptMessages,
  reminderMessages,
  reportMessages,
  requestMessages,
  serviceKeyMessages,
  sessionMessages,
  smartBuyMessages,
  transactionMessages,
  unitMessages,
  userMessages,
  verifyMessages,
  viewMessages,
  webhookMessages,
} as const
export const messages = {
  ...accountMessages,
  ...bankFileMessages,
  ...billingMessages,
  ...bookingMessages,
  ...cardMessages,
  ...claimMessages,
  ...creditNoteMessages,
  ...customerMessages,
  ...exceptionMessages,
  ...exchangeRateMessages,
  ...fileMessages,
  ...iftaMessages,
  ...importMessages,
  ...invoiceMessages,
  ...journalMessages,
  ...listMessages,
  ...markupMessages,
  ...notificationMessages,
  ...operationsMessages,
  ...outboxMessages,
  ...pageMessages,
  ...paymentMessages,
  ...profileMessages,
  ...rateMessages,
  ...receiptMessages,
  ...reminderMessages,
  ...reportMessages,
  ...requestMessages,
  ...serviceKeyMessages,
  ...sessionMessages,
  ...smartBuyMessages,
  ...transactionMessages,
  ...unitMessages,
  ...userMessages,
  ...verifyMessages,
  ...viewMessages,
  ...webhookMessages,
} as const
export type MessageKey = keyof typeof messages
