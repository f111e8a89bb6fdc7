import { expect, test } from 'vitest'
import { journalFiles, sampleEntries } from '../../testing/files/journal-samples.ts'
import type { JournalEntry } from '../entries.rules.ts'
import { quickbooksName, writeQuickbooks } from './quickbooks.rules.ts'
import { journalWriters } from './writers.rules.ts'

const cellsOf = (file: string): string[][] =>
  file
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split('\t'))
const written = async (entries: readonly JournalEntry[]) =>
  cellsOf((await journalFiles('quickbooks', entries))[0] ?? '')
/** The transactions of a file, each from TRNS to ENDTRNS. */
const transactions = (cells: string[][]): string[][][] => {
  const found: string[][][] = []
  for (const row of cells.slice(3)) {
    if (row[0] === 'TRNS') found.push([row])
    else if (row[0] === 'SPL') found.at(-1)?.push(row)
  }
  return found
}
const [invoice] = sampleEntries as [JournalEntry]

test('RECV-10 an IIF file declares its columns, and every row has them', async () => {
  expect(journalWriters.quickbooks.write).toBe(writeQuickbooks)
  const rows = await written(sampleEntries)
  expect(rows.slice(0, 3)).toEqual([
    ['!TRNS', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO'],
    ['!SPL', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO'],
    ['!ENDTRNS'],
  ])
  for (const row of rows.slice(3)) expect([row[0], row.length]).toEqual([row[0], row[0] === 'ENDTRNS' ? 1 : 8])
  expect(rows.at(-1)).toEqual(['ENDTRNS'])
})

test('RECV-10 each QuickBooks entry balances, and has at most one receivable, first and with its customer', async () => {
  const all = transactions(await written(sampleEntries))
  expect(all).toHaveLength(11)
  for (const rows of all) {
    const cents = rows.map((row) => Math.round(Number(row[5]) * 100))
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0)
    const receivables = rows.filter((row) => row[3] === 'Fuel customers receivable')
    expect(receivables.length).toBeLessThanOrEqual(1)
    const payables = rows.filter((row) => row[3] === 'Fuel providers payable')
    expect(receivables.length > 0 && payables.length > 0).toBe(false)
    for (const row of rows) expect(row[4] !== '').toBe(row === receivables[0])
    if (receivables[0]) expect(rows[0]).toBe(receivables[0])
  }
})

test('RECV-10 a QuickBooks row has the date, account, customer, amount and short number', async () => {
  const [[first] = []] = transactions(await written([invoice]))
  expect(first).toEqual([
    'TRNS',
    'GENERAL JOURNAL',
    '11/15/2026',
    'Fuel customers receivable',
    'Northline Haulage Ltd.',
    '2470.84',
    'INV26000123',
    'Invoice INV-2026-000123, Northline Haulage Ltd.',
  ])
  const [[long] = []] = transactions(await written([{ ...invoice, number: 'INV-2026-1000123' }]))
  expect(long?.[6]).toBe('')
})

test('RECV-10 a customer’s name cannot move columns, name a job, or be another customer’s when it is cut', async () => {
  const named = (name: string, company_number = 'C00002') => quickbooksName({ id: 2, name, company_number })
  expect(named('A\tB "C"\nD: E')).toBe("A B 'C' D- E")
  const long = 'Consolidated Northern Freight and Haulage (East) Inc.'
  expect([named(long), named(long.replace('East', 'West'), 'C00003')]).toEqual([
    'Consolidated Northern Freight and C00002',
    'Consolidated Northern Freight and C00003',
  ])
  expect(named('x'.repeat(41))).toHaveLength(41)
  const tabbed = { ...invoice, memo: 'Invoice\t1', customer: { ...invoice.customer, name: 'A\tB' } }
  for (const row of (await written([tabbed])).slice(3)) if (row[0] !== 'ENDTRNS') expect(row).toHaveLength(8)
})
