import {
  alternatives,
  fillTemplate,
  type Kind,
  type MessageKey,
  type MessageParts,
  messages,
  partsOf,
} from '@portal/contract/messages.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import i18next, { type TFunction } from 'i18next'
import { dateText, moneyText, withDays } from './texts.ts'

/** The rules speak to programs too, which write a day otherwise than people do here (LIST-10). */
const spoken: Readonly<Record<string, string>> = { 'field.date': 'Enter a real date as dd/mm/yy.' }

const decimals: Partial<Record<NonNullable<Kind>, number>> = { amount: 2, price: 4 }
/** A value as the reader of this page writes it. */
function written(t: TFunction, value: string | number, kind: Kind, { currency }: MessageParts['params']): string {
  const locale = i18next.language ?? 'en-CA'
  if (kind === 'day') return dateText(String(value))
  if (kind === 'money') return moneyText(Number(value), locale, currency as Currency)
  if (kind === 'word') return t(String(value))
  if (kind === 'or') return alternatives(String(value), locale)
  if (kind === 'message') return sentence(t, String(value))
  const places = kind && decimals[kind]
  const options = places === undefined ? { maximumFractionDigits: 6 } : { minimumFractionDigits: places }
  return typeof value === 'number' ? value.toLocaleString(locale, options) : value
}

/**
 * What the service says, in the reader's language: a message by its key and parameters (UX-5), or any other text, such
 * as a sentence of the page itself or one that was stored before there were keys.
 */
export function sentence(t: TFunction, said: string | MessageParts): string {
  const parts = typeof said === 'string' ? partsOf(said) : said
  if (!parts) return t(withDays(said as string))
  const own = spoken[parts.key]
  if (own) return t(own)
  const template = t(parts.key, { defaultValue: messages[parts.key as MessageKey], skipInterpolation: true })
  return fillTemplate(template, parts.params, (value, kind, params) => written(t, value, kind, params))
}
