import { plainUpper } from './bank-cells.rules.ts'

/** Words of a company's form say nothing about which company it is. */
const forms = new Set(
  'INC INCORPORATED LTD LIMITED LTEE LIMITEE CORP CORPORATION CO COMPANY CIE COMPAGNIE LLC LP LLP SENC SENCRL ENR ULC'.split(
    ' ',
  ),
)
const wordsOf = (text: string): string[] =>
  plainUpper(text)
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
    .split(' ')
/** A name as it is compared: without case, accents, signs and the words of the company's form. */
export function payerKey(name: string): string {
  const words = wordsOf(name.replace(/[.'’]/g, ''))
  const telling = words.filter((word) => !forms.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

export type NamedCustomer = { id: number; key: string }
/** Shorter names and beginnings are found in too many texts. */
const [wholeLength, cutLength] = [6, 10]
const holds = (text: string, key: string): boolean => ` ${text} `.includes(` ${key} `)
/**
 * The customers that a text names: by the whole name, else by a name within the text, else by a name that the bank cut
 * off. All that fit equally well.
 */
export function customersNamed(text: string, customers: readonly NamedCustomer[]): number[] {
  const key = payerKey(text)
  if (key === '') return []
  const idsOf = (fits: (customer: NamedCustomer) => boolean) => customers.filter(fits).map(({ id }) => id)
  const whole = idsOf((customer) => customer.key === key)
  if (whole.length > 0) return whole
  const within = customers.filter((customer) => customer.key.length >= wholeLength && holds(key, customer.key))
  // `Northline Haulage West` names neither `Northline Haulage` nor both.
  const longest = Math.max(0, ...within.map((customer) => customer.key.length))
  if (within.length > 0) return within.filter((customer) => customer.key.length === longest).map(({ id }) => id)
  return key.length >= cutLength ? idsOf((customer) => customer.key.startsWith(key)) : []
}
