import { readdir, readFile } from 'node:fs/promises'
import { imports } from '@portal/contract/imports/imports.ts'
import { type RateProvider, rateProviders } from '@portal/contract/lookups/providers.rules.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { beforeEach, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { makeXls, makeXlsx } from '../testing/files/workbooks.ts'
import { runImportJob } from '../testing/import-job.ts'
import {
  essoHeader,
  essoRates,
  pipelineHeader,
  pipelineRates,
  pipelineSheet,
  type RateCell,
  type Rows,
  ta,
  taHeader,
} from '../testing/rows/rate-rows.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'

const portal = await testApp()
const { ask, owner, folder } = portal
await runImportJob(portal)
beforeEach(() => owner.query('truncate daily_rates, rate_uploads, sites cascade'))

const send = (provider: string, content: Buffer, name = 'rates.xlsx') =>
  ask(
    people.staff,
    dailyRates.upload,
    form({ content, name, type: 'application/octet-stream', before: { type: provider } }),
  )
const sendRows = (provider: string, rows: Rows) => send(provider, makeXlsx(rows))
async function accepted(
  provider: string,
  rows: Rows,
): Promise<{ import_id: number; warnings: { reason: string; site: string; row: number | null }[] }> {
  const answer = await sendRows(provider, rows)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body
}
type Listed = {
  provider: string
  site_number: string
  product: string
  day: string
  price: number
  retail: number | null
  unit: string
  currency: string
}
const listed = async (...filter: string[]): Promise<Listed[]> =>
  (await ask(people.staff, dailyRates.list, { query: { size: '50', sort: 'site_number,asc', filter } })).body
    .daily_rates
const short = ({ site_number, product, day, price }: Listed) => `${site_number} ${product} ${day} ${price}`
const shortList = async (...filter: string[]) => (await listed(...filter)).map(short).sort()
const countAll = async () =>
  Number(
    (
      await owner.query(
        'select (select count(*) from daily_rates) + (select count(*) from rate_uploads) + (select count(*) from sites) as n',
      )
    ).rows[0].n,
  )

const rateOf = (
  provider: RateProvider,
  site_number: string,
  product: string,
  day: string,
  price: number,
  retail: number | null,
): Listed => ({
  provider,
  site_number,
  product,
  day,
  price,
  retail,
  ...(provider === 'TA-Petro' ? { unit: 'GAL', currency: 'USD' } : { unit: 'L', currency: 'CAD' }),
})
/** A file of each provider and its expected rates. */
const providerFiles: [RateProvider, Rows, Listed[]][] = [
  [
    'TA-Petro',
    [
      ['TA-Petro daily prices'],
      taHeader,
      ta(),
      ta({ 0: '11/14/2026', 1: '044', 6: 'reefer', 7: '$3.70', 8: 3.5, 9: '0.20' }),
    ],
    [
      rateOf('TA-Petro', '12', 'D1', '2026-11-14', 3.899, 4.199),
      rateOf('TA-Petro', '44', 'RF', '2026-11-14', 3.5, 3.7),
    ],
  ],
  [
    'Pipeline',
    pipelineSheet(pipelineRates(), pipelineRates({ 0: 1077, 4: 'qc', 5: 21, 6: '1.9000', 7: null, 9: null, 10: null })),
    [
      rateOf('Pipeline', '1004', 'D1', '2026-11-14', 1.8157, 2.0499),
      rateOf('Pipeline', '1077', 'D1W', '2026-11-14', 1.9, null),
    ],
  ],
  [
    'Esso',
    [essoHeader, essoRates(), essoRates({ 1: null, 6: 'REG' })],
    [
      rateOf('Esso', '880606', 'D1', '2026-11-15', 2.0477, 2.399),
      rateOf('Esso', '880606', 'GAS', '2026-11-13', 2.0477, 2.399),
    ],
  ],
]
test('RATE-1 RATE-3 each provider’s file imports from .xls and .xlsx, with equal rates in its own unit and currency', async () => {
  for (const [provider, rows, expected] of providerFiles)
    for (const [make, name] of [
      [makeXls, 'rates.xls'],
      [makeXlsx, 'rates.xlsx'],
    ] as const) {
      await owner.query('truncate daily_rates, rate_uploads, sites cascade')
      const answer = await send(provider, make(rows), name)
      const done = { status: 'done', warnings_total: 0, warnings: [], repriced_count: 0, repriced_totals: [] }
      expect([provider, name, answer.status]).toEqual([provider, name, 201])
      expect(answer.body).toEqual({ import_id: expect.any(Number), ...done })
      expect([name, await listed()]).toEqual([name, expected.map((rate) => expect.objectContaining(rate))])
    }
})
test.each(rateProviders)('RATE-1 the sample file of %s imports unchanged', async (provider) => {
  const name = `rates-${provider.toLowerCase()}.xlsx`
  const { status, body } = await send(provider, await readFile(new URL(`../../../samples/${name}`, import.meta.url)))
  expect([status, body.status, (await listed()).length > 0]).toEqual([201, 'done', true])
})

test('RATE-3 a range gives each day its rate, and a day without one uses the last before it', async () => {
  await accepted('Esso', [essoHeader, essoRates()])
  expect(await shortList('day:2026-11-01..2026-11-30')).toEqual(
    ['13', '14', '15'].map((day) => `880606 D1 2026-11-${day} 2.0477`),
  )
  expect(await shortList('day:2026-11-14')).toEqual(['880606 D1 2026-11-14 2.0477'])
  expect(await shortList('day:2026-11-28')).toEqual(['880606 D1 2026-11-15 2.0477'])
  expect(await shortList('day:2026-11-12')).toEqual([])
})

test('RATE-3 bad rows are reported by row and column with 400, and nothing of the file is applied', async () => {
  const answer = await sendRows('Esso', [
    essoHeader,
    essoRates(),
    essoRates({ 2: '1', 6: 'KEROSENE' }),
    essoRates({ 2: '2', 7: 204.85 }),
    essoRates({ 2: '3', 7: 2.0477, 8: null, 9: null, 10: null }),
    essoRates({ 2: '4', 5: 'XX' }),
    essoRates({ 2: '5', 0: '14/11/2026' }),
    essoRates({ 2: '6', 0: '2026-11-20' }),
    essoRates({ 2: '7', 7: 'about 2' }),
    essoRates({ 2: '8', 3: null }),
    essoRates({ 2: '9', 0: '2026-02-30', 1: null }),
    essoRates({ 2: '10', 1: '2027-11-30' }),
    essoRates({ 0: '2026-11-15', 1: null, 6: 'dsl  eff ls' }),
    essoRates({ 6: 'REG', 5: 'ON' }),
  ])
  expect([answer.status, answer.body.error.code]).toEqual([400, 'import.refused'])
  expect(answer.body.error.message).toBe('Nothing was imported: 12 of 13 rows have errors.')
  const expected = [
    [3, 'Product', 'KEROSENE', /code of Esso is not mapped\. .*: .*DSL EFF LS/],
    [4, 'Gross Price', '235.43', /not the sum of Price \+ GST\/HST \+ PST\/QST/],
    [5, 'Price', '2.0477', /Use at most 2 decimals\./],
    [6, 'Prov.', 'XX', /two letters/],
    [7, 'Effective From', '14/11/2026', /Enter a date as YYYY-MM-DD\./],
    [8, 'Effective To', '2026-11-15', /before the first/],
    [9, 'Price', 'about 2', /Enter a number\./],
    [10, 'Location', '', /required/],
    [11, 'Effective From', '2026-02-30', /day does not exist/],
    [12, 'Effective To', '2027-11-30', /at most 31 days/],
    [13, 'Product', 'DSL EFF LS', /are also in row 2/],
    [14, 'Province', 'ON', /Row 2 places this site in QC/],
  ] as const
  expect(answer.body.errors).toEqual(
    expected.map(([row, column, value, reason]) => ({
      row,
      column,
      value,
      reason: expect.stringMatching(reason),
      message: expect.objectContaining({ key: expect.any(String) }),
    })),
  )
  expect(answer.body.errors_total).toBe(12)
  expect(await countAll()).toBe(0)
  const report = (await ask(people.staff, imports.get, { params: { id: answer.body.import_id } })).body
  expect(report).toMatchObject({ status: 'failed', kind: 'rates', provider: 'Esso', errors: answer.body.errors })
  expect((await ask(people.staff, dailyRates.uploads)).body.uploads[0]).toMatchObject({
    id: answer.body.import_id,
    status: 'failed',
    rates_count: null,
  })
})

test('RATE-3 a file without an effective date, or with one far ahead, gets 400 and nothing is stored', async () => {
  const undated = await sendRows('Pipeline', [pipelineHeader, pipelineRates()])
  expect([undated.status, undated.body.error.code]).toEqual([400, 'import.refused'])
  expect(undated.body.error.fields.file).toMatch(/does not say when its prices apply/)
  expect(undated.body).toMatchObject({ import_id: expect.any(Number), errors_total: 0, errors: [] })
  const ahead = await sendRows('TA-Petro', [taHeader, ta({ 0: '2099-01-01' })])
  expect([ahead.status, ahead.body.errors]).toEqual([
    400,
    [
      {
        row: 2,
        column: 'Effective Date',
        value: '2099-01-01',
        reason: 'This day is more than 31 days ahead.',
        message: { key: 'rate.too-far-ahead', params: { max: 31 } },
      },
    ],
  ])
  expect(await countAll()).toBe(0)
})

test('RATE-3 RATE-6 a second file for a day changes what it lists and keeps the first in the history; the same file changes nothing', async () => {
  const first = await accepted('Pipeline', pipelineSheet(pipelineRates(), pipelineRates({ 0: 1077, 4: 'QC' })))
  const again = await accepted('Pipeline', pipelineSheet(pipelineRates({ 0: 1077, 4: 'QC' }), pipelineRates()))
  expect((await ask(people.staff, imports.get, { params: { id: again.import_id } })).body).toMatchObject({
    status: 'done',
    counts: { read: 2, booked: 0, duplicate: 2, quarantined: 0, failed: 0 },
  })
  const second = await accepted('Pipeline', pipelineSheet(pipelineRates({ 6: 1.7, 7: null, 9: null })))
  const inForce = ['1004 D1 2026-11-14 1.7', '1077 D1 2026-11-14 1.8157']
  expect([await shortList(), await shortList('day:2026-11-14')]).toEqual([inForce, inForce])
  expect(await shortList('state:replaced')).toEqual(['1004 D1 2026-11-14 1.8157'])
  const { uploads } = (
    await ask(people.staff, dailyRates.uploads, { query: { filter: 'provider:Pipeline', size: '5' } })
  ).body
  expect(uploads.slice(0, 3)).toMatchObject([
    { id: second.import_id, rates_count: 1, superseded_count: 0 },
    { id: again.import_id, status: 'done', rates_count: null },
    { id: first.import_id, rates_count: 2, superseded_count: 1 },
  ])
  await accepted('Esso', [essoHeader, essoRates({ 0: '2026-11-14', 1: null })])
  expect(await shortList('provider:Pipeline')).toEqual(inForce)
})

test('RATE-3 a price change over 15 %, a new site and a missing one are reported, and the file is applied', async () => {
  const sheet = (day: string, ...rows: RateCell[][]): Rows => [[`As of ${day}`], pipelineHeader, ...rows]
  const priced = (site: number, price: number, more: Record<number, RateCell> = {}) =>
    pipelineRates({ 0: site, 6: price, 7: null, 9: null, ...more })
  const first = await accepted('Pipeline', sheet('2026-11-12', priced(1, 1), priced(2, 1), priced(3, 2)))
  expect(first.warnings).toEqual([])
  const { import_id, warnings } = await accepted(
    'Pipeline',
    sheet('2026-11-13', priced(1, 1.15), priced(2, 1.1501), priced(4, 2)),
  )
  expect(warnings).toMatchObject([
    {
      row: 4,
      site: '2 Surrey Cardlock',
      day: '2026-11-13',
      product: 'D1',
      code: '20',
      reason: 'The price changed by more than 15%: from 1.0000 to 1.1501.',
      message: { key: 'rate.price-moved', params: { before: 1, after: 1.1501 } },
    },
    { row: 5, site: '4 Surrey Cardlock', product: null, reason: 'This site is new. It had no rates before.' },
    { row: null, site: '3 Surrey Cardlock', day: '2026-11-13', message: { params: { day: '2026-11-12' } } },
  ])
  expect((await ask(people.staff, dailyRates.getUpload, { params: { id: import_id } })).body).toMatchObject({
    warnings_total: 3,
    warnings,
  })
  expect(await shortList('day:2026-11-13')).toEqual([
    '1 D1 2026-11-13 1.15',
    '2 D1 2026-11-13 1.1501',
    '3 D1 2026-11-12 2',
    '4 D1 2026-11-13 2',
  ])
})

test('RATE-3 RATE-4 a site keeps its place and its tax region, which a user may have set', async () => {
  await accepted('Pipeline', pipelineSheet(pipelineRates(), pipelineRates({ 0: 7, 2: null })))
  const sites = async () =>
    (await owner.query('select site_number, name, city, province, tax_region from sites order by site_number')).rows
  expect(await sites()).toEqual([
    { site_number: '1004', name: 'Surrey Cardlock', city: 'Surrey', province: 'BC', tax_region: 'BC-Vancouver' },
    { site_number: '7', name: 'Surrey Cardlock', city: null, province: 'BC', tax_region: null },
  ])
  await owner.query(`update sites set tax_region = 'BC-Victoria' where site_number = '1004'`)
  await accepted(
    'Pipeline',
    pipelineSheet(
      pipelineRates({ 1: 'Surrey North', 6: 1.8, 7: null, 9: null }),
      pipelineRates({ 0: 7, 2: 'Langford' }),
    ),
  )
  expect(await sites()).toMatchObject([
    { name: 'Surrey North', tax_region: 'BC-Victoria' },
    { city: 'Langford', tax_region: 'BC-Victoria' },
  ])
})

test('RATE-3 a site’s prices over 90 days, by product, without replaced rates', async () => {
  const priced = (day: string, price: number) => [
    ta({ 0: day, 7: 9, 8: price, 9: null }),
    ta({ 0: day, 6: 'REEFER', 7: 9, 8: 3.4, 9: null }),
  ]
  const days = [
    priced('2026-08-17', 3.5),
    priced('2026-08-18', 3.5),
    priced('2026-11-14', 3.6),
    priced('2026-11-15', 3.5),
  ]
  await accepted('TA-Petro', [taHeader, ...days.flat()])
  await accepted('TA-Petro', [taHeader, ...priced('2026-11-15', 3.7)])
  const [{ site_id = 0 } = {}] = (await ask(people.staff, dailyRates.list)).body.daily_rates
  const { body } = await ask(people.staff, dailyRates.sitePrices, { params: { id: site_id } })
  expect(body).toMatchObject({
    provider: 'TA-Petro',
    site_number: '12',
    unit: 'GAL',
    currency: 'USD',
    from_date: '2026-08-18',
    to_date: '2026-11-15',
  })
  expect(
    body.products.map(({ product, points }: { product: string; points: { day: string; price: number }[] }) => [
      product,
      points.map(({ day, price }) => [day, price]),
    ]),
  ).toEqual([
    [
      'D1',
      [
        ['2026-08-18', 3.5],
        ['2026-11-14', 3.6],
        ['2026-11-15', 3.7],
      ],
    ],
    [
      'RF',
      [
        ['2026-08-18', 3.4],
        ['2026-11-14', 3.4],
        ['2026-11-15', 3.4],
      ],
    ],
  ])
  const until = await ask(people.staff, dailyRates.sitePrices, {
    params: { id: site_id },
    query: { until: '2026-08-17' },
  })
  expect(until.body.products[0].points).toHaveLength(1)
})

test('RATE-1 RATE-2 provider and file are required; other types, providers and over 1,000,000 bytes are rejected without trace', async () => {
  const content = makeXlsx(pipelineSheet(pipelineRates()))
  const kept = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  const before = await kept()
  const sent = { content, name: 'rates.xlsx', type: 'application/octet-stream' }
  const answers = async (sending: Parameters<typeof form>[0]) => {
    const { status, body } = await ask(people.staff, dailyRates.upload, form(sending))
    return [status, body.error?.fields ?? body.error?.code]
  }
  expect(await answers(sent)).toEqual([400, { type: 'This is required field' }])
  expect(await answers({ ...sent, before: { type: 'Comdata' } })).toEqual([
    400,
    { type: 'Choose one of: TA-Petro, Pipeline, Esso.' },
  ])
  expect(await answers({ ...sent, before: { type: 'Pipeline', colour: 'red' } })).toEqual([
    400,
    { colour: 'This field is not supported here.' },
  ])
  expect(await answers({ ...sent, after: { colour: 'red' } })).toEqual([
    400,
    { colour: 'This field is not supported here.' },
  ])
  expect(await answers({ ...sent, field: 'sheet', before: { type: 'Pipeline' } })).toEqual([
    400,
    { file: 'File is required' },
  ])
  expect(await answers({ ...sent, name: 'rates.csv', before: { type: 'Pipeline' } })).toEqual([
    400,
    { file: 'Choose a file that ends in .xls or .xlsx.' },
  ])
  expect(await answers({ ...sent, content: Buffer.alloc(1_000_001, content), before: { type: 'Pipeline' } })).toEqual([
    413,
    'file.too-large',
  ])
  expect([await countAll(), await kept()]).toEqual([0, before])
  // The provider may come after the file, in another case, or in the query.
  expect((await answers({ ...sent, after: { type: 'pipeLine' } }))[0]).toBe(201)
  expect((await ask(people.staff, dailyRates.upload, { ...form(sent), query: { type: 'PIPELINE' } })).status).toBe(201)
})

test('RATE-3 of two simultaneous files for one day, one rate is in force', async () => {
  const answers = await Promise.all(
    [1.6, 1.7, 1.8].map((price) => sendRows('Pipeline', pipelineSheet(pipelineRates({ 6: price, 7: null, 9: null })))),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await listed('day:2026-11-14')).toHaveLength(1)
  expect(await listed('state:replaced')).toHaveLength(2)
})
