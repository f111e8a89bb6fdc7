import {
  alternatives,
  fillTemplate,
  type Kind,
  type MessageParts,
  quoted,
  splitMessage,
} from '@portal/contract/message.ts'
import { pageMessages } from '@portal/contract/page.messages.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { dateText, moneyText, withDays } from './texts.ts'
import { addCatalogue, catalogueText, currentLanguage, isCatalogueThere, type TFunction } from './translation.ts'

/** The rules also answer programs, which write days in another format (LIST-10). */
const spoken: Readonly<Record<string, string>> = { 'field.date': 'Enter a real date as dd/mm/yy.' }
const atHand: Readonly<Record<string, string>> = pageMessages

const english = 'en-CA'
/**
 * Loads the English messages. A list needs few of them, so forms and failed calls load them ahead, else the first shown
 * message does (`isShown`). Only then is the page rendered again.
 */
export async function fetchMessages(isShown = false): Promise<void> {
  if (currentLanguage() !== english || isCatalogueThere(english)) return
  // If loading fails, the next message tries again.
  const fetched = await import('@portal/contract/messages.ts').catch(() => null)
  if (fetched && (isShown || !isCatalogueThere(english))) addCatalogue(english, fetched.messages, isShown)
}

const decimals: Partial<Record<NonNullable<Kind>, number>> = { amount: 2, price: 4 }
/** A parameter in the user's format. */
function written(t: TFunction, value: string | number, kind: Kind, { currency }: MessageParts['params']): string {
  const locale = currentLanguage()
  if (kind === 'day') return dateText(String(value))
  if (kind === 'money') return moneyText(Number(value), locale, currency as Currency)
  if (kind === 'plain') return String(value)
  if (kind === 'word') return t(String(value))
  if (kind === 'or') return alternatives(String(value), locale, (one) => t(one))
  if (kind === 'quoted')
    return locale === english ? quoted(String(value)) : quoted(String(value), ['«\u00a0', '\u00a0»'])
  if (kind === 'message') return sentence(t, String(value))
  const places = kind && decimals[kind]
  const options = places === undefined ? { maximumFractionDigits: 6 } : { minimumFractionDigits: places }
  return typeof value === 'number' ? value.toLocaleString(locale, options) : value
}

/**
 * Translates a message of the service by key and parameters (UX-5). Other text, such as a sentence of the page or one
 * stored before keys existed, is translated as it is. `otherwise` is the English sentence that came with the message,
 * used without a key and until the messages load.
 */
export function sentence(t: TFunction, said: string | MessageParts | null, otherwise = ''): string {
  const parts = typeof said === 'string' ? splitMessage(said) : said
  if (!parts) return t(withDays((said as string | null) ?? otherwise))
  const own = spoken[parts.key]
  if (own) return t(own)
  const template = catalogueText(parts.key) ?? atHand[parts.key]
  if (template) return fillTemplate(template, parts.params, (value, kind, params) => written(t, value, kind, params))
  void fetchMessages(true)
  return withDays(otherwise)
}
