import type { AttachmentEnding } from '@portal/contract/files/attachment-types.data.ts'
import { expect, test } from 'vitest'
import { readCsv } from '../platform/sheets/csv-read.ts'
import { wholeFiles } from '../testing/files/documents.ts'
import { expectWholeOrRefused, sampleOf } from '../testing/files/whole-or-refused.ts'

const whole = (await wholeFiles()) as Record<AttachmentEnding, Buffer>

test.each(Object.keys(whole) as AttachmentEnding[])(
  'SEC-7 U8 a cut .%s is refused, or read as the whole one, and so is a flipped one that has checksums',
  (ending) => expectWholeOrRefused(ending, whole[ending], 25),
)
test('SEC-7 U8 the same with a fuel provider’s files', async () => {
  await expectWholeOrRefused('xls', await sampleOf('transactions-comdata.xls'), 25)
  await expectWholeOrRefused('xlsx', await sampleOf('transactions-esso.xlsx'), 25)
})

const cellsOf = (content: Buffer) => [...(readCsv(content).rows as Iterable<{ cells: unknown[] }[]>)].flat()[0]?.cells
const fault = (content: Buffer) => {
  try {
    return cellsOf(content)
  } catch (error) {
    return (error as Error).message
  }
}
test('SEC-7 a CSV is UTF-8, UTF-16 with its mark or Windows-1252; a damaged one is refused, not read by another code page', () => {
  const cells = ['Québec', 'Montréal', 'Lévis']
  const utf8 = Buffer.from(cells.join(';'))
  expect(cellsOf(utf8)).toEqual(cells)
  expect(cellsOf(Buffer.from(cells.join(';'), 'latin1'))).toEqual(cells)
  expect(cellsOf(Buffer.from(`\uFEFF${cells.join(';')}`, 'utf16le'))).toEqual(cells)
  const accent = utf8.indexOf(0xc3)
  const flipped = Buffer.from(utf8)
  flipped[accent] = 0xe3
  const cut = Buffer.concat([utf8, Buffer.from('é').subarray(0, 1)])
  const marked = Buffer.concat([Buffer.from('\uFEFFa;'), Buffer.from([0xe9])])
  const half = Buffer.from(`\uFEFF${cells.join(';')}`, 'utf16le').subarray(0, -1)
  for (const content of [flipped, cut, marked, half]) expect(fault(content)).toBe('file.damaged')
  for (const content of [Buffer.from('a\0b'), Buffer.from([0x61, 0x3b, 0x81, 0x3b, 0xe9])])
    expect(fault(content)).toBe('sheet.not-csv')
})
