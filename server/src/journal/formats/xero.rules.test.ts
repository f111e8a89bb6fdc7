import { defaultJournalSettings } from '@portal/contract/journal/journal.ts'
import { defaultJournalAccounts } from '@portal/contract/journal/journal-accounts.data.ts'
import { expect, test } from 'vitest'
import { entriesOf, journalFiles, sampleEntries } from '../../testing/files/journal-samples.ts'
import type { JournalEntry, JournalLine } from '../entries.rules.ts'
import { ledgerFor } from '../ledger.rules.ts'
import { journalWriters } from './writers.rules.ts'
import { writeXero, xeroLines } from './xero.rules.ts'

const [invoice, , , receipt] = sampleEntries as [JournalEntry, JournalEntry, JournalEntry, JournalEntry]
const rowsOf = (file: string): string[] => file.trimEnd().split('\r\n').slice(1)
/** The amount is the fifth cell from the end; the narration can contain commas. */
const amountsByJournal = (rows: readonly string[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const narration = /^("[^"]*"|[^,]*),\d\d \w{3} \d{4},/.exec(row)?.[0] ?? ''
    sums.set(narration, (sums.get(narration) ?? 0) + Math.round(Number(row.split(',').at(-5)) * 100))
  }
  return sums
}

test('RECV-10 Xero’s template has a row for each line, with a signed amount', async () => {
  expect(journalWriters.xero.write).toBe(writeXero)
  const [file = '', ...more] = await journalFiles('xero', [invoice])
  expect(more).toEqual([])
  expect(file.split('\r\n')[0]).toBe(
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
  )
  expect(rowsOf(file)[1]).toBe(
    '"Invoice INV-2026-000123, Northline Haulage Ltd.",15 Nov 2026,D1 ON,4010,Tax Exempt,-967.85,,,,',
  )
})

test('RECV-10 each entry is a journal of its own for Xero, which joins rows by narration and date', async () => {
  const [file = ''] = await journalFiles('xero', sampleEntries)
  const journals = amountsByJournal(rowsOf(file))
  expect(journals.size).toBe(sampleEntries.length)
  expect([...journals.values()].filter((sum) => sum !== 0)).toEqual([])
})

test('RECV-10 a file for Xero has at most 300 lines, and no journal is divided between two files', async () => {
  const many = Array.from({ length: 200 }, (_, at): JournalEntry => ({ ...receipt, memo: `Receipt ${at}` }))
  const files = await journalFiles('xero', [invoice, ...many])
  const rows = files.map(rowsOf)
  expect(rows.map((one) => one.length)).toEqual([300, 114])
  for (const one of rows) expect([...amountsByJournal(one).values()].filter((sum) => sum !== 0)).toEqual([])
  expect(files.every((file) => file.startsWith('*Narration'))).toBe(true)
})

test('RECV-10 an entry that is too long for a file becomes several journals that balance', async () => {
  const line: JournalLine = { ...(invoice.lines[1] as JournalLine), credit_cents: 1 }
  const long = Array.from({ length: 400 }, () => line)
  const receivable: JournalLine = { ...(invoice.lines[0] as JournalLine), debit_cents: 400 }
  const files = await journalFiles('xero', [{ ...invoice, lines: [receivable, ...long] }])
  expect(files.map((file) => rowsOf(file).length)).toEqual([xeroLines, 102])
  const sums = files.flatMap((file) => [...amountsByJournal(rowsOf(file))])
  expect(sums).toEqual([
    ['"Invoice INV-2026-000123 (1 of 2), Northline Haulage Ltd.",15 Nov 2026,', 0],
    ['"Invoice INV-2026-000123 (2 of 2), Northline Haulage Ltd.",15 Nov 2026,', 0],
  ])
})

test('RECV-10 provinces are a tracking category in Xero if the settings name one', async () => {
  const settings = { ...defaultJournalSettings, xero_tracking: 'Province', xero_tax_rate: 'No tax' }
  const ledger = ledgerFor('xero', 'CAD', defaultJournalAccounts, settings)
  let file = ''
  for await (const { text } of writeXero(entriesOf([invoice]), ledger)) file += text
  expect(rowsOf(file)[0]).toContain(',1210,No tax,2470.84,,,,')
  expect(rowsOf(file)[1]).toContain(',4010,No tax,-967.85,Province,ON,,')
})
