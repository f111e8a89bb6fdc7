import type { JournalFormat } from '@portal/contract/journal/journal-formats.data.ts'
import type { JournalEntry } from '../entries.rules.ts'
import type { JournalPiece, Ledger } from '../ledger.rules.ts'
import { writeCsv } from './csv-format.rules.ts'
import { writeQuickbooks } from './quickbooks.rules.ts'
import { writeSage50 } from './sage50.rules.ts'
import { writeXero } from './xero.rules.ts'

type JournalWriter = {
  write: (entries: AsyncIterable<JournalEntry>, ledger: Ledger) => AsyncGenerator<JournalPiece>
  extension: string
  type: string
  /** How text becomes bytes. `latin1` holds all that `latinText` leaves. */
  encoding: 'utf8' | 'latin1'
}
/** One writer for each format. They take entries as they come, so that a batch is never in memory whole. */
export const journalWriters: Readonly<Record<JournalFormat, JournalWriter>> = {
  csv: { write: writeCsv, extension: 'csv', type: 'text/csv; charset=utf-8', encoding: 'utf8' },
  quickbooks: {
    write: writeQuickbooks,
    extension: 'iif',
    type: 'text/plain; charset=windows-1252',
    encoding: 'latin1',
  },
  xero: { write: writeXero, extension: 'csv', type: 'text/csv; charset=utf-8', encoding: 'utf8' },
  sage50: { write: writeSage50, extension: 'txt', type: 'text/plain; charset=windows-1252', encoding: 'latin1' },
}
