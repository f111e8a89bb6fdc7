import { csvCell } from '../../platform/sheets/csv.ts'
import type { JournalEntry, JournalLine } from '../entries.rules.ts'
import type { JournalPiece, Ledger } from '../ledger.rules.ts'
import { dayParts, lineText, signedAmount } from './journal-text.rules.ts'
import { sidesOf, splitLong } from './split.rules.ts'

/** Xero imports at most this many lines from one file: see docs/accounting.md. */
export const xeroLines = 300

const header =
  '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2\r\n'
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** `05 Nov 2026`, which no program reads as May 11. */
function xeroDay(date: string): string {
  const { year, month, day } = dayParts(date)
  return `${day} ${months[Number(month) - 1]} ${year}`
}

function rowOf(entry: JournalEntry, line: JournalLine, { accountOf, settings }: Ledger): string {
  const tracking = settings.xero_tracking && line.province ? [settings.xero_tracking, line.province] : ['', '']
  const texts = [
    `${entry.memo}, ${entry.customer.name}`,
    xeroDay(entry.date),
    lineText(entry, line),
    accountOf(line.account, entry.currency).account_number,
    settings.xero_tax_rate,
  ]
  return `${[...texts.map(csvCell), signedAmount(line), ...tracking.map(csvCell), '', ''].join(',')}\r\n`
}
/** Lines that do not fit into one file together with the rest of their entry are split into entries that balance. */
const partsOf = (entry: JournalEntry): JournalEntry[] =>
  entry.lines.length <= xeroLines ? [entry] : sidesOf(entry).flatMap((side) => splitLong(side, xeroLines))

/**
 * Xero's template for manual journals. Rows with the same narration and date are one journal, so each narration names
 * its document. A journal is never divided between two files.
 */
export async function* writeXero(entries: AsyncIterable<JournalEntry>, ledger: Ledger): AsyncGenerator<JournalPiece> {
  let part = 1
  let used = 0
  yield { part, text: header }
  for await (const entry of entries)
    for (const journal of partsOf(entry)) {
      const { length } = journal.lines
      if (used + length > xeroLines) {
        part += 1
        used = 0
        yield { part, text: header }
      }
      used += length
      if (length > 0) yield { part, text: journal.lines.map((line) => rowOf(journal, line, ledger)).join('') }
    }
}
