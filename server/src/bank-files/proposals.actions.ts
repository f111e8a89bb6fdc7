import {
  type BankLine,
  type ChosenLines,
  type ConfirmPreview,
  confirmLimit,
  type LineProposal,
} from '@portal/contract/bank-files/bank-lines.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits, toUnits } from '@portal/contract/rules/money.ts'
import type { Db } from '../db/connect.ts'
import { type StoredBankLine, toBankLine, toProposal } from './bank-lines.columns.ts'
import { listChosenLines } from './bank-lines.queries.ts'
import {
  listCustomerNames,
  listEarlierPayers,
  listNamedInvoices,
  listOpenOf,
  listPossibleReceipts,
} from './matching.queries.ts'
import {
  customersInQuestion,
  fullNumbersIn,
  type InvoiceFact,
  type MatchingFacts,
  proposeMatch,
  receiptReferenceOf,
  referenceKey,
} from './matching.rules.ts'
import { payerKey } from './payers.rules.ts'

/** No receipt is allocated to more invoices at once. */
const mostOpen = 500
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** What is known about the lines of one currency. */
async function readFacts(
  db: Db,
  currency: string,
  lines: readonly StoredBankLine[],
  customers: MatchingFacts['customers'],
): Promise<MatchingFacts> {
  const [named, payers] = await Promise.all([
    listNamedInvoices(db, currency, {
      numbers: distinct(lines.flatMap(fullNumbersIn)),
      amounts: distinct(lines.map(({ amount_cents }) => amount_cents)),
    }),
    listEarlierPayers(db, distinct(lines.map(({ payer_key }) => payer_key))),
  ])
  const earlier = new Map<string, number[]>()
  for (const { payer_key, company_id } of payers)
    earlier.set(payer_key, [...(earlier.get(payer_key) ?? []), company_id])
  const companies = distinct(
    lines.flatMap((line) => customersInQuestion(line, { invoices: named, customers, earlier })),
  )
  const open = await listOpenOf(db, currency, companies, mostOpen)
  const invoices = new Map<string, InvoiceFact>([...named, ...open].map((fact) => [fact.invoice_number, fact]))
  return { invoices: [...invoices.values()], customers, earlier }
}

/** A proposal for each open line, by what is known now. Nothing of it is stored. */
export async function proposeFor(db: Db, lines: readonly StoredBankLine[]): Promise<Map<number, LineProposal>> {
  const open = lines.filter(({ status }) => status === 'open')
  const proposals = new Map<number, LineProposal>()
  if (open.length === 0) return proposals
  const names = await listCustomerNames(db)
  const customers = names.map(({ id, name }) => ({ id, key: payerKey(name) }))
  const nameById = new Map(names.map(({ id, name }) => [id, name]))
  for (const currency of distinct(open.map((line) => line.currency))) {
    const ofCurrency = open.filter((line) => line.currency === currency)
    const facts = await readFacts(db, currency, ofCurrency, customers)
    const receipts = await listPossibleReceipts(
      db,
      currency,
      ofCurrency.map(({ amount_cents }) => amount_cents),
    )
    for (const line of ofCurrency) {
      const key = referenceKey(receiptReferenceOf(line, line.bank_name))
      const same = receipts.find(
        ({ amount_cents, reference }) => amount_cents === line.amount_cents && referenceKey(reference) === key,
      )
      const perhaps = same && {
        receipt_id: same.receipt_id,
        receipt_date: same.receipt_date,
        company_name: same.company_name,
        reference: same.reference,
      }
      const nameOf = (company: number) => nameById.get(company) ?? String(company)
      proposals.set(line.id, toProposal(proposeMatch(line, facts), line.amount_cents, nameOf, perhaps ?? null))
    }
  }
  return proposals
}

/** One clear proposal, and no equal receipt that may be the same money. */
const isClear = ({ proposal }: BankLine): boolean =>
  proposal !== null && proposal.basis !== null && proposal.perhaps_booked === null
const sumOf = (amounts: readonly number[]): number =>
  fromUnits(
    amounts.reduce((sum, amount) => sum + toUnits(amount, 'money'), 0),
    'money',
  )
/** What confirming chosen lines as proposed would book, so that a person sees it before money moves. */
export async function previewConfirming(db: Db, chosen: ChosenLines): Promise<ConfirmPreview> {
  const found = await listChosenLines(db, chosen, confirmLimit)
  const proposals = await proposeFor(db, found)
  const lines = found
    .map((stored) => toBankLine(stored, proposals.get(stored.id) ?? null))
    .filter(isClear)
    .slice(0, confirmLimit)
  const totals = distinct(lines.map(({ currency }) => currency)).map((currency: Currency) => {
    const ofCurrency = lines.filter((line) => line.currency === currency)
    return {
      currency,
      amount: sumOf(ofCurrency.map(({ amount }) => amount)),
      on_account: sumOf(ofCurrency.map(({ proposal }) => proposal?.on_account ?? 0)),
    }
  })
  return { lines, left_out: (chosen.ids?.length ?? found.length) - lines.length, totals }
}
