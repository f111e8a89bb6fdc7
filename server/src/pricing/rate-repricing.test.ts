import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeEach, expect, test } from 'vitest'
import { billTransactions, people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { essoHeader, essoRates as essoRate, pipelineRates, pipelineSheet } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, imported, rows, freshCard, owner, clock } = await testImports()
clock.now = new Date('2026-11-15T15:00:00Z')
// A file replaces the rates of its days at all sites. Without this, one test's files would reprice another's purchases.
beforeEach(() =>
  owner.query('truncate transactions, transaction_lines, transaction_identities, daily_rates, rate_uploads cascade'),
)

type Rate = { site: string; price: number; from: string; to?: string; product?: string }
let sent = 0
/** Uploads an Esso file with these prices, in cents per litre. */
async function uploadRates(...rates: Rate[]) {
  const cells = rates.map(({ site, price, from, to = from, product = 'DSL EFF LS' }) =>
    essoRate({
      0: from,
      1: to,
      2: site,
      3: `Site ${site}`,
      4: 'Guelph',
      5: 'ON',
      6: product,
      7: price,
      8: null,
      9: null,
      10: null,
      11: null,
    }),
  )
  const file = {
    content: makeXlsx([essoHeader, ...cells]),
    name: `rates-${++sent}.xlsx`,
    type: 'application/octet-stream',
    before: { type: 'Esso' },
  }
  const answer = await ask(people.staff, dailyRates.upload, form(file))
  expect([answer.status, answer.body.error, answer.body.status]).toEqual([201, undefined, 'done'])
  return answer.body
}
const book = async (...purchases: Purchase[]) =>
  expect(await imported('Esso', purchases)).toMatchObject({
    status: 'done',
    counts: { booked: purchases.length, failed: 0 },
  })
/** A line's price with all its inputs. */
const priceOf = async (auth: string, sign = 1) =>
  (
    await rows(
      `select l.price_e6::int, l.price_unit, l.price_quantity_milli::int, l.pre_cents::int, l.hst_cents::int, l.amount_cents::int as cents, l.discount_cents::int,
         l.fet_e6::int, l.pft_e6::int, l.rate_id::int, l.rate_date::text, l.rate_price_e4::int, l.rate_retail_e4::int, l.markup_id::int, l.markup_value_e4::int,
         l.tax_row_ids, l.rate_day_tax_row_ids, l.flags, t.flags as transaction_flags, t.amount_cents::int as transaction_cents
       from transactions t join transaction_lines l on l.transaction_id = t.id where t.authentication_id = $1 and sign(l.quantity_milli) = $2 order by l.n limit 1`,
      [auth, sign],
    )
  )[0]
const idOf = async (auth: string): Promise<number> =>
  (await rows('select id::int from transactions where authentication_id = $1 order by id', [auth]))[0].id
async function explained(auth: string) {
  const [line] = (await ask(people.staff, transactions.explain, { params: { id: await idOf(auth) } })).body.lines
  return { ...line, rate: line.steps.find(({ step }: { step: string }) => step === 'rate')?.source }
}
const card = freshCard()
const day = '2026-11-03'
const at = async (site: string, auth: string, changes: Partial<Purchase> = {}) =>
  bought(await card, { site, auth, ...changes })

test('RATE-3 RATE-4 a corrected rate reprices that day’s unbilled purchases, as if they were imported after it', async () => {
  await uploadRates({ site: '7001', price: 190.57, from: day })
  await book(await at('7001', 'RR1', { price: 1.9057 }), await at('7001', 'RR2', { price: 1.9057 }))
  const before = await priceOf('RR1')
  expect([before.rate_price_e4, before.flags]).toEqual([19057, []])
  await billTransactions(owner, [await idOf('RR2')])
  const report = await uploadRates({ site: '7001', price: 200, from: day })
  await book(await at('7001', 'RR3', { price: 1.9057 }))
  const after = await priceOf('RR3')
  // The provider charged less than its corrected rate, which is to review (COST-3).
  expect([after.rate_price_e4, after.flags]).toEqual([20000, ['provider_price']])
  expect(await priceOf('RR1')).toEqual(after)
  expect(await priceOf('RR2')).toEqual(before)
  const difference = (after.cents - before.cents) / 100
  expect(report).toMatchObject({ repriced_count: 1, repriced_totals: [{ currency: 'CAD', difference }] })
  const upload = (await ask(people.staff, dailyRates.getUpload, { params: { id: report.import_id } })).body
  expect(upload).toMatchObject({ repriced_count: 1, repriced_totals: [{ currency: 'CAD', difference }] })
  const [noted] = await rows(
    `select user_email, record_type, record_id::int, after from audit_log where action = 'dailyRates.reprice' order by id desc limit 1`,
  )
  expect(noted).toEqual({
    user_email: people.staff,
    record_type: 'import',
    record_id: report.import_id,
    after: { repriced_transactions: 1, repriced_difference: `${difference.toFixed(2)} CAD` },
  })
  const line = await explained('RR1')
  expect([line.replayed, line.rate]).toEqual([
    line.billed,
    `Esso daily rate of ${day} for DSL EFF LS: rates-${sent}.xlsx, row 2`,
  ])
})

test('RATE-4 a late rate clears ‘no rate’, carries to later days up to the next rate, and leaves other sites and products alone', async () => {
  await uploadRates(
    { site: '7102', price: 150, from: '2026-11-01' },
    { site: '7101', price: 170, from: '2026-11-01', product: 'REG' },
  )
  await uploadRates({ site: '7101', price: 181, from: '2026-11-06' })
  await book(
    await at('7101', 'LA1', { date: '2026-11-03' }),
    await at('7101', 'LA2', { date: '2026-11-05' }),
    await at('7101', 'LA3', { date: '2026-11-06' }),
    await at('7102', 'LA4', { date: '2026-11-03' }),
    await at('7101', 'LA5', { date: '2026-11-03', product: 'REG' }),
  )
  expect((await priceOf('LA1')).flags).toEqual(['no_rate'])
  const untouched = await Promise.all(['LA3', 'LA4', 'LA5'].map((auth) => priceOf(auth)))
  const report = await uploadRates({ site: '7101', price: 177.7, from: '2026-11-03' })
  expect(report.repriced_count).toBe(2)
  expect(await Promise.all(['LA3', 'LA4', 'LA5'].map((auth) => priceOf(auth)))).toEqual(untouched)
  const [own, carried] = [await priceOf('LA1'), await priceOf('LA2')]
  // Its own price was another (COST-3).
  const other = ['provider_price']
  expect([own.flags, own.transaction_flags, own.rate_price_e4]).toEqual([other, other, 17770])
  expect([carried.flags, carried.transaction_flags, carried.rate_date]).toEqual([
    ['carried'],
    ['carried'],
    '2026-11-03',
  ])
  await book(await at('7101', 'LB1', { date: '2026-11-03' }), await at('7101', 'LB2', { date: '2026-11-05' }))
  expect([own, carried]).toEqual([await priceOf('LB1'), await priceOf('LB2')])
  for (const auth of ['LA1', 'LA2'])
    expect(await explained(auth)).toMatchObject({ replayed: (await priceOf(auth)).cents / 100 })
})

test('RATE-6 a sheet that corrects one site leaves the rates of that day’s other sites, and their prices', async () => {
  const sites = Array.from({ length: 15 }, (_, n) => String(7201 + n))
  await uploadRates(...sites.map((site) => ({ site, price: 190, from: day })))
  await book(...(await Promise.all(sites.map((site) => at(site, `GO${site}`, { price: 1.9 })))))
  const report = await uploadRates({ site: '7201', price: 191, from: day })
  expect(report.repriced_count).toBe(1)
  expect((await priceOf('GO7201')).rate_price_e4).toBe(19100)
  for (const site of sites.slice(1))
    expect(await priceOf(`GO${site}`)).toMatchObject({ rate_price_e4: 19000, rate_date: day, flags: [] })
})

test('RATE-5 each grade has its own rate: a sheet with several codes of one product loads, and a code without a rate has none', async () => {
  await uploadRates(
    { site: '7250', price: 160.5, from: day, product: 'REG' },
    { site: '7250', price: 189.9, from: day, product: 'SUP' },
  )
  await book(
    await at('7250', 'GR1', { product: 'REG', price: 1.605 }),
    await at('7250', 'GR2', { product: 'SUP', price: 1.899 }),
    await at('7250', 'GR3', { product: 'MID', price: 1.75 }),
  )
  expect([await priceOf('GR1'), await priceOf('GR2'), await priceOf('GR3')]).toMatchObject([
    { rate_price_e4: 16050, flags: [] },
    { rate_price_e4: 18990, flags: [] },
    { rate_price_e4: null, flags: ['no_rate'] },
  ])
  const report = await uploadRates({ site: '7250', price: 191.9, from: day, product: 'SUP' })
  expect(report.repriced_count).toBe(1)
  expect([(await priceOf('GR1')).rate_price_e4, (await priceOf('GR2')).rate_price_e4]).toEqual([16050, 19190])
})

test('RATE-4 TXN-9 TXN-13 a credit is repriced with its purchase and cancels it out; if either is invoiced, both keep their price', async () => {
  const back = (purchase: Purchase): Purchase => ({ ...purchase, quantity: -purchase.quantity, date: '2026-11-05' })
  await uploadRates({ site: '7301', price: 190, from: day })
  const some = [await at('7301', 'CR1'), await at('7301', 'CR2'), await at('7301', 'CR3')]
  await book(...some)
  await book(...some.map(back))
  const [, second, third] = await Promise.all(['CR1', 'CR2', 'CR3'].map((auth) => priceOf(auth)))
  await billTransactions(owner, [await idOf('CR2')])
  const [{ id: credit }] = await rows(
    `select id::int from transactions where authentication_id = 'CR3' and credited_id is not null`,
  )
  await owner.query(
    'update transactions set invoice_id = (select invoice_id from transactions where id = $2) where id = $1',
    [credit, await idOf('CR2')],
  )
  const report = await uploadRates({ site: '7301', price: 210, from: day })
  expect(report).toMatchObject({ repriced_count: 2, repriced_totals: [{ currency: 'CAD', difference: 0 }] })
  const [first, credited] = [await priceOf('CR1'), await priceOf('CR1', -1)]
  expect([first.rate_price_e4, credited.rate_price_e4, first.cents + credited.cents]).toEqual([21000, 21000, 0])
  expect([await priceOf('CR2'), await priceOf('CR3')]).toEqual([second, third])
  expect([(await priceOf('CR2', -1)).cents, (await priceOf('CR3', -1)).cents]).toEqual([-second.cents, -third.cents])
  for (const id of [
    await idOf('CR1'),
    (await rows(`select id::int from transactions where authentication_id = 'CR1' and credited_id is not null`))[0].id,
  ]) {
    const [line] = (await ask(people.staff, transactions.explain, { params: { id } })).body.lines
    expect(line.replayed).toBe(line.billed)
  }
})

test('RATE-4 TXN-9 partial credits still cancel out their purchase at the new rate', async () => {
  await uploadRates({ site: '7311', price: 190.57, from: day })
  const whole = await at('7311', 'PT1', { quantity: 1000 })
  const part = (quantity: number, date: string): Purchase => ({ ...whole, quantity: -quantity, date })
  await book(whole)
  await book(part(333.33, '2026-11-04'), part(333.33, '2026-11-05'), part(333.34, '2026-11-06'))
  const sum = async () =>
    (
      await rows(
        `select sum(amount_cents)::int as cents, count(*)::int as n from transactions where authentication_id = 'PT1'`,
      )
    )[0]
  expect(await sum()).toEqual({ cents: 0, n: 4 })
  await uploadRates({ site: '7311', price: 201.13, from: day })
  expect((await priceOf('PT1', -1)).rate_price_e4).toBe(20113)
  expect(await sum()).toEqual({ cents: 0, n: 4 })
})

test('RATE-4 CARD-16 the card balance follows the corrected rate, and a manually entered line keeps its price', async () => {
  const number = await freshCard({
    weekly_product_balance_cents: 900_000,
    weekly_product_refresh_money_amount_cents: 900_000,
  })
  const balance = async () =>
    (await rows('select weekly_product_balance_cents::int as cents from cards where card_number = $1', [number]))[0]
      .cents
  await uploadRates({ site: '7401', price: 190, from: day })
  await book(bought(number, { site: '7401', auth: 'BA1' }), bought(number, { site: '7401', auth: 'BA2' }))
  await owner.query(
    `update transaction_lines set is_manual = true where transaction_id = (select id from transactions where authentication_id = 'BA2')`,
  )
  const typed = await priceOf('BA2')
  const before = await balance()
  const old = (await priceOf('BA1')).cents
  await uploadRates({ site: '7401', price: 205, from: day })
  const fresh = (await priceOf('BA1')).cents
  expect(fresh).toBeGreaterThan(old)
  expect(await balance()).toBe(before - (fresh - old))
  expect(await priceOf('BA2')).toEqual(typed)
})

test('RATE-4 MARK-5 an accepted transaction needs review again once a rate or markup changes its price', async () => {
  const accept = async (auth: string) => {
    const answer = await ask(people.staff, transactions.accept, { body: { ids: [await idOf(auth)] } })
    expect(answer.status).toBe(200)
  }
  const isAccepted = async (auth: string) =>
    (await rows('select accepted_at is not null as yes from transactions where authentication_id = $1', [auth]))[0].yes
  await uploadRates({ site: '7501', price: 190, from: '2026-11-01' })
  await book(await at('7501', 'AC1', { date: '2026-11-04' }), await at('7502', 'AC2'))
  await accept('AC1')
  await accept('AC2')
  await uploadRates({ site: '7501', price: 190, from: '2026-11-03' })
  // Carried from another day at the same price, so no new review is needed.
  expect([await isAccepted('AC1'), (await priceOf('AC1')).rate_date]).toEqual([true, '2026-11-03'])
  await uploadRates({ site: '7501', price: 195, from: '2026-11-03' })
  expect([await isAccepted('AC1'), await isAccepted('AC2')]).toEqual([false, true])
  const filter = ['company_name:Northline Haulage', 'fuel_company_provider:Esso', 'status:ACTIVE']
  const found: Markup[] = (await ask(people.staff, markups.list, { query: { filter } })).body.markups
  const held = found.find(({ to_date }) => to_date === null) as Markup
  expect(
    (await ask(people.staff, markups.update, { body: { ...held, mark_up_value: held.mark_up_value + 0.5 } })).status,
  ).toBe(200)
  expect(await isAccepted('AC2')).toBe(false)
  expect((await ask(people.staff, markups.update, { body: { ...held, version: held.version + 1 } })).status).toBe(200)
})

test('RATE-4 a purchase in gallons in a tax region is repriced in the unit of its rate, own or carried', async () => {
  const pump = async (auth: string, changes: Partial<Purchase> = {}) =>
    bought(await card, {
      auth,
      site: '1004',
      city: 'Surrey',
      province: 'BC',
      product: '020',
      uom: 'GAL',
      price: 6.5,
      date: '2026-11-14',
      ...changes,
    })
  const bookAt = async (...purchases: Purchase[]) =>
    expect(await imported('Pipeline', purchases)).toMatchObject({
      status: 'done',
      counts: { booked: purchases.length, failed: 0 },
    })
  await bookAt(await pump('GL1'), await pump('GL2', { date: '2026-11-15' }))
  expect(await priceOf('GL1')).toMatchObject({ price_unit: 'GAL', flags: ['no_rate'] })
  const file = {
    content: makeXlsx(pipelineSheet(pipelineRates())),
    name: 'pipeline.xlsx',
    type: 'application/octet-stream',
    before: { type: 'Pipeline' },
  }
  expect((await ask(people.staff, dailyRates.upload, form(file))).body).toMatchObject({
    status: 'done',
    repriced_count: 2,
  })
  await bookAt(await pump('GL3'), await pump('GL4', { date: '2026-11-15' }))
  expect([await priceOf('GL1'), await priceOf('GL2')]).toEqual([await priceOf('GL3'), await priceOf('GL4')])
  expect(await priceOf('GL2')).toMatchObject({ price_unit: 'L', flags: ['carried'] })
  for (const auth of ['GL1', 'GL2'])
    expect(await explained(auth)).toMatchObject({ replayed: (await priceOf(auth)).cents / 100 })
})

test('RATE-3 I3 a rate file waits for the file being booked, so that neither overtakes the other', async () => {
  const booking = await owner.connect()
  try {
    await booking.query('begin; select pg_advisory_xact_lock(70830016), pg_advisory_xact_lock(70830017)')
    const uploading = uploadRates({ site: '7601', price: 190, from: day })
    const waiting = `select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = 70830016 and not granted`
    await expect.poll(async () => (await booking.query(waiting)).rows[0].count, { timeout: 60_000 }).toBe(1)
    expect(await rows('select id from daily_rates')).toEqual([])
    await booking.query('commit')
    expect((await uploading).repriced_count).toBe(0)
  } finally {
    booking.release(true)
  }
})
