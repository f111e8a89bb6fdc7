import { readdir } from 'node:fs/promises'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import {
  makeCsv,
  makeXls,
  makeXlsx,
  makeZip,
  type Put,
  sheetXml,
  workbookParts,
} from '../../testing/files/workbooks.ts'
import { runImportJob, settledImport } from '../../testing/import-job.ts'
import { testApp } from '../../testing/test-app.ts'
import { form } from '../../testing/uploads.ts'
import { cardFields, labelOf } from './card-sheet.rules.ts'

const portal = await testApp()
const { app, ask, owner, folder, tokenOf } = portal
await runImportJob(portal)

let number = 8_800_000_000
const values: Record<string, string | number> = {
  company_name: 'Northline Haulage',
  plastic_type: 'driver',
  uom: 'L',
  driver_name: 'Zoé Lavoie',
  driver_id: 4711,
  other_id: 'E1',
  commercial_driver_license: 'ON-123',
  vehicle_assigned_to_card: 'T1',
  trailer_number: 'TR-1',
  card_type: 'CB Type',
  card_status: 'ACTIVE',
  card_group: 'Highway',
  odometer: '12000',
  trip_number: 77,
  usage_above_volume_limits: 'no',
  cash_advance_type: 'Daily',
  cash_refresh_days: 'Mon, Friday',
  refreshing_cash_limits: 100.1,
  daily_card_limit: '$1,500.00',
  debit_dollar_balance: 0,
  refreshing_cash_balance: 80.07,
  increment_dash_cash_amount: 0,
  paycheck_balance: 0,
  dash_cash_balance: 0,
  dash_cash_memo: 'None',
  weekly_product_refresh: 'N/A',
  weekly_product_refresh_money_amount: 2000,
  weekly_fuel_quantity_limit: 800.125,
  weekly_vehicle_quantity_refresh_day: 'N/A',
  weekly_fuel_quantity_balance: 640.5,
  daily_vehicle_quantity_limit_in_gallons: 300,
  non_highway_fuel_limit: 50,
}
const fields = ['card_number', ...Object.keys(values)]
const header = fields.map(labelOf)
const line = <T = never>(changes: Record<string, string | number | T | null> = {}): (string | number | T | null)[] => {
  const all: Record<string, string | number | T | null> = { card_number: String(++number), ...values, ...changes }
  return fields.map((field) => all[field] ?? null)
}
type Report = Awaited<ReturnType<typeof ask>>['body']
const send = (content: Buffer | string, name: string, mode?: string, who: string = people.staff) =>
  ask(who, cardImports.upload, {
    ...form({ content, name, type: 'application/octet-stream' }),
    ...(mode ? { query: { mode } } : {}),
  })
const settled = (id: number): Promise<Report> => settledImport(portal, id)
async function imported(content: Buffer | string, name: string, mode?: string): Promise<Report> {
  const answer = await send(content, name, mode)
  expect([answer.status, answer.body]).toEqual([202, { import_id: expect.any(Number) }])
  return settled(answer.body.import_id)
}
const countCards = async () => Number((await owner.query('select count(*) from cards')).rows[0].count)

test('CARD-13 cards import alike from csv, xls and xlsx, exact to the last digit', async () => {
  for (const [make, name] of [
    [makeCsv, 'cards.csv'],
    [makeXls, 'cards.xls'],
    [makeXlsx, 'cards.xlsx'],
  ] as const) {
    const rows = [
      line(),
      line({
        driver_name: 'O’Brien, “Pat”',
        dash_cash_balance: 0.29,
        increment_dash_cash_amount: 10,
        dash_cash_memo: 'Tires',
      }),
    ]
    const report = await imported(make([['Cards of March'], [], header, ...rows]), name)
    expect(report).toMatchObject({
      status: 'done',
      kind: 'cards',
      counts: { read: 2, booked: 2, duplicate: 0, quarantined: 0, failed: 0 },
      errors: [],
    })
    const { body } = await ask(people.staff, cards.list, { query: { filter: `card_number:${rows[0]?.[0]}` } })
    const { body: card } = await ask(people.northline, cards.get, { params: { id: body.cards[0].id } })
    expect(card).toMatchObject({
      company_name: 'Northline Haulage',
      plastic_type: 'Driver',
      driver_id: '4711',
      card_status: 'RELEASE',
      refreshing_cash_limits: 100.1,
      daily_card_limit: 1500,
      weekly_fuel_quantity_limit: 800.125,
      usage_above_volume_limits: 'No',
    })
    expect(JSON.parse(card.cash_refresh_days)).toMatchObject({ monday: true, friday: true, tuesday: false, na: false })
    const events = await owner.query('select kind, note, user_name from card_events where card_id = $1', [card.id])
    expect(events.rows).toEqual([{ kind: 'created', note: name, user_name: expect.any(String) }])
    const loads = await owner.query(
      'select dash_cash_balance_cents::int, e.amount_cents::int, e.note from cards join card_events e on e.card_id = cards.id where card_number = $1 and e.kind = $2',
      [rows[1]?.[0], 'dash-cash'],
    )
    expect(loads.rows).toEqual([{ dash_cash_balance_cents: 1029, amount_cents: 1000, note: 'Tires' }])
  }
})

test('CARD-13 I1 a preview writes nothing and reports every error; the good rows then import, and importing again changes nothing', async () => {
  const before = await countCards()
  const twice = line()
  const content = makeXlsx([
    header,
    line(),
    line({ company_name: 'Nobody Ltd', odometer: 'far' }),
    twice,
    line({ card_number: twice[0] as string }),
    line({ daily_card_limit: '12,34' }),
  ])
  const preview = await imported(content, 'mixed.xlsx', 'preview')
  expect(preview).toMatchObject({
    status: 'ready',
    counts: { read: 5, booked: 2, duplicate: 0, failed: 3 },
    errors_total: 3,
  })
  expect(preview.errors).toMatchObject([
    { row: 3, column: 'Odometer', value: 'far', reason: 'Use digits only.' },
    {
      row: 5,
      column: 'Card Number',
      value: twice[0],
      reason: 'This card number is also in row 4.',
      message: { key: 'card.sheet-twice', params: { row: 4 } },
    },
    { row: 6, column: 'Daily Card Limit', value: '12,34', reason: 'Enter a number.' },
  ])
  expect(preview.sample[0].cells).toHaveLength(fields.length)
  expect(await countCards()).toBe(before)
  const csv = await ask(people.staff, imports.errors, { params: { id: preview.id } })
  expect(csv.text).toContain('6,Daily Card Limit,"12,34",Enter a number.')
  expect((await ask(people.staff, imports.apply, { params: { id: preview.id }, body: { mode: 'all' } })).status).toBe(
    202,
  )
  expect(await settled(preview.id)).toMatchObject({
    status: 'failed',
    reason: 'Nothing was imported: 3 of 5 rows have errors.',
    counts: { booked: 0 },
  })
  expect(await countCards()).toBe(before)
  const again = await imported(content, 'mixed.xlsx')
  expect(again.counts).toEqual({ read: 5, booked: 2, duplicate: 0, quarantined: 0, failed: 3 })
  expect(await countCards()).toBe(before + 2)
  const third = await imported(content, 'mixed.xlsx')
  expect(third.counts).toEqual({ read: 5, booked: 0, duplicate: 2, quarantined: 0, failed: 3 })
  expect(await countCards()).toBe(before + 2)
})

test('CARD-13 an existing card with other values is reported, not overwritten', async () => {
  const first = line()
  await imported(makeCsv([header, first]), 'a.csv')
  const changed = first.map((cell, at) => (fields[at] === 'driver_name' ? 'Somebody Else' : cell))
  const report = await imported(makeCsv([header, changed]), 'b.csv')
  expect([report.status, report.errors[0].reason]).toEqual([
    'failed',
    'A card with this number already exists, with different values.',
  ])
})

test('CARD-13 a row is rejected unless exactly one company has its name', async () => {
  await owner.query(`insert into companies (kind, name) values ('customer', 'Twin Ltd'), ('customer', 'Twin Ltd')`)
  const report = await imported(
    makeCsv([header, line({ company_name: 'Twin Ltd' }), line({ company_name: 'No One' }), line()]),
    'c.csv',
  )
  expect(report.errors.map(({ row, column, reason }: Report) => [row, column, reason])).toEqual([
    [2, 'Company Name', 'More than one company has this name.'],
    [3, 'Company Name', 'No company has this name.'],
  ])
  expect(report.counts).toMatchObject({ booked: 1, failed: 2 })
})

test('CARD-13 M12 I5 a value damaged by a spreadsheet is an error of its row', async () => {
  const cells: [string, Put, string][] = [
    [
      'card_number',
      { xml: '><v>70830500000007919</v>' },
      'A spreadsheet keeps only 15 digits of a number. Format the cell as text and type it again.',
    ],
    [
      'card_number',
      '7.08305E+13',
      'The number is in scientific notation and has lost digits. Format the cell as text and type it again.',
    ],
    ['daily_card_limit', { xml: '><f>A1*2</f><v>12</v>' }, 'The cell contains a formula. Paste its value instead.'],
    ['trailer_number', { xml: ' t="e"><v>#REF!</v>' }, 'The cell contains an error.'],
    ['daily_card_limit', 12.345, 'Use at most 2 decimals.'],
    ['daily_card_limit', -1, 'Must be 0 or more.'],
    ['daily_card_limit', 'NaN', 'Enter a number.'],
    ['plastic_type', 'Gold', 'Choose one of: Driver, Vehicle, Spare.'],
    ['cash_refresh_days', 'Someday', 'Enter the days, such as “Monday, Friday”, or N/A.'],
    ['driver_name', null, 'This field is required.'],
  ]
  const report = await imported(
    makeXlsx([header, ...cells.map(([field, put]) => line<Put>({ [field]: put })), line()]),
    'spoiled.xlsx',
  )
  expect(report.errors.map(({ row, column, reason }: Report) => [row, column, reason])).toEqual(
    cells.map(([field, , reason], at) => [at + 2, labelOf(field), reason]),
  )
  expect(report.counts).toEqual({
    read: cells.length + 1,
    booked: 1,
    duplicate: 0,
    quarantined: 0,
    failed: cells.length,
  })
})

const good = makeXlsx([header, line()])
const sparse = makeZip(
  workbookParts(
    '<worksheet><sheetData><row r="2000000000"><c r="A2000000000"><v>1</v></c></row></sheetData></worksheet>',
  ),
)
const bomb = makeZip(workbookParts(Buffer.alloc(300_000_000, ' ')))
const forged = makeZip(
  workbookParts(sheetXml([header, line()])).map((part) =>
    part.name.includes('sheet1') ? { ...part, saysBytes: 2_000_000_000 } : part,
  ),
)
const entities = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheetXml([header, line()]).slice(38)}`
const ole = Buffer.concat([Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), Buffer.alloc(2000, 1)])
test.each<[string, Buffer | string, string, string]>([
  [
    'a missing column',
    makeCsv([header.filter((name) => name !== 'Driver Name'), line()]),
    'a.csv',
    'A column is missing: “Driver Name”.',
  ],
  [
    'a duplicate header',
    makeCsv([[...header, 'card_number'], line()]),
    'a.csv',
    'Row 1 has two columns for “Card Number”. Remove one of them and try again.',
  ],
  ['no rows', makeXlsx([header]), 'a.xlsx', 'The file has a header but no rows under it.'],
  [
    'no header',
    makeCsv([
      ['a', 'b'],
      ['c', 'd'],
    ]),
    'a.csv',
    'No header row was found in the first 100 rows.',
  ],
  [
    'a macro workbook',
    makeZip([...workbookParts(sheetXml([header, line()])), { name: 'xl/vbaProject.bin', content: 'x' }]),
    'a.xlsx',
    'The workbook contains macros.',
  ],
  ['an .xlsm file', good, 'a.xlsm', 'Choose a file that ends in .csv, .xls or .xlsx.'],
  [
    'an encrypted workbook',
    ole,
    'a.xlsx',
    'The file is protected by a password, or it is an old .xls workbook named .xlsx.',
  ],
  [
    'HTML named .xls',
    '<html><table><tr><td>Card Number</td></tr></table></html>',
    'a.xls',
    'The file is a web page named .xls.',
  ],
  ['a damaged .xls', ole, 'a.xls', 'The file is damaged: it cannot be read as an .xls workbook.'],
  ['a workbook named .csv', good, 'a.csv', 'The file is a workbook named .csv.'],
  [
    'a truncated workbook',
    good.subarray(0, good.length - 300),
    'a.xlsx',
    'This file is damaged. Get a new copy of it and try again.',
  ],
  ['a bomb', bomb, 'a.xlsx', 'The file unpacks to far more than a sheet can hold.'],
  ['a forged size', forged, 'a.xlsx', 'The file unpacks to far more than a sheet can hold.'],
  ['a sparse giant', sparse, 'a.xlsx', 'A cell is in row 2000000000, beyond the end of any sheet.'],
  [
    'entities',
    makeZip(workbookParts(entities)),
    'a.xlsx',
    'The file declares XML entities, which workbooks do not need.',
  ],
  [
    'a path out of the archive',
    makeZip([...workbookParts(sheetXml([header, line()])), { name: '../../etc/x', content: 'x' }]),
    'a.xlsx',
    'This file is damaged. Get a new copy of it and try again.',
  ],
])('CARD-13 U2 U3 %s is rejected with its reason and nothing is stored', async (_what, content, name, reason) => {
  const before = await countCards()
  const answer = await send(content, name)
  expect([answer.status, answer.body.error.code]).toEqual([400, 'import.refused'])
  expect(answer.body.error.fields.file).toContain(reason)
  expect(await countCards()).toBe(before)
  expect(await readdir(`${folder}/incoming`)).toEqual([])
})

test('CARD-14 CARD-18 the sample template imports unchanged in both formats and skips its example', async () => {
  for (const format of ['xlsx', 'csv']) {
    const reply = await app.inject({
      url: `/v2/fuel-card-management/download-fuel-card-csv?format=${format}`,
      headers: { authorization: await tokenOf(people.staff) },
    })
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="SampleCardTemplate.${format}"`)
    const report = await imported(reply.rawPayload, `SampleCardTemplate.${format}`)
    expect(report.skipped_count).toBe(1)
    expect([report.status, report.counts.booked, report.columns.filter(({ field }: Report) => field === null)]).toEqual(
      ['done', 0, []],
    )
  }
})

test('CARD-13 PERM-4 only users who can import see and decide imports, and each is decided once', async () => {
  const { id } = await imported(makeCsv([header, line()]), 'once.csv', 'preview')
  expect((await ask(people.clerk, imports.get, { params: { id } })).status).toBe(403)
  expect((await ask(people.northline, imports.get, { params: { id } })).status).toBe(403)
  const both = await Promise.all(
    [1, 2].map(() => ask(people.staff, imports.apply, { params: { id }, body: { mode: 'good' } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
  expect((await settled(id)).counts.booked).toBe(1)
  expect((await ask(people.staff, imports.remove, { params: { id } })).body.error.code).toBe('import.not-removable')
  const dropped = await imported(makeCsv([header, line()]), 'drop.csv', 'preview')
  expect((await ask(people.staff, imports.remove, { params: { id: dropped.id } })).status).toBe(204)
  expect((await ask(people.staff, imports.get, { params: { id: dropped.id } })).status).toBe(404)
})

test('CARD-6 every field of a card has its column, by its name, its label and common synonyms', async () => {
  expect(cardFields).toHaveLength(41)
  const known: Record<string, string> = {
    company_name: 'Company',
    driver_name: 'DRIVER',
    vehicle_assigned_to_card: 'Tractor',
    trailer_number: ' trailer ',
  }
  const renamed = [...fields.map((field) => known[field] ?? field), 'Colour']
  expect((await imported(makeCsv([renamed, [...line(), 'red']]), 'named.csv')).columns.at(-1)).toEqual({
    field: null,
    header: 'Colour',
  })
})
