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
import { paymentMessages } from './payments/payments.messages.ts'
import { profileMessages } from './profile/profile.messages.ts'
import { rateMessages } from './rates/rates.messages.ts'
import { requestMessages } from './requests.messages.ts'
import type { Currency } from './rules/currency.ts'
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
  ...paymentMessages,
  ...profileMessages,
  ...rateMessages,
  ...requestMessages,
  ...sessionMessages,
  ...transactionMessages,
  ...userMessages,
} as const
export type MessageKey = keyof typeof messages

type Placeholder<T> = T extends `${string}{${infer P}}${infer Rest}` ? P | Placeholder<Rest> : never
type NameOf<P> = P extends `${infer Name}:${string}` ? Name : P & string
type ValueOf<P> = P extends `${string}:day` | `${string}:word` | `${string}:or`
  ? string
  : P extends `${string}:money` | `${string}:amount` | `${string}:price`
    ? number
    : P extends `${string}:message`
      ? Message
      : string | number
type PlaceholderOf<K extends MessageKey> = Placeholder<(typeof messages)[K]>
/** What a message needs beside its key. */
export type ParamsOf<K extends MessageKey> = { [P in PlaceholderOf<K> as NameOf<P>]: ValueOf<P> } & ([
  Extract<PlaceholderOf<K>, `${string}:money`>,
] extends [never]
  ? unknown
  : { currency: Currency })

export type PlainKey = { [K in MessageKey]: [PlaceholderOf<K>] extends [never] ? K : never }[MessageKey]
export type KeyWithParams = Exclude<MessageKey, PlainKey>
/**
 * A message as one text: its key, and after a blank its parameters as JSON. So it goes through whatever carries a text:
 * a rule of a schema, the error of a form, a column of the database.
 */
export type Message = PlainKey | `${KeyWithParams} ${string}`
export const message = <K extends KeyWithParams>(key: K, params: ParamsOf<K>): Message =>
  `${key} ${JSON.stringify(params)}`

/** A message in its parts, as answers carry it beside the English sentence. */
export type MessageParts = { key: string; params: Record<string, string | number> }
const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)
/** Null of any other text, such as a sentence that was stored before there were keys. */
export function partsOf(text: string): MessageParts | null {
  const blank = text.indexOf(' ')
  const key = blank < 0 ? text : text.slice(0, blank)
  if (!isMessageKey(key)) return null
  try {
    return { key, params: blank < 0 ? {} : JSON.parse(text.slice(blank + 1)) }
  } catch {
    return null
  }
}
export const messageOf = ({ key, params }: MessageParts): Message =>
  (Object.keys(params).length === 0 ? key : `${key} ${JSON.stringify(params)}`) as Message

export type Kind = 'day' | 'money' | 'amount' | 'price' | 'word' | 'or' | 'message' | undefined
/** How a reader writes a value. */
export type Writer = (value: string | number, kind: Kind, params: MessageParts['params']) => string
export const fillTemplate = (template: string, params: MessageParts['params'], write: Writer): string =>
  template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, kind: Kind) => write(params[name] ?? '', kind, params))

const numbers = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 6 })
/** `CSV|XLSX` as `CSV or XLSX`. */
export const alternatives = (value: string, locale: string): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(value.split('|'))
/** In the answers of the service: days as YYYY-MM-DD, and amounts with their currency. */
const inEnglish: Writer = (value, kind, { currency }) => {
  if (kind === 'money') return `${Number(value).toFixed(2)} ${currency}`
  if (kind === 'amount') return Number(value).toFixed(2)
  if (kind === 'price') return Number(value).toFixed(4)
  if (kind === 'or') return alternatives(String(value), 'en-CA')
  if (kind === 'message') return english(String(value))
  return typeof value === 'number' ? numbers.format(value) : value
}
/** The sentence of a message; any other text stays as it is. */
export function english(text: string): string {
  const parts = partsOf(text)
  return parts ? fillTemplate(messages[parts.key as MessageKey], parts.params, inEnglish) : text
}
