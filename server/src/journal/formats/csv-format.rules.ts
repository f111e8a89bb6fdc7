import { byteOrderMark, csvCell } from '../../platform/sheets/csv.ts'
import type { JournalEntry, JournalLine } from '../entries.rules.ts'
import type { JournalPiece, Ledger } from '../ledger.rules.ts'
import { amountText } from './journal-text.rules.ts'

const header = [
  'Date',
  'Kind',
  'Document',
  'Company number',
  'Customer',
  'Currency',
  'Memo',
  'Account key',
  'Account number',
  'Account name',
  'Product',
  'Province',
  'Tax',
  'Fuel provider',
  'Debit',
  'Credit',
]
/** Amounts are written without the guard for formulas, so that a program can read them. */
const rowText = (texts: readonly (string | null)[], amounts: readonly string[]): string =>
  `${[...texts.map(csvCell), ...amounts].join(',')}\r\n`

function lineRow(entry: JournalEntry, line: JournalLine, ledger: Ledger): string {
  const { account_number, account_name } = ledger.accountOf(line.account, entry.currency)
  return rowText(
    [
      entry.date,
      entry.kind,
      entry.number,
      entry.customer.company_number,
      entry.customer.name,
      entry.currency,
      entry.memo,
      line.account,
      account_number,
      account_name,
      line.product,
      line.province,
      line.tax,
      line.fuel_provider,
    ],
    [line.debit_cents, line.credit_cents].map((cents) => (cents === 0 ? '' : amountText(cents))),
  )
}
/** A row for each line, with everything that the journal knows about it. */
export async function* writeCsv(entries: AsyncIterable<JournalEntry>, ledger: Ledger): AsyncGenerator<JournalPiece> {
  yield { part: 1, text: byteOrderMark + rowText(header, []) }
  for await (const entry of entries)
    if (entry.lines.length > 0)
      yield { part: 1, text: entry.lines.map((line) => lineRow(entry, line, ledger)).join('') }
}
