import { journalKindWords } from '@portal/contract/journal/journal-formats.data.ts'
import type { JournalEntry } from '../entries.rules.ts'
import type { JournalPiece, Ledger } from '../ledger.rules.ts'
import { dayParts, latinText, lineText, shortNumber, signedAmount } from './journal-text.rules.ts'

/** The smaller of the limits that Sage publishes, so that every release takes the file: see docs/accounting.md. */
const sourceLength = 13
const commentLength = 39

/** Text is enclosed in quotation marks, so it cannot contain any. */
const quotedText = (text: string, most: number): string =>
  `"${latinText(text).replaceAll('"', "'").replaceAll(/\s+/g, ' ').trim().slice(0, most).trimEnd()}"`

function transactionOf(entry: JournalEntry, ledger: Ledger): string {
  const { year, month, day } = dayParts(entry.date)
  const source = shortNumber(latinText(entry.number), sourceLength)
  const head = [
    `${month}-${day}-${year.slice(2)}`,
    quotedText(source ?? entry.number, sourceLength),
    // A number that is too long for the source is whole in the comment.
    quotedText(source === null ? entry.memo : `${journalKindWords[entry.kind]}, ${entry.customer.name}`, commentLength),
  ]
  const details = entry.lines.map((line) => [
    ledger.accountOf(line.account, entry.currency).account_number,
    signedAmount(line),
    quotedText(lineText(entry, line), commentLength),
  ])
  return [head, ...details].map((cells) => `${cells.join(',')}\r\n`).join('')
}
/** The text file that the Canadian edition of Sage 50 imports as general journal entries. */
export async function* writeSage50(entries: AsyncIterable<JournalEntry>, ledger: Ledger): AsyncGenerator<JournalPiece> {
  for await (const entry of entries) if (entry.lines.length > 0) yield { part: 1, text: transactionOf(entry, ledger) }
}
