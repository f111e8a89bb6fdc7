import { rootOf } from '@portal/contract/journal/journal-accounts.rules.ts'
import type { JournalCustomer, JournalEntry, JournalLine } from '../entries.rules.ts'
import type { JournalPiece, Ledger } from '../ledger.rules.ts'
import { dayParts, latinText, lineText, shortNumber, signedAmount } from './journal-text.rules.ts'
import { sidesOf } from './split.rules.ts'

/** The limits of QuickBooks Desktop: see docs/accounting.md. */
const nameLength = 41
const numberLength = 11
const memoLength = 4095

const columns = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO']
const line = (cells: readonly string[]): string => `${cells.join('\t')}\r\n`
/** A tab or a quotation mark would move the columns after it. */
const cell = (text: string, most: number): string =>
  latinText(text).replaceAll('"', "'").replaceAll(/\s+/g, ' ').trim().slice(0, most)

/**
 * The customer as QuickBooks lists it. A colon would make a job of what follows. A name that is too long ends with the
 * company number, so that two long names stay two customers.
 */
export function quickbooksName({ name, company_number }: JournalCustomer): string {
  const plain = cell(name.replaceAll(':', '-'), Number.POSITIVE_INFINITY)
  if (plain.length <= nameLength) return plain
  return `${plain.slice(0, nameLength - company_number.length - 1).trimEnd()} ${company_number}`
}
const isReceivable = ({ account }: JournalLine): boolean => rootOf(account) === 'receivable'

function rowOf(keyword: 'TRNS' | 'SPL', entry: JournalEntry, entryLine: JournalLine, ledger: Ledger): string {
  const { year, month, day } = dayParts(entry.date)
  return line([
    keyword,
    'GENERAL JOURNAL',
    `${month}/${day}/${year}`,
    cell(ledger.accountOf(entryLine.account, entry.currency).account_name, memoLength),
    isReceivable(entryLine) ? quickbooksName(entry.customer) : '',
    signedAmount(entryLine),
    shortNumber(cell(entry.number, memoLength), numberLength) ?? '',
    cell(`${entry.memo}, ${lineText(entry, entryLine)}`, memoLength),
  ])
}
/**
 * The first line is the receivable, because QuickBooks lists an entry with the customer of its first line. An entry has
 * one receivable at most, and what the fuel providers are owed is an entry of its own.
 */
function transactionOf(entry: JournalEntry, ledger: Ledger): string {
  const ordered = [...entry.lines.filter(isReceivable), ...entry.lines.filter((one) => !isReceivable(one))]
  const rows = ordered.map((one, at) => rowOf(at === 0 ? 'TRNS' : 'SPL', entry, one, ledger))
  return `${rows.join('')}${line(['ENDTRNS'])}`
}

/** Intuit Interchange Format: general journal entries for QuickBooks Desktop. */
export async function* writeQuickbooks(
  entries: AsyncIterable<JournalEntry>,
  ledger: Ledger,
): AsyncGenerator<JournalPiece> {
  yield { part: 1, text: line(['!TRNS', ...columns]) + line(['!SPL', ...columns]) + line(['!ENDTRNS']) }
  for await (const entry of entries)
    for (const side of sidesOf(entry)) yield { part: 1, text: transactionOf(side, ledger) }
}
