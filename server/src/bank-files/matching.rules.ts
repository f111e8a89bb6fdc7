import type { ProposalBasis } from '@portal/contract/bank-files/bank-lines.ts'
import { cutText } from '../platform/sheets/cells.ts'
import { plainUpper } from './bank-cells.rules.ts'
import { customersNamed, type NamedCustomer } from './payers.rules.ts'

export type LineText = { reference: string; payer: string }
export type OpenLine = LineText & { amount_cents: number; payer_key: string }
/** An issued invoice in the bank's currency. Nothing is due on one that is paid or void. */
export type InvoiceFact = { invoice_number: string; company_id: number; due_cents: number; due_date: string }
export type MatchingFacts = {
  /** Named ones, those of the line's amount, and the open ones of every customer in question. */
  invoices: readonly InvoiceFact[]
  customers: readonly NamedCustomer[]
  /** The customers that a payer paid for earlier. */
  earlier: ReadonlyMap<string, readonly number[]>
}
export type Match = {
  basis: ProposalBasis | null
  company_id: number | null
  allocations: { invoice_number: string; cents: number; due_cents: number }[]
  /** What fits equally well, if a person has to choose. */
  candidates: { company_id: number; invoice: InvoiceFact | null }[]
}

const textOf = ({ reference, payer }: LineText): string => plainUpper(`${reference} ${payer}`)
const fullNumber = /(?<!\d)(20\d\d)[ ._/-]?(\d{6})(?!\d)/g
const shortNumber = /INV(?:OICE)?[ #.:_/-]*(20\d\d)[ ._/-]+(\d{1,6})(?!\d)/g
const padded = (year: string, digits: string): string => `INV-${year}-${digits.padStart(6, '0')}`
/** The invoice numbers that a text spells out with their year, in the order of the text. */
export function fullNumbersIn(line: LineText): string[] {
  const text = textOf(line)
  const found = [...text.matchAll(fullNumber), ...text.matchAll(shortNumber)].sort((a, b) => a.index - b.index)
  return [...new Set(found.map(([, year = '', digits = '']) => padded(year, digits)))].slice(0, 50)
}
/** Numbers of up to six digits, which may be an invoice's number without its year. */
export function bareNumbersIn(line: LineText): number[] {
  const rest = textOf(line).replace(fullNumber, ' ')
  const found = [...rest.matchAll(/(?<!\d)\d{1,6}(?!\d)/g)].map(([digits]) => Number(digits))
  return [...new Set(found)].filter((number) => number > 0).slice(0, 20)
}
const sequenceOf = (invoice_number: string): number => Number(/-(\d{6,})$/.exec(invoice_number)?.[1] ?? 0)

const namedInvoices = (line: LineText, invoices: readonly InvoiceFact[]): InvoiceFact[] =>
  fullNumbersIn(line).flatMap((number) => invoices.filter(({ invoice_number }) => invoice_number === number))
const distinct = (values: readonly number[]): number[] => [...new Set(values)]
type Payers = Omit<MatchingFacts, 'invoices'>
/** The customers that the payer's name says, and those that the payer paid for earlier. */
const payersOf = (line: OpenLine, { customers, earlier }: Payers): number[] =>
  distinct([...customersNamed(line.payer, customers), ...(earlier.get(line.payer_key) ?? [])])
/** The customers in question: those of the invoices that are named, else the payers, else those that the reference names. */
export function customersInQuestion(line: OpenLine, facts: MatchingFacts): number[] {
  const byInvoice = namedInvoices(line, facts.invoices).map(({ company_id }) => company_id)
  if (byInvoice.length > 0) return distinct(byInvoice)
  const payers = payersOf(line, facts)
  return payers.length > 0 ? payers : customersNamed(line.reference, facts.customers)
}

const unmatched: Match = { basis: null, company_id: null, allocations: [], candidates: [] }
const choose = (invoices: readonly InvoiceFact[]): Match => ({
  ...unmatched,
  candidates: invoices.map((invoice) => ({ company_id: invoice.company_id, invoice })),
})
/** Pays invoices in this order until the money is spent. */
function spend(amount: number, invoices: readonly InvoiceFact[]): Match['allocations'] {
  let left = amount
  return invoices.flatMap(({ invoice_number, due_cents }) => {
    const cents = Math.min(left, due_cents)
    left -= cents
    return cents > 0 ? [{ invoice_number, cents, due_cents }] : []
  })
}
const pay = (basis: ProposalBasis, amount: number, invoices: readonly InvoiceFact[]): Match => ({
  ...unmatched,
  basis,
  company_id: invoices[0]?.company_id ?? null,
  allocations: spend(amount, invoices),
})

/**
 * Pays what the text names. If the payer is known as other customers only, the number may be a typing error: all of it is
 * shown, and a person chooses.
 */
function payNamed(line: OpenLine, named: readonly InvoiceFact[], facts: MatchingFacts): Match {
  const payers = payersOf(line, facts)
  const isContradicted = payers.length > 0 && named.every(({ company_id }) => !payers.includes(company_id))
  if (distinct(named.map(({ company_id }) => company_id)).length === 1 && !isContradicted)
    return pay('invoice_number', line.amount_cents, named)
  const shown = choose(named)
  const others = isContradicted ? payers.map((company_id) => ({ company_id, invoice: null })) : []
  return { ...shown, candidates: [...shown.candidates, ...others] }
}
/** By the invoice numbers in the text; null if it has none that can be paid. */
function byNumber(line: OpenLine, facts: MatchingFacts): Match | null {
  const payable = namedInvoices(line, facts.invoices).filter(({ due_cents }) => due_cents > 0)
  if (payable.length > 0) return payNamed(line, payable, facts)
  const bare = bareNumbersIn(line)
  const fitting = facts.invoices.filter(
    ({ invoice_number, due_cents }) => due_cents === line.amount_cents && bare.includes(sequenceOf(invoice_number)),
  )
  if (fitting.length > 1) return choose(fitting)
  return fitting.length === 1 ? payNamed(line, fitting, facts) : null
}

/** The oldest invoices that together are exactly the amount. */
function oldestOf(amount: number, open: readonly InvoiceFact[]): InvoiceFact[] {
  let sum = 0
  for (const [index, { due_cents }] of open.entries()) {
    sum += due_cents
    if (sum === amount) return open.slice(0, index + 1)
    if (sum > amount) return []
  }
  return []
}

/** An allocation takes up to this many invoices at once. */
const mostInvoices = 500
/**
 * What a line of money in probably pays, by the strongest sign (RECV-1). Where several invoices or customers fit equally
 * well, none is proposed and all are shown.
 */
export function proposeMatch(line: OpenLine, facts: MatchingFacts): Match {
  const numbered = byNumber(line, facts)
  if (numbered) return numbered
  const companies = customersInQuestion(line, facts)
  const open = facts.invoices
    .filter(({ company_id, due_cents }) => due_cents > 0 && companies.includes(company_id))
    .sort((a, b) => (a.due_date === b.due_date ? 0 : a.due_date < b.due_date ? -1 : 1))
  const exact = open.filter(({ due_cents }) => due_cents === line.amount_cents)
  if (exact.length === 1) return pay('amount', line.amount_cents, exact)
  if (exact.length > 1) return choose(exact)
  const [only] = companies
  if (only === undefined) return unmatched
  if (companies.length > 1)
    return { ...unmatched, candidates: companies.map((company_id) => ({ company_id, invoice: null })) }
  const oldest = oldestOf(line.amount_cents, open).slice(0, mostInvoices)
  if (oldest.length > 0) return pay('oldest', line.amount_cents, oldest)
  const isEarlier = facts.earlier.get(line.payer_key)?.includes(only) ?? false
  return { ...unmatched, basis: isEarlier ? 'earlier_line' : 'payer', company_id: only }
}

/** A receipt needs a reference of at most 100 signs. */
export const receiptReferenceOf = ({ reference, payer }: LineText, bankName: string): string =>
  cutText(reference || payer || bankName, 100).trim()
/** References are compared without case and spaces (RECV-2). */
export const referenceKey = (reference: string): string => reference.replace(/\s/g, '').toLowerCase()
