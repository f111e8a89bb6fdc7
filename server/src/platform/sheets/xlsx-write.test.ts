import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { downloadColumns } from '@portal/contract/list.ts'
import { expect, test } from 'vitest'
import { openSheet } from './open-sheet.ts'
import type { Cell } from './sheet.ts'
import { streamWorkbook } from './xlsx-write.ts'

const columns = downloadColumns({
  card: 'Card',
  amount: ['Amount', 'money'],
  price: ['Price', 'price'],
  count: ['Count', 'number'],
  day: ['Day', 'day'],
  at: ['At', 'time'],
  since: ['Since', 'instant'],
  is_active: 'Active',
})
const row = {
  card: '7083050000000123',
  amount: -1234.5,
  price: 1.62115,
  count: 3,
  day: '2026-03-01',
  at: '2026-03-01T17:40:05',
  since: '2026-03-01T22:40:05.123Z',
  is_active: true,
}
async function* chunks(...batches: Record<string, unknown>[][]) {
  yield* batches
}
const bookOf = async (batches: Record<string, unknown>[][], more = {}) =>
  buffer(streamWorkbook(chunks(...batches), { name: 'cards', columns, ...more }))

test('LIST-15 a workbook has real numbers and dates, and text for identifying digits', async () => {
  const book = read(await bookOf([[row]]), { cellNF: true })
  const sheet = book.Sheets.cards
  expect(utils.sheet_to_json(sheet as never, { header: 1, range: 'A1:H1' })[0]).toEqual([
    'Card',
    'Amount',
    'Price',
    'Count',
    'Day',
    'At',
    'Since (UTC)',
    'Active',
  ])
  const at = (address: string) => {
    const { t, v, w, z } = sheet?.[address] ?? {}
    return { t, v, w, z }
  }
  expect(at('A2')).toMatchObject({ t: 's', v: '7083050000000123', z: '@' })
  expect(at('B2')).toMatchObject({ t: 'n', v: -1234.5, w: '-1,234.50' })
  expect(at('C2')).toMatchObject({ t: 'n', v: 1.62115 })
  expect(at('D2')).toMatchObject({ t: 'n', v: 3 })
  expect([at('E2').w, at('F2').w, at('G2').w]).toEqual(['2026-03-01', '2026-03-01 17:40:05', '2026-03-01 22:40:05'])
  expect(at('H2')).toMatchObject({ t: 'b', v: true })
})

test('LIST-15 other content survives: signs, formulas as text, empty cells; control characters are dropped', async () => {
  const texts = ['=1+1', '<b>&"é"</b>', 'a\u0001b\u000bc', '_x0041_', ' two  spaces ', 'two\nlines', '\ud800']
  const rows = [
    ...texts.map((card) => ({ ...row, card })),
    { ...row, card: null, amount: null, day: null, at: 'no time', since: '' },
  ]
  const sheet = read(await bookOf([rows])).Sheets.cards as Record<string, { t: string; v: unknown; f?: string }>
  expect(texts.map((_, n) => [sheet[`A${n + 2}`]?.v, sheet[`A${n + 2}`]?.f])).toEqual([
    ['=1+1', undefined],
    ['<b>&"é"</b>', undefined],
    ['abc', undefined],
    ['_x0041_', undefined],
    [' two  spaces ', undefined],
    ['two\nlines', undefined],
    ['\ufffd', undefined],
  ])
  const last = texts.length + 2
  expect(['A', 'B', 'E', 'F', 'G'].map((letter) => sheet[`${letter}${last}`]?.v)).toEqual([
    undefined,
    undefined,
    undefined,
    'no time',
    undefined,
  ])
})

test('LIST-15 rows beyond a sheet’s limit continue in further sheets, and none is lost when one is exactly full', async () => {
  const many = Array.from({ length: 7 }, (_, n) => ({ ...row, count: n }))
  const counts = async (rowsInSheet: number, batches: Record<string, unknown>[][]) => {
    const book = read(await bookOf(batches, { rowsInSheet }))
    return book.SheetNames.map((name) => [
      name,
      utils.sheet_to_json(book.Sheets[name] as never).map((cells) => (cells as { Count: number }).Count),
    ])
  }
  const three = [
    ['cards 1', [0, 1, 2]],
    ['cards 2', [3, 4, 5]],
    ['cards 3', [6]],
  ]
  expect(await counts(3, [many])).toEqual(three)
  expect(
    await counts(
      3,
      many.map((one) => [one]),
    ),
  ).toEqual(three)
  expect(await counts(7, [many, []])).toEqual([['cards', [0, 1, 2, 3, 4, 5, 6]]])
  expect(await counts(7, [])).toEqual([['cards', []]])
})

test('LIST-15 our own import reads every digit back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-xlsx-'))
  await writeFile(join(folder, 'a.xlsx'), await bookOf([[row]]))
  const sheet = await openSheet(join(folder, 'a.xlsx'), 'xlsx')
  const cells: Cell[][] = []
  for await (const rows of sheet.rows) cells.push(...rows.map((one) => one.cells))
  await sheet.finish?.()
  await rm(folder, { recursive: true })
  expect(cells[1]).toEqual([
    '7083050000000123',
    -1234.5,
    1.62115,
    3,
    { kind: 'date', text: '2026-03-01' },
    { kind: 'date', text: '2026-03-01T17:40:05' },
    { kind: 'date', text: '2026-03-01T22:40:05' },
    true,
  ])
})

test('E3 an error half-way breaks the stream, and a reader that disconnects ends the reading', async () => {
  async function* broken() {
    yield [row]
    throw new Error('the database went away')
  }
  await expect(buffer(streamWorkbook(broken(), { name: 'cards', columns }))).rejects.toThrow('the database went away')
  let isOver = false
  async function* endless() {
    try {
      for (;;) yield Array.from({ length: 200 }, (_, n) => ({ ...row, card: String(Math.sin(n)) }))
    } finally {
      isOver = true
    }
  }
  const stream = streamWorkbook(endless(), { name: 'cards', columns })
  let bytes = 0
  for await (const piece of stream) {
    bytes += piece.length
    if (bytes > 50_000) break
  }
  await expect.poll(() => isOver).toBe(true)
})
