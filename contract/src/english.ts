import { alternatives, fillTemplate, type Message, type MessageParts, splitMessage, type Writer } from './message.ts'
import { type MessageKey, messages } from './messages.ts'

/** Null of any text that is no message, such as a sentence that was stored before there were keys. */
export function partsOf(text: string): MessageParts | null {
  const parts = splitMessage(text)
  return parts && Object.hasOwn(messages, parts.key) ? parts : null
}
/** The message of a schema's issue; without one of ours the value is just not valid. */
export const messageOfText = (text: string): Message => (partsOf(text) ? (text as Message) : 'field.invalid')

const numbers = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 6 })
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
