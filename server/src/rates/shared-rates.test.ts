import { providerCodes } from '@portal/contract/booking/product-codes.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { beforeEach, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { pipelineRates, pipelineSheet } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, imported, rows, freshCard, owner } = await testImports()
beforeEach(() =>
  owner.query(
    'truncate transactions, transaction_lines, transaction_identities, daily_rates, rate_uploads, sites cascade',
  ),
)

type Priced = [code: string, price: number, retail?: number]
/** Pipeline's rates of 2026-11-14 at site 98. It writes diesel as 020 or as DIESEL, which share one rate. */
const upload = (priced: Priced[], mode?: string) =>
  ask(
    people.staff,
    dailyRates.upload,
    form({
      content: makeXlsx(
        pipelineSheet(
          ...priced.map(([code, price, retail = 1.9]) =>
            pipelineRates({ 0: 98, 5: code, 6: price, 7: null, 9: null, 10: retail }),
          ),
        ),
      ),
      name: 'rates.xlsx',
      type: 'application/octet-stream',
      before: { type: 'Pipeline', ...(mode ? { mode } : {}) },
    }),
  )
const stored = async () =>
  (await rows('select code, price_e4 from daily_rates where is_current order by 1')).map(
    ({ code, price_e4 }) => `${code} ${price_e4}`,
  )
const book = async (...codes: string[]) => {
  const card = await freshCard()
  const at = { date: '2026-11-14', site: '98', site_name: 'Surrey Cardlock', city: 'Surrey', province: 'BC' }
  const purchases = codes.map((product) => bought(card, { ...at, product, price: 1.45 }))
  expect(await imported('Pipeline', purchases)).toMatchObject({ status: 'done', counts: { booked: codes.length } })
}
/** Rate and flag of the lines, in the order of booking. */
const priced = async () =>
  (await rows('select code, rate_price_e4, flags from transaction_lines order by id')).map(
    ({ code, rate_price_e4, flags }) => [code, rate_price_e4, flags.includes('no_rate')],
  )

test('RATE-5 a rate published under a name that shares another code’s rate prices both, before and after', async () => {
  await book('DIESEL', '020')
  const { status, body } = await upload([['DIESEL', 1.51]])
  expect([status, body.warnings, body.repriced_count]).toEqual([201, [], 2])
  await book('DIESEL', '020')
  expect(await stored()).toEqual(['20 15100'])
  const both = [
    ['DIESEL', '15100', false],
    ['20', '15100', false],
  ]
  expect(await priced()).toEqual([...both, ...both])
  // A correction under the other spelling replaces it.
  expect((await upload([['020', 1.52]])).body).toMatchObject({ status: 'done', repriced_count: 4 })
  expect(await stored()).toEqual(['20 15200'])
  expect((await upload([['DIESEL', 1.52]])).body).toMatchObject({ status: 'done', warnings: [] })
  expect(await rows('select from rate_uploads')).toHaveLength(2)
})

test('RATE-5 rows of one sheet that share a rate and contradict each other are rejected, in a preview too', async () => {
  for (const mode of [undefined, 'preview', 'replace']) {
    const { status, body } = await upload(
      [
        ['020', 1.5],
        ['DIESEL', 1.51],
      ],
      mode,
    )
    expect([status, body.errors_total, body.errors]).toEqual([
      400,
      1,
      [
        expect.objectContaining({
          row: 5,
          column: 'Product',
          value: 'DIESEL',
          reason: 'The same site, product and day are also in row 4.',
        }),
      ],
    ])
  }
  const otherRetail = await upload([
    ['020', 1.5, 1.8],
    ['DIESEL', 1.5, 1.9],
  ])
  expect(otherRetail.status).toBe(400)
  // The same code twice is a mistake even if the prices agree.
  const twice = await upload([
    ['020', 1.5],
    ['20', 1.5],
  ])
  expect([twice.status, await stored()]).toEqual([400, []])
})

test('RATE-5 rows that share a rate and agree are one rate; the second counts as a duplicate', async () => {
  const both: Priced[] = [
    ['020', 1.5],
    ['DIESEL', 1.5],
    ['GAS', 1.4],
  ]
  const { status, body } = await upload(both)
  expect([status, await stored()]).toEqual([201, ['20 15000', 'GAS 14000']])
  const counts = 'select read_count, booked_count, duplicate_count, failed_count, reason from imports where id = $1'
  const [first] = await rows(counts, [body.import_id])
  expect(first).toEqual({ read_count: 3, booked_count: 2, duplicate_count: 1, failed_count: 0, reason: null })
  const again = await upload(both)
  const [second] = await rows(counts, [again.body.import_id])
  expect(second).toMatchObject({ read_count: 3, booked_count: 0, duplicate_count: 3, reason: 'import.all-known' })
})

test('RATE-5 once staff part two codes, a sheet’s rows are rates of their own, and earlier ones stay where they were', async () => {
  await upload([['DIESEL', 1.51]])
  await book('DIESEL', '020')
  const part = (rate_code: string | null) =>
    ask(people.staff, providerCodes.save, { body: { provider: 'Pipeline', code: 'DIESEL', product: 'D1', rate_code } })
  expect((await part(null)).body).toMatchObject({ repriced_count: 1 })
  expect(await priced()).toEqual([
    ['DIESEL', null, true],
    ['20', '15100', false],
  ])
  const own = await upload([
    ['020', 1.5],
    ['DIESEL', 1.53],
  ])
  expect([own.status, await stored()]).toEqual([201, ['20 15000', 'DIESEL 15300']])
  expect(await priced()).toEqual([
    ['DIESEL', '15300', false],
    ['20', '15000', false],
  ])
  // Shared again, the code's own rate is no longer in force.
  expect((await part('20')).body).toMatchObject({ repriced_count: 1 })
  expect(await priced()).toEqual([
    ['DIESEL', '15000', false],
    ['20', '15000', false],
  ])
  const inForce = await ask(people.staff, dailyRates.list, { query: {} })
  expect(inForce.body.daily_rates.map(({ code, price }: { code: string; price: number }) => [code, price])).toEqual([
    ['20', 1.5],
  ])
})
