import type { MessageKey, messages } from './messages.ts'
import type { Currency } from './rules/currency.ts'

type Placeholder<T> = T extends `${string}{${infer P}}${infer Rest}` ? P | Placeholder<Rest> : never
type NameOf<P> = P extends `${infer Name}:${string}` ? Name : P & string
type ValueOf<P> = P extends `${string}:day` | `${string}:word` | `${string}:or` | `${string}:quoted`
  ? string
  : P extends `${string}:money` | `${string}:amount` | `${string}:price`
    ? number
    : P extends `${string}:message`
      ? Message
      : string | number
type PlaceholderOf<K extends MessageKey> = Placeholder<(typeof messages)[K]>
/** The parameters that a message needs. */
export type ParamsOf<K extends MessageKey> = { [P in PlaceholderOf<K> as NameOf<P>]: ValueOf<P> } & ([
  Extract<PlaceholderOf<K>, `${string}:money`>,
] extends [never]
  ? unknown
  : { currency: Currency })

export type PlainKey = { [K in MessageKey]: [PlaceholderOf<K>] extends [never] ? K : never }[MessageKey]
export type KeyWithParams = Exclude<MessageKey, PlainKey>
/**
 * A message as one string: its key, then a space and its parameters as JSON. So it can pass through anything that takes
 * text: a schema's rule, a form's error, a database column.
 */
export type Message = PlainKey | `${KeyWithParams} ${string}`
export const message = <K extends KeyWithParams>(key: K, params: ParamsOf<K>): Message =>
  `${key} ${JSON.stringify(params)}`

/** A message split into key and parameters. Replies include it beside the English sentence. */
export type MessageParts = { key: string; params: Record<string, string | number> }
/** A key and optional parameters. No sentence matches this. */
const pattern = /^([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)(?: (\{.*\}))?$/s
/** Checks only the form, without the catalogue. Null for other text. */
export function splitMessage(text: string): MessageParts | null {
  const [, key, params = '{}'] = pattern.exec(text) ?? []
  if (key === undefined) return null
  try {
    const values: Record<string, string | number> = JSON.parse(params)
    const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'
    return Object.values(values).every(isScalar) ? { key, params: values } : null
  } catch {
    return null
  }
}
export const messageOf = ({ key, params }: MessageParts): Message =>
  (Object.keys(params).length === 0 ? key : `${key} ${JSON.stringify(params)}`) as Message

/** How a parameter is written; `plain` is a number without separators, such as a row. */
export type Kind = 'day' | 'money' | 'amount' | 'price' | 'plain' | 'word' | 'or' | 'quoted' | 'message' | undefined
/** Formats a value for the reader. */
export type Writer = (value: string | number, kind: Kind, params: MessageParts['params']) => string
export const fillTemplate = (template: string, params: MessageParts['params'], write: Writer): string =>
  template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, kind: Kind) => write(params[name] ?? '', kind, params))

/** Several values in one parameter. */
export const severalOf = (values: readonly string[]): string => values.join('|')
/** `CSV|XLSX` as `CSV or XLSX`. */
export const alternatives = (value: string, locale: string, wordOf = (one: string): string => one): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(value.split('|').map(wordOf))
/** `Price|Site` as `“Price”, “Site”`. */
export const quoted = (value: string, [open, close]: readonly [string, string] = ['“', '”']): string =>
  value
    .split('|')
    .map((one) => open + one + close)
    .join(', ')
