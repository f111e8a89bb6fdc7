import { accountMessages } from './accounts/accounts.messages.ts'
import { billingMessages } from './billing/billing.messages.ts'
import { bookingMessages } from './booking/booking.messages.ts'
import { cardMessages } from './cards/cards.messages.ts'
import { customerMessages } from './customers/customers.messages.ts'
import { fileMessages } from './files/files.messages.ts'
import { importMessages } from './imports/imports.messages.ts'
import { invoiceMessages } from './invoices/invoices.messages.ts'
import { listMessages } from './lists.messages.ts'
import { markupMessages } from './markups/markups.messages.ts'
import { outboxMessages } from './outbox/outbox.messages.ts'
import { pageMessages } from './page.messages.ts'
import { paymentMessages } from './payments/payments.messages.ts'
import { profileMessages } from './profile/profile.messages.ts'
import { rateMessages } from './rates/rates.messages.ts'
import { requestMessages } from './requests.messages.ts'
import { sessionMessages } from './sessions/sessions.messages.ts'
import { transactionMessages } from './transactions/transactions.messages.ts'
import { userMessages } from './users/users.messages.ts'

/**
 * Every sentence that the service says to a person, by its key, in English (UX-5). The French stands beside its feature
 * in the web. A value is `{name}`, or `{name:kind}` where readers write it in different ways: `day` is YYYY-MM-DD,
 * `money` an amount in the `currency` beside it, `amount` one without a currency, `price` one with four decimals, `word` a word that is translated itself, `or` several choices with a
 * `|` between them, `message` another message.
 */
export const catalogues = {
  accountMessages,
  billingMessages,
  bookingMessages,
  cardMessages,
  customerMessages,
  fileMessages,
  importMessages,
  invoiceMessages,
  listMessages,
  markupMessages,
  outboxMessages,
  pageMessages,
  paymentMessages,
  profileMessages,
  rateMessages,
  requestMessages,
  sessionMessages,
  transactionMessages,
  userMessages,
} as const
export const messages = {
  ...accountMessages,
  ...billingMessages,
  ...bookingMessages,
  ...cardMessages,
  ...customerMessages,
  ...fileMessages,
  ...importMessages,
  ...invoiceMessages,
  ...listMessages,
  ...markupMessages,
  ...outboxMessages,
  ...pageMessages,
  ...paymentMessages,
  ...profileMessages,
  ...rateMessages,
  ...requestMessages,
  ...sessionMessages,
  ...transactionMessages,
  ...userMessages,
} as const
export type MessageKey = keyof typeof messages
