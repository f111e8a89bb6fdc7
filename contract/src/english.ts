import {
  alternatives,
  fillTemplate,
  type Message,
  type MessageParts,
  quoted,
  splitMessage,
  type Writer,
} from './message.ts'
import { type MessageKey, messages } from './messages.ts'

/** Null for any text that is not a message, such as a sentence stored before there were keys. */
export function partsOf(text: string): MessageParts | null {
  const parts = splitMessage(text)
  return parts && Object.hasOwn(messages, parts.key) ? parts : null
}
/** The message of a schema's issue, or a generic one if the issue has none of ours. */
export const messageOfText = (text: string): Message => (partsOf(text) ? (text as Message) : 'field.invalid')

const numbers = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 6 })
/** Formats values for API replies: days as YYYY-MM-DD, amounts with their currency. */
const inEnglish: Writer = (value, kind, { currency }) => {
  if (kind === 'money') return `${Number(value).toFixed(2)} ${currency}`
  if (kind === 'amount') return Number(value).toFixed(2)
  if (kind === 'price') return Number(value).toFixed(4)
  if (kind === 'plain') return String(value)
  if (kind === 'or') return alternatives(String(value), 'en-CA')
  if (kind === 'quoted') return quoted(String(value))
  if (kind === 'message') return english(String(value))
  return typeof value === 'number' ? numbers.format(value) : value
}
/** The English sentence of a message. Other text is returned unchanged. */
export function english(text: string): string {
  const parts = partsOf(text)
  return parts ? fillTemplate(messages[parts.key as MessageKey], parts.params, inEnglish) : text
}
