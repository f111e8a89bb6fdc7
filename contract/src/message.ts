import type { MessageKey, messages } from './messages.ts'
import type { Currency } from './rules/currency.ts'

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
/** A key, and its parameters if it has any. No sentence looks like it. */
const pattern = /^([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)(?: (\{.*\}))?$/s
/** By its form alone, without the catalogue; null of any other text. */
export function splitMessage(text: string): MessageParts | null {
  const [, key, params = '{}'] = pattern.exec(text) ?? []
  if (key === undefined) return null
  try {
    return { key, params: JSON.parse(params) }
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

/** `CSV|XLSX` as `CSV or XLSX`. */
export const alternatives = (value: string, locale: string): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(value.split('|'))
