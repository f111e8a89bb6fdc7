import { type Message, message } from '@portal/contract/message.ts'
import { type SalesTax, salesTaxes } from '@portal/contract/rates/tax.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { type DatedRate, inCanadian, rateOn } from '../../exchange-rates/exchange-rates.rules.ts'

/** Sales on which no tax was charged stand in their own row, so that all sales are on the return. */
export const untaxed = 'No sales tax'
type ReturnedTax = SalesTax | typeof untaxed

type TaxCents = { gst_cents: number; hst_cents: number; pst_cents: number; qst_cents: number }
/** What a document issued in the period taxes in one province. Credit notes are below zero. */
export type IssuedTax = TaxCents & {
  kind: 'invoice' | 'credit' | 'void'
  document_id: number
  number: string
  day: string
  currency: Currency
  company_name: string
  /** The supplier as the document names it. */
  legal_name: string | null
  gst_hst_number: string | null
  qst_number: string | null
  province: string | null
  gst_base_cents: number
  hst_base_cents: number
  pst_base_cents: number
  qst_base_cents: number
  untaxed_cents: number
}
/** A write-off, or below zero its reversal, with the taxes of its invoice by province. */
export type WrittenOff = {
  id: number
  invoice_id: number
  number: string
  day: string
  currency: Currency
  company_name: string
  cents: number
  issued_cents: number
  taxes: (TaxCents & { province: string | null })[]
}

/** Splits cents by weights so that the parts add up exactly: the cents left over go to the largest remainders. */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole <= 0) return weights.map(() => 0)
  const size = Math.abs(cents)
  const parts = weights.map((weight) => {
    const exact = BigInt(size) * BigInt(weight)
    const floor = (exact - (((exact % BigInt(whole)) + BigInt(whole)) % BigInt(whole))) / BigInt(whole)
    return { cents: Number(floor), left: exact - floor * BigInt(whole) }
  })
  const spare = size - parts.reduce((sum, part) => sum + part.cents, 0)
  const first = parts.toSorted((one, other) => (one.left === other.left ? 0 : one.left < other.left ? 1 : -1))
  for (const part of first.slice(0, spare)) part.cents += 1
  return parts.map((part) => (cents < 0 ? -part.cents || 0 : part.cents))
}

const centsOf = (taxes: TaxCents): Record<SalesTax, number> => ({
  GST: taxes.gst_cents,
  HST: taxes.hst_cents,
  PST: taxes.pst_cents,
  QST: taxes.qst_cents,
})
export type TaxShare = { province: string | null; tax: SalesTax; cents: number }
/** The tax in a write-off: its amount times the tax of its invoice over the total, split by province and kind (REPT-9). */
export function taxShares({ cents, issued_cents, taxes }: WrittenOff): TaxShare[] {
  const parts = taxes.flatMap((one) =>
    salesTaxes.map((tax) => ({ province: one.province, tax, weight: centsOf(one)[tax] })),
  )
  const tax = parts.reduce((sum, { weight }) => sum + weight, 0)
  if (tax <= 0 || issued_cents <= 0) return []
  const split = splitCents(
    roundedRatio([cents, tax], [issued_cents]),
    parts.map(({ weight }) => weight),
  )
  return parts
    .map(({ province, tax: name }, n) => ({ province, tax: name, cents: split[n] ?? 0 }))
    .filter((share) => share.cents !== 0)
}

/** One amount of the return, with what it belongs to. */
export type TaxEntry = {
  column: 'collected' | 'credited' | 'voided' | 'written_off'
  currency: Currency
  province: string | null
  tax: ReturnedTax
  base_cents: number
  cents: number
  day: string
  document_id: number
  number: string
  company_name: string
}
const columns = { invoice: 'collected', credit: 'credited', void: 'voided' } as const
/** The entries of documents and write-offs: each tax of each document in each province. */
export function taxEntries(issued: readonly IssuedTax[], writtenOff: readonly WrittenOff[]): TaxEntry[] {
  const ofDocuments = issued.flatMap((one) => {
    const { currency, province, day, document_id, number, company_name } = one
    const entry = { column: columns[one.kind], currency, province, day, document_id, number, company_name }
    const bases = { GST: one.gst_base_cents, HST: one.hst_base_cents, PST: one.pst_base_cents, QST: one.qst_base_cents }
    const taxed = salesTaxes.map((tax) => ({ ...entry, tax, base_cents: bases[tax], cents: centsOf(one)[tax] }))
    return [...taxed, { ...entry, tax: untaxed, base_cents: one.untaxed_cents, cents: 0 } as const]
  })
  const ofWriteOffs = writtenOff.flatMap((one) =>
    taxShares(one).map((share) => ({
      column: 'written_off' as const,
      currency: one.currency,
      day: one.day,
      document_id: one.invoice_id,
      number: one.number,
      company_name: one.company_name,
      base_cents: 0,
      ...share,
    })),
  )
  return [...ofDocuments, ...ofWriteOffs].filter(({ cents, base_cents }) => cents !== 0 || base_cents !== 0)
}

export type TaxSums = {
  base_cents: number
  collected_cents: number
  credited_cents: number
  voided_cents: number
  net_cents: number
  written_off_cents: number
  /** In Canadian cents; null if a rate is missing. */
  base_cad: number | null
  net_cad: number | null
  written_off_cad: number | null
}
const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other
/** Adds entries up. Each is converted on its own, by the rate of its day, so that every grouping gives the same cents. */
export function sumTaxes(entries: readonly TaxEntry[], rates: readonly DatedRate[]): TaxSums {
  const of = (column: TaxEntry['column']) =>
    entries.reduce((sum, entry) => sum + (entry.column === column ? entry.cents : 0), 0)
  const converted = (some: readonly TaxEntry[], cents: (entry: TaxEntry) => number) =>
    some.reduce<number | null>(
      (sum, entry) => plus(sum, inCanadian(rates, { cents: cents(entry), currency: entry.currency, day: entry.day })),
      0,
    )
  const issued = entries.filter(({ column }) => column !== 'written_off')
  const [collected, credited, voided] = [of('collected'), of('credited'), of('voided')]
  return {
    base_cents: issued.reduce((sum, { base_cents }) => sum + base_cents, 0),
    collected_cents: collected,
    credited_cents: credited,
    voided_cents: voided,
    net_cents: collected + credited + voided,
    written_off_cents: of('written_off'),
    base_cad: converted(issued, ({ base_cents }) => base_cents),
    net_cad: converted(issued, ({ cents }) => cents),
    written_off_cad: converted(
      entries.filter(({ column }) => column === 'written_off'),
      ({ cents }) => cents,
    ),
  }
}

type Dated = { currency: Currency; day: string }
/** Says for how many days a rate is missing, which leaves amounts in CAD empty. */
export function rateNotes(entries: readonly Dated[], rates: readonly DatedRate[]): Message[] {
  const foreign = entries.filter(({ currency }) => currency !== 'CAD').map(({ day }) => day)
  const missing = [...new Set(foreign)].filter((day) => rateOn(rates, day) === null).sort()
  const [first] = missing
  return first === undefined ? [] : [message('report.no-exchange-rate', { count: missing.length, day: first })]
}
