import { defaultJournalSettings } from '@portal/contract/journal/journal.ts'
import { defaultJournalAccounts } from '@portal/contract/journal/journal-accounts.data.ts'
import type { JournalFormat } from '@portal/contract/journal/journal-formats.data.ts'
import {
  type DocumentSum,
  documentEntry,
  type JournalCustomer,
  type JournalEntry,
  receiptEntry,
  refundEntry,
  reversalEntry,
  writeOffEntry,
} from '../../journal/entries.rules.ts'
import { journalWriters } from '../../journal/formats/writers.rules.ts'
import { ledgerFor } from '../../journal/ledger.rules.ts'

const northline: JournalCustomer = { id: 2, name: 'Northline Haulage Ltd.', company_number: 'C00002' }
const prairie: JournalCustomer = { id: 3, name: 'Transport Prairie & Frères, s.e.n.c.', company_number: 'C00003' }

const noTaxes = { gst_cents: 0, hst_cents: 0, pst_cents: 0, qst_cents: 0 }
const noCost = {
  cost_pre_cents: null,
  cost_gst_cents: null,
  cost_hst_cents: null,
  cost_pst_cents: null,
  cost_qst_cents: null,
}
export const documentSum = (
  given: Pick<DocumentSum, 'product' | 'province' | 'pre_cents'> & Partial<DocumentSum>,
): DocumentSum => ({ fuel_provider: null, ...noTaxes, ...noCost, ...given })
const negated = (sum: DocumentSum): DocumentSum =>
  Object.fromEntries(
    Object.entries(sum).map(([name, value]) => [name, typeof value === 'number' ? -value : value]),
  ) as DocumentSum

const ontarioDiesel = documentSum({
  product: 'D1',
  province: 'ON',
  fuel_provider: 'Esso',
  pre_cents: 96_785,
  hst_cents: 12_582,
  cost_pre_cents: 95_285,
  cost_hst_cents: 12_387,
})
const quebecDiesel = documentSum({
  product: 'D1',
  province: 'QC',
  fuel_provider: 'Esso',
  pre_cents: 102_385,
  gst_cents: 5_119,
  qst_cents: 10_213,
  cost_pre_cents: 100_885,
  cost_gst_cents: 5_044,
  cost_qst_cents: 10_063,
})
const saskatchewanDef = documentSum({
  product: 'DEF',
  province: 'SK',
  fuel_provider: 'Pipeline',
  pre_cents: 8_000,
  gst_cents: 400,
  pst_cents: 480,
  cost_pre_cents: 7_000,
  cost_gst_cents: 350,
  cost_pst_cents: 420,
})
const cash = documentSum({
  product: 'CSH',
  province: 'ON',
  fuel_provider: 'Esso',
  pre_cents: 20_000,
  cost_pre_cents: 20_000,
})
const fee = documentSum({ product: 'FEE', province: 'AB', pre_cents: 4_500 })

const currency = 'CAD'
const returned = receiptEntry(
  { date: '2026-11-20', number: 'R-000031', customer: prairie, currency },
  { mode: 'pad', amount_cents: 50_000 },
)
/** One of each kind, in the order of their days. */
export const sampleEntries: readonly JournalEntry[] = [
  documentEntry(
    'invoice',
    { date: '2026-11-15', number: 'INV-2026-000123', customer: northline, currency },
    [ontarioDiesel, quebecDiesel, cash],
    247_084,
  ),
  documentEntry(
    'invoice',
    { date: '2026-11-15', number: 'INV-2026-000124', customer: prairie, currency },
    [saskatchewanDef, fee],
    13_380,
  ),
  documentEntry(
    'credit_note',
    { date: '2026-11-18', number: 'CN-2026-000007', customer: northline, currency, note: 'wrong rate' },
    [negated(ontarioDiesel)],
    -109_367,
  ),
  receiptEntry(
    { date: '2026-11-19', number: 'R-000030', customer: northline, currency, note: 'EFT 88123' },
    { mode: 'eft', amount_cents: 150_000 },
  ),
  returned,
  reversalEntry(returned, { date: '2026-11-24', number: 'R-000031', note: 'NSF' }),
  refundEntry(
    { date: '2026-11-25', number: 'RF-000004', customer: northline, currency },
    { mode: 'cheque', amount_cents: 12_283 },
  ),
  writeOffEntry({ date: '2026-11-30', number: 'WO-000002', customer: prairie, currency, note: 'bankrupt' }, 13_380),
]

export async function* entriesOf(entries: readonly JournalEntry[]): AsyncGenerator<JournalEntry> {
  yield* entries
}
/** The files of entries in a format, by part. */
export async function journalFiles(format: JournalFormat, entries: readonly JournalEntry[]): Promise<string[]> {
  const files: string[] = []
  const ledger = ledgerFor(format, currency, defaultJournalAccounts, defaultJournalSettings)
  for await (const { part, text } of journalWriters[format].write(entriesOf(entries), ledger))
    files[part - 1] = (files[part - 1] ?? '') + text
  return files
}
/** `journal-xero.csv` in samples/accounting, with its bytes. */
export async function sampleJournal(format: JournalFormat): Promise<{ name: string; content: Buffer }> {
  const { extension, encoding } = journalWriters[format]
  const [file = ''] = await journalFiles(format, sampleEntries)
  return { name: `journal-${format}.${extension}`, content: Buffer.from(file, encoding) }
}
