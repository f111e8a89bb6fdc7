import { readFile } from 'node:fs/promises'
import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { messages } from '@portal/contract/messages.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { withOtherDigit, zipPartsOf } from '../testing/files/damage.ts'
import { fileRows } from '../testing/files/transaction-files.ts'
import { samplePurchases } from '../testing/files/transaction-samples.ts'
import { makeWholeXlsx, makeZip, sheetXml, workbookParts } from '../testing/files/workbooks.ts'
import { testImports } from '../testing/importing.ts'
import { form, picture } from '../testing/uploads.ts'
import { readInChild } from './read-in-child.ts'

const { ask, send, rows } = await testImports(readInChild)
const damaged = messages['file.damaged']
const rowsOfEsso = fileRows('Esso', samplePurchases.Esso)
const packed = makeWholeXlsx(rowsOfEsso as never)
const stored = makeZip(workbookParts(sheetXml(rowsOfEsso as never)).map((part) => ({ ...part, isStored: true })))

/** The import's reason for rejecting a file. */
async function reasonOf(answer: Awaited<ReturnType<typeof ask>>): Promise<string> {
  if (answer.status !== 202) return answer.body.error.fields.file
  const { import_id, id } = answer.body
  const record = await expect
    .poll(async () => (await ask(people.staff, imports.get, { params: { id: import_id ?? id } })).body, {
      timeout: 60_000,
    })
    .toMatchObject({ status: expect.stringMatching(/done|failed|ready/) })
    .then(async () => (await ask(people.staff, imports.get, { params: { id: import_id ?? id } })).body)
  return record.errors[0]?.reason ?? record.status
}

test.each([
  ['a packed sheet', packed, 'xl/worksheets/sheet1.xml'],
  ['packed texts', packed, 'xl/sharedStrings.xml'],
  ['packed styles', packed, 'xl/styles.xml'],
  ['a packed list of sheets', packed, 'xl/workbook.xml'],
  ['a part that no reader needs', packed, 'docProps/app.xml'],
  ['a stored sheet', stored, 'xl/worksheets/sheet1.xml'],
  ['stored styles', stored, 'xl/styles.xml'],
  ['stored relations', stored, 'xl/_rels/workbook.xml.rels'],
])(
  'SEC-7 U8 one flipped bit that changes a digit in %s is rejected, and nothing is booked',
  async (_what, file, part) => {
    expect(zipPartsOf(file).map(({ name }) => name)).toContain(part)
    expect(await reasonOf(await send('Esso', withOtherDigit(file, part)))).toBe(damaged)
    expect(await rows('select 1 from transactions')).toEqual([])
  },
)

test('SEC-7 U8 cards and daily rates reject damaged files alike', async () => {
  const template = await ask(people.staff, cardImports.template, { query: { format: 'csv' } })
  const cells = template.text
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const sheet = withOtherDigit(makeWholeXlsx(cells), 'xl/sharedStrings.xml')
  const sent = { name: 'a.xlsx', type: 'application/octet-stream' }
  expect(await reasonOf(await ask(people.staff, cardImports.upload, form({ ...sent, content: sheet })))).toBe(damaged)
  const prices = withOtherDigit(
    await readFile(new URL('../../../samples/rates-esso.xlsx', import.meta.url)),
    'xl/worksheets/sheet1.xml',
  )
  expect(
    await reasonOf(
      await ask(people.staff, dailyRates.upload, form({ ...sent, content: prices, before: { type: 'Esso' } })),
    ),
  ).toBe(damaged)
})

test('SEC-7 a damaged archive or picture is not attached, an intact one is', async () => {
  const { id } = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const png = await picture().png().toBuffer()
  const flipped = Buffer.from(png)
  flipped[60] = (flipped[60] as number) ^ 1
  const attach = (name: string, content: Buffer) =>
    ask(people.staff, cardFiles.add, { params: { id }, ...form({ name, content }) })
  for (const [name, content] of [
    ['a.xlsx', withOtherDigit(packed, 'xl/sharedStrings.xml')],
    ['b.xlsx', packed.subarray(0, packed.length - 300)],
    ['a.png', flipped],
    ['a.png', png.subarray(0, png.length - 20)],
  ] as const)
    expect([name, (await attach(name, content)).body.error]).toEqual([
      name,
      expect.objectContaining({ code: 'file.damaged', message: damaged }),
    ])
  expect(await rows('select 1 from files where owner_id = $1', [id])).toEqual([])
  for (const [name, content] of [
    ['a.xlsx', packed],
    ['a.png', png],
  ] as const)
    expect((await attach(name, content)).status).toBe(201)
})
