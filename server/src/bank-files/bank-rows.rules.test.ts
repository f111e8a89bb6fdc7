import { readFileSync } from 'node:fs'
import type { BankMapping } from '@portal/contract/bank-files/banks.ts'
import { expect, test } from 'vitest'
import { shownCell } from '../platform/sheets/cells.ts'
import { readCsv } from '../platform/sheets/csv-read.ts'
import { proposeMapping } from './bank-mapping.rules.ts'
import { type BankRow, readBankRows, separatorNamed } from './bank-rows.rules.ts'

function rowsOf(content: Buffer): { rows: BankRow[]; mapping: BankMapping } {
  const sheet = readCsv(content)
  const rows = [...(sheet.rows as Iterable<BankRow[]>)]
    .flat()
    .map(({ row, cells }) => ({ row, cells: Array.from(cells as string[], shownCell) }))
  return { rows, mapping: proposeMapping(rows, separatorNamed(sheet.separator)).proposed as BankMapping }
}
const sample = (name: string) => readFileSync(new URL(`../../../samples/bank/${name}`, import.meta.url))
const read = (content: Buffer | string, changes: Partial<BankMapping> = {}) => {
  const { rows, mapping } = rowsOf(Buffer.from(content))
  return readBankRows(rows, { ...mapping, ...changes })
}

test('RECV-1 the English sample is read by its proposed mapping', () => {
  const { lines, faults, read: count } = read(sample('bank-english.csv'))
  expect([count, faults]).toEqual([6, []])
  expect(lines.map(({ line_date, amount_cents, occurrence }) => [line_date, amount_cents, occurrence])).toEqual([
    ['2026-11-02', 125_000, 1],
    ['2026-11-02', 50_000, 1],
    ['2026-11-03', -8_995, 1],
    ['2026-11-03', 7_500, 1],
    ['2026-11-03', 7_500, 2],
    ['2026-11-04', 98_040, 1],
  ])
  expect(lines[0]).toMatchObject({ reference: 'INV-2026-000001', payer: 'NORTHLINE HAULAGE' })
})

test('RECV-1 the French sample in Windows-1252 is read by its proposed mapping, and the same in UTF-8 and UTF-16', () => {
  const content = sample('bank-french.csv')
  const first = read(content)
  expect([first.read, first.faults]).toEqual([4, []])
  expect(first.lines.map(({ line_date, amount_cents }) => [line_date, amount_cents])).toEqual([
    ['2026-11-02', 125_000],
    ['2026-11-13', 30_050],
    ['2026-11-13', -2_495],
    ['2026-11-16', 204_010],
  ])
  expect(first.lines[0]).toMatchObject({ payer: 'TRANSPORT LÉVESQUE LTÉE', payer_key: 'TRANSPORT LEVESQUE' })
  const text = new TextDecoder('windows-1252').decode(content)
  const wide = Buffer.from(`\uFEFF${text}`, 'utf16le')
  expect(read(text)).toEqual(first)
  expect(read(wide)).toEqual(first)
  expect(read(Buffer.from(wide).swap16())).toEqual(first)
})

test('RECV-1 a bad row is named with its column, value and reason; the others are kept', () => {
  const text =
    'Date,Debit,Credit,Reference\n2026-11-03,,10.00,A\n2026-13-03,,10.00,B\n2026-11-03,,"10,00",C\n2026-11-03,5.00,10.00,D\n' +
    '2026-11-03,,,E\n,,99999999999.00,F\n2026-11-03,0.00,7.00,G'
  const { lines, failed, faults } = read(text, { date_format: 'YYYY-MM-DD', decimal_mark: '.' })
  expect(lines.map(({ reference }) => reference)).toEqual(['A', 'G'])
  expect(failed).toBe(5)
  expect(faults).toEqual([
    { row: 3, column: 'Date', value: '2026-13-03', reason: 'bank-file.date {"format":"YYYY-MM-DD"}' },
    { row: 4, column: 'Credit', value: '10,00', reason: 'bank-file.amount' },
    { row: 5, column: 'Credit', value: '10.00', reason: 'bank-file.two-amounts' },
    { row: 6, column: 'Credit', value: null, reason: 'bank-file.no-amount' },
    { row: 7, column: 'Date', value: null, reason: 'field.required' },
    { row: 7, column: 'Credit', value: '99999999999.00', reason: 'bank-file.too-large' },
  ])
})

test('RECV-1 a file without the columns of its bank is refused, and columns can be numbers', () => {
  const { rows, mapping } = rowsOf(Buffer.from('Date,Amount,Memo\n2026-11-03,10.00,A'))
  expect(() => readBankRows(rows, { ...mapping, reference: 'Details' })).toThrow('bank-file.no-header')
  const numbered = { ...mapping, has_header: false, date: '1', amount: '2', reference: '3' }
  expect(readBankRows(rows.slice(1), numbered).lines).toHaveLength(1)
})
