import { accountKey } from '@portal/contract/journal/journal-accounts.rules.ts'
import type { JournalKind } from '@portal/contract/journal/journal-formats.data.ts'
import { journalKindWords } from '@portal/contract/journal/journal-formats.data.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { SalesTax } from '@portal/contract/rates/tax.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'

export type JournalCustomer = { id: number; name: string; company_number: string }
/** Either a debit or a credit; the other one is 0. Neither is negative. */
export type JournalLine = {
  account: string
  debit_cents: number
  credit_cents: number
  product: ProductCode | null
  province: string | null
  tax: SalesTax | null
  fuel_provider: string | null
}
/** What one document or receipt does to the general ledger: its debits are its credits (RECV-10). */
export type JournalEntry = {
  date: string
  kind: JournalKind
  number: string
  customer: JournalCustomer
  currency: Currency
  memo: string
  /** Billed before sales tax without a known cost, so that no cost of sales is in the entry for it. */
  uncosted_cents: number
  lines: JournalLine[]
}
/** `note` follows the kind and number in the memo, such as the reason for a write-off. */
export type EntryHead = Pick<JournalEntry, 'date' | 'number' | 'customer' | 'currency'> & { note?: string | null }

/**
 * What a document bills by product, province and fuel provider. Amounts have the sign with which the customer owes
 * them, so those of a credit note are negative.
 */
export type DocumentSum = {
  product: ProductCode
  /** Null: neither a site nor the customer's province is known. */
  province: string | null
  fuel_provider: string | null
  pre_cents: number
  gst_cents: number
  hst_cents: number
  pst_cents: number
  qst_cents: number
  /** Null: the cost is not known. */
  cost_pre_cents: number | null
  cost_gst_cents: number | null
  cost_hst_cents: number | null
  cost_pst_cents: number | null
  cost_qst_cents: number | null
}

type Details = Partial<Pick<JournalLine, 'product' | 'province' | 'tax' | 'fuel_provider'>>
/** Adds amounts to the lines of an entry by account. A debit is positive. */
function linesByAccount() {
  const sums = new Map<string, { cents: number; details: Details }>()
  return {
    add(account: string, cents: number, details: Details = {}): void {
      const sum = (sums.get(account)?.cents ?? 0) + cents
      if (!Number.isSafeInteger(sum)) throw new RangeError(`${sum} cents is not an amount of the journal`)
      sums.set(account, { cents: sum, details })
    },
    lines: (): JournalLine[] =>
      [...sums]
        .filter(([, { cents }]) => cents !== 0)
        .map(([account, { cents, details }]) => ({
          account,
          debit_cents: Math.max(cents, 0),
          credit_cents: Math.max(-cents, 0),
          product: details.product ?? null,
          province: details.province ?? null,
          tax: details.tax ?? null,
          fuel_provider: details.fuel_provider ?? null,
        })),
  }
}
const memoOf = (kind: JournalKind, { number, note }: EntryHead): string =>
  `${journalKindWords[kind]} ${number}${note ? `: ${note}` : ''}`

export const entryTotals = ({ lines }: Pick<JournalEntry, 'lines'>): { debit_cents: number; credit_cents: number } => ({
  debit_cents: lines.reduce((sum, line) => sum + line.debit_cents, 0),
  credit_cents: lines.reduce((sum, line) => sum + line.credit_cents, 0),
})
/** An entry that does not balance is a defect, so it never reaches a file. */
export function balanced(entry: JournalEntry): JournalEntry {
  const { debit_cents, credit_cents } = entryTotals(entry)
  if (debit_cents !== credit_cents)
    throw new RangeError(`${entry.memo} of ${entry.date} debits ${debit_cents} and credits ${credit_cents} cents`)
  return entry
}

const taxesOf = (sum: DocumentSum): [SalesTax, number][] => [
  ['GST', sum.gst_cents],
  ['HST', sum.hst_cents],
  ['PST', sum.pst_cents],
  ['QST', sum.qst_cents],
]
/** The reseller gets these back, so they are no cost. Provincial sales tax is not recoverable. */
const recoverableOf = (sum: DocumentSum): [SalesTax, number][] => [
  ['GST', sum.cost_gst_cents ?? 0],
  ['HST', sum.cost_hst_cents ?? 0],
  ['QST', sum.cost_qst_cents ?? 0],
]
/** What a purchase costs the reseller, the provider's provincial sales tax included. */
const costOf = ({ cost_pre_cents, cost_pst_cents }: DocumentSum): number =>
  (cost_pre_cents ?? 0) + (cost_pst_cents ?? 0)
const owedFor = (sum: DocumentSum): number =>
  sum.cost_pre_cents === null ? 0 : recoverableOf(sum).reduce((whole, [, cents]) => whole + cents, costOf(sum))
/** Fees and cash advances are income of their own and not sales of a product. */
function salesKey({ product, province }: DocumentSum): string {
  if (product === 'FEE') return accountKey('fees', province)
  if (product === 'CSH') return accountKey('cash_advances', province)
  return accountKey('sales', product, province)
}

/**
 * An issued invoice or credit note: the customer owes its total; sales and taxes are credited, and the cost of what it
 * bills moves from payable to cost of sales. The sums must add up to the total.
 */
export function documentEntry(
  kind: 'invoice' | 'credit_note',
  head: EntryHead,
  sums: readonly DocumentSum[],
  total_cents: number,
): JournalEntry {
  const { add, lines } = linesByAccount()
  add(accountKey('receivable', head.customer.company_number), total_cents)
  for (const sum of sums) {
    const { product, province } = sum
    add(salesKey(sum), -sum.pre_cents, { product, province })
    for (const [tax, cents] of taxesOf(sum))
      add(accountKey('tax', tax.toLowerCase(), province), -cents, { tax, province })
  }
  for (const sum of sums) {
    const { product, province } = sum
    if (sum.cost_pre_cents === null) continue
    add(accountKey('cost', product, province), costOf(sum), { product, province })
    for (const [tax, cents] of recoverableOf(sum))
      add(accountKey('itc', tax.toLowerCase(), province), cents, { tax, province })
  }
  for (const sum of sums)
    add(accountKey('payable', sum.fuel_provider), -owedFor(sum), { fuel_provider: sum.fuel_provider })
  const unknown = sums.filter(({ cost_pre_cents }) => cost_pre_cents === null)
  return balanced({
    ...entryOf(kind, head),
    uncosted_cents: unknown.reduce((whole, { pre_cents }) => whole + pre_cents, 0),
    lines: lines(),
  })
}

const entryOf = <Kind extends JournalKind>(kind: Kind, head: EntryHead): JournalEntry & { kind: Kind } => ({
  date: head.date,
  kind,
  number: head.number,
  customer: head.customer,
  currency: head.currency,
  memo: memoOf(kind, head),
  uncosted_cents: 0,
  lines: [],
})
type Reversible = 'receipt' | 'refund' | 'write_off'
type ReversibleEntry = JournalEntry & { kind: Reversible }
/** Moves money between an account and what the customer owes. */
function customerEntry(kind: Reversible, head: EntryHead, account: string, cents: number): ReversibleEntry {
  if (!Number.isSafeInteger(cents) || cents === 0) throw new RangeError(`${head.number} moves ${cents} cents`)
  const { add, lines } = linesByAccount()
  add(account, cents)
  add(accountKey('receivable', head.customer.company_number), -cents)
  return { ...entryOf(kind, head), lines: lines() }
}
type Money = { mode: string; amount_cents: number }
/**
 * The whole receipt reduces what the customer owes, money on account included. Allocating it to invoices later moves
 * nothing in the general ledger.
 */
export const receiptEntry = (head: EntryHead, { mode, amount_cents }: Money): ReversibleEntry =>
  customerEntry('receipt', head, accountKey('bank', mode), amount_cents)
export const refundEntry = (head: EntryHead, { mode, amount_cents }: Money): ReversibleEntry =>
  customerEntry('refund', head, accountKey('bank', mode), -amount_cents)
export const writeOffEntry = (head: EntryHead, amount_cents: number): ReversibleEntry =>
  customerEntry('write_off', head, accountKey('bad_debt'), amount_cents)

/** The opposite of a receipt, refund or write-off, on the day of the reversal. */
export function reversalEntry(
  reversed: ReversibleEntry,
  { date, number, note }: Pick<EntryHead, 'date' | 'number' | 'note'>,
): JournalEntry {
  const { customer, currency, lines } = reversed
  return {
    ...entryOf(`${reversed.kind}_reversal`, { date, number, note: note ?? null, customer, currency }),
    lines: lines.map((line) => ({ ...line, debit_cents: line.credit_cents, credit_cents: line.debit_cents })),
  }
}
