import { expect, test } from 'vitest'
import { journalFiles, sampleEntries } from '../../testing/files/journal-samples.ts'
import type { JournalEntry } from '../entries.rules.ts'
import { writeCsv } from './csv-format.rules.ts'
import { journalWriters } from './writers.rules.ts'

const [invoice] = sampleEntries as [JournalEntry]

test('RECV-10 the CSV has a row for each line, with both account and key, and one amount', async () => {
  expect(journalWriters.csv.write).toBe(writeCsv)
  const [file = ''] = await journalFiles('csv', [invoice])
  const rows = file.trimEnd().split('\r\n')
  expect(rows).toHaveLength(invoice.lines.length + 1)
  expect(rows[2]).toBe(
    '2026-11-15,invoice,INV-2026-000123,C00002,Northline Haulage Ltd.,CAD,Invoice INV-2026-000123,sales.D1.ON,4010,Diesel sales,D1,ON,,,,967.85',
  )
})

test('RECV-10 the CSV runs no formula of a customer’s name, and an entry without lines has no row', async () => {
  const named = { ...invoice, customer: { ...invoice.customer, name: '=cmd|x' } }
  const [file = ''] = await journalFiles('csv', [named, { ...invoice, lines: [] }])
  expect(file).toContain(",'=cmd|x,CAD,")
  expect(file.trimEnd().split('\r\n')).toHaveLength(invoice.lines.length + 1)
})
