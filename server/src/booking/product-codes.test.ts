import { providerCodes } from '@portal/contract/booking/product-codes.ts'
import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { essoHeader, essoRates } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, imported, rows, freshCard } = await testImports()

const save = (body: Record<string, unknown>, who: (typeof people)[keyof typeof people] = people.staff) =>
  ask(who, providerCodes.save, { body: { provider: 'Esso', ...body } })
const codeRow = async (code: string) =>
  (await ask(people.staff, providerCodes.list, { query: { filter: ['provider:Esso', `code:${code}`] } })).body
    .product_codes[0]
const waiting = async (card: string) =>
  (await ask(people.staff, transactionImports.quarantine, { query: { filter: `card_number:${card}` } })).body.quarantine
const bookedLines = (card: string) =>
  rows(
    `select l.product, l.code, l.unit, l.amount_cents, l.rate_price_e4, l.flags, t.import_id from transactions t join transaction_lines l on l.transaction_id = t.id
     where t.card_number = $1 order by l.id`,
    [card],
  )
const site = { site: '880606', site_name: 'Lévis TS', city: 'Lévis', province: 'QC' }
/** Rates for 2026-11-13 by code, in cents. */
const rates = (...priced: [code: string, price: number][]) =>
  ask(
    people.staff,
    dailyRates.upload,
    form({
      content: makeXlsx([
        essoHeader,
        ...priced.map(([code, price]) =>
          essoRates({ 1: null, 6: code, 7: price, 8: null, 9: null, 10: null, 11: null }),
        ),
      ]),
      name: 'rates.xlsx',
      type: 'application/octet-stream',
      before: { type: 'Esso' },
    }),
  )
/** The second code of a stop has a hyphen and two letters, like a provider's. */
const stop = (card: string, auth: string, code: string, more = {}) => [
  bought(card, { auth: `${auth}-AA`, date: '2026-11-13', time: '10:00', ...site }),
  bought(card, {
    auth: `${auth}-BB`,
    date: '2026-11-13',
    time: '10:00',
    ...site,
    product: code,
    quantity: 20,
    price: 2,
    ...more,
  }),
]

test('TXN-15 an unknown code quarantines its stop whole, is listed, and releases and prices the stop once it is mapped', async () => {
  expect((await rates(['DSL EFF LS', 150], ['REG', 160])).status).toBe(201)
  const card = await freshCard()
  const file = stop(card, 'UNKNOWN', 'DSL EFF XX')
  const report = await imported('Esso', [...file, bought(card, { date: '2026-11-13' })])
  expect(report.counts).toEqual({
    read: 3,
    booked: 1,
    duplicate: 0,
    quarantined: 2,
    failed: 0,
    review: expect.any(Number),
  })
  expect(await waiting(card)).toMatchObject([{ reason: 'product', row_count: 2, status: 'waiting' }])
  expect(await codeRow('DSL EFF XX')).toMatchObject({ product: null, status: 'unmapped', waiting: 1, version: 1 })
  const { body: list } = await ask(people.staff, providerCodes.list)
  expect(list.product_codes[0]).toMatchObject({ code: 'DSL EFF XX', status: 'unmapped' })
  // Before the mapping, neither a second file nor a release books it.
  expect((await imported('Esso', [...file].reverse())).counts).toMatchObject({
    booked: 0,
    duplicate: 2,
    quarantined: 0,
  })
  const [{ id }] = await waiting(card)
  const refused = await ask(people.staff, transactionImports.release, { params: { id } })
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('is not mapped')])

  const saved = await save({ code: 'dsl eff  xx', product: 'GAS', grade: 'Winter test', version: 1 })
  expect([saved.status, saved.body]).toEqual([
    200,
    expect.objectContaining({
      code: 'DSL EFF XX',
      product: 'GAS',
      grade: 'Winter test',
      waiting: 0,
      released_count: 1,
      repriced_count: 0,
      version: 2,
    }),
  ])
  expect(await waiting(card)).toEqual([])
  const lines = (await bookedLines(card)).filter((line) => line.import_id !== null)
  expect(lines).toHaveLength(3)
  expect(lines.slice(1)).toMatchObject([
    { product: 'D1', code: 'DSL EFF LS', rate_price_e4: '15000' },
    { product: 'GAS', code: 'DSL EFF XX', unit: 'L', rate_price_e4: null, flags: expect.arrayContaining(['no_rate']) },
  ])
  expect(new Set(lines.map(({ import_id }) => Number(import_id)))).toEqual(new Set([report.id]))
  // After it, the same rows are known.
  expect((await imported('Esso', [...file, bought(card)].reverse())).counts).toMatchObject({ booked: 1, duplicate: 2 })
  // Both are on record.
  const { entries } = (await ask(people.staff, providerCodes.history, { params: { id: saved.body.id } })).body
  expect(entries).toMatchObject([{ words: 'Mapped a product code', by: expect.any(String) }])
  const changes = Object.fromEntries(
    entries[0].changes.map((one: { field: string; after: string }) => [one.field, one.after]),
  )
  expect(changes).toEqual({ product: 'Gasoline', grade: 'Winter test', released: '1' })
  expect(
    await rows(`select after from audit_log where action = 'transactionImports.release' and record_id = $1`, [id]),
  ).toEqual([{ after: { transactions: 1 } }])
  expect((await save({ code: 'DSL EFF XX', product: 'D1', version: 1 })).body.error.code).toBe('record.stale')
})

test('TXN-15 one mapping releases every stop that waits for nothing else; the others keep the reason that is left', async () => {
  const [card, other] = [await freshCard(), await freshCard()]
  const unknown = '5598000001'
  await imported('Esso', [
    ...stop(card, 'SET1', 'LUBE 9'),
    ...stop(other, 'SET1', 'LUBE 9'),
    ...stop(unknown, 'SET2', 'LUBE 9'),
  ])
  await imported('Esso', [
    ...stop(card, 'SET3', 'LUBE 9'),
    bought(card, {
      auth: 'SET3-CC',
      date: '2026-11-13',
      time: '10:00',
      ...site,
      product: 'LUBE 10',
      quantity: 1,
      price: 5,
    }),
    ...stop(card, 'SET4', 'LUBE 9', { quantity: 0, price: 0, amount: 12 }),
  ])
  expect(await codeRow('LUBE 9')).toMatchObject({ waiting: 5 })
  // Fuel without a quantity cannot be priced.
  expect((await save({ code: 'LUBE 9', product: 'D1' })).body).toMatchObject({ released_count: 2, waiting: 1 })
  expect((await save({ code: 'LUBE 9', product: 'OIL' })).body).toMatchObject({ released_count: 1, waiting: 0 })
  expect(await waiting(unknown)).toMatchObject([{ reason: 'unknown' }])
  expect(await waiting(card)).toMatchObject([{ reason: 'product', authentication_id: 'SET3' }])
  expect(
    await rows(`select authentication_id, card_number, (select count(*)::int from transaction_lines l where l.transaction_id = t.id) as n from transactions t
      where authentication_id like 'SET%' order by 1, 2`),
  ).toEqual([
    { authentication_id: 'SET1', card_number: card, n: 2 },
    { authentication_id: 'SET1', card_number: other, n: 2 },
    { authentication_id: 'SET4', card_number: card, n: 2 },
  ])
  expect((await bookedLines(card)).find(({ code, product }) => code === 'LUBE 9' && product === 'OIL')).toMatchObject({
    unit: null,
  })
  expect((await save({ code: 'LUBE 10', product: 'OTH' })).body).toMatchObject({ released_count: 1 })
  expect((await bookedLines(card)).filter(({ code }) => code === 'LUBE 10')).toMatchObject([
    { product: 'OTH', unit: null },
  ])
  // The stop of the unknown card is released as ever, with the product mapped meanwhile.
  await freshCard({ card_number: unknown })
  const [{ id }] = await waiting(unknown)
  expect((await ask(people.staff, transactionImports.release, { params: { id } })).status).toBe(200)
  expect((await bookedLines(unknown)).map(({ product }) => product)).toEqual(['D1', 'OIL'])
})

test('RATE-5 SUP is priced by its own rate, has none although REG has one, and shares REG’s once staff say so', async () => {
  const card = await freshCard()
  const fuel = (product: string, time: string) =>
    bought(card, { date: '2026-11-13', time, ...site, product, quantity: 100, price: 1.9 })
  expect((await rates(['REG', 160], ['SUP', 190])).status).toBe(201)
  await imported('Esso', [fuel('REG', '11:00'), fuel('SUP', '12:00'), fuel('MID', '13:00')])
  const priced = async () =>
    Object.fromEntries(
      (await bookedLines(card)).map((line) => [line.code, [line.rate_price_e4, line.flags.includes('no_rate')]]),
    )
  expect(await priced()).toEqual({ REG: ['16000', false], SUP: ['19000', false], MID: [null, true] })
  const before = Number(
    (await rows('select sum(amount_cents) from transactions where card_number = $1', [card]))[0].sum,
  )
  const shared = (await save({ code: 'MID', product: 'GAS', rate_code: 'reg' })).body
  expect(shared).toMatchObject({ rate_code: 'REG', released_count: 0, repriced_count: 1 })
  expect(await priced()).toEqual({ REG: ['16000', false], SUP: ['19000', false], MID: ['16000', false] })
  const after = Number((await rows('select sum(amount_cents) from transactions where card_number = $1', [card]))[0].sum)
  expect(shared.repriced_totals).toEqual([{ currency: 'CAD', difference: (after - before) / 100 }])
  expect(after).not.toBe(before)
  expect((await save({ code: 'MID', product: 'GAS', rate_code: null })).body).toMatchObject({
    rate_code: null,
    repriced_count: 1,
    repriced_totals: [{ currency: 'CAD', difference: (before - after) / 100 }],
  })
  expect(await priced()).toMatchObject({ MID: [null, true] })
  const last = await rows(`select after from audit_log where action = 'providerCodes.save' order by id desc limit 1`)
  expect(last).toEqual([
    { after: { rate_code: null, repriced_transactions: 1, repriced_difference: expect.stringContaining('CAD') } },
  ])
})

test('TXN-15 RATE-5 only codes of one provider and product share a rate, without chains; customers have no such call', async () => {
  const faults = async (body: Record<string, unknown>) => {
    const answer = await save(body)
    return [answer.status, answer.body.error?.fields]
  }
  expect(await faults({ code: 'SUP', product: 'GAS', rate_code: 'SUP' })).toEqual([
    400,
    { rate_code: expect.stringContaining('own rate') },
  ])
  expect(await faults({ code: 'SUP', product: 'GAS', rate_code: 'NONE' })).toEqual([
    400,
    { rate_code: expect.stringContaining('same fuel provider') },
  ])
  expect(await faults({ code: 'SUP', product: 'GAS', rate_code: 'DEF' })).toEqual([
    400,
    { rate_code: expect.any(String) },
  ])
  expect((await save({ code: 'SUP', product: 'GAS', rate_code: 'MID' })).status).toBe(200)
  expect(await faults({ code: 'REG', product: 'GAS', rate_code: 'SUP' })).toEqual([
    400,
    { rate_code: expect.stringContaining('MID') },
  ])
  expect(await faults({ code: 'MID', product: 'GAS', rate_code: 'REG' })).toEqual([
    400,
    { rate_code: expect.stringContaining('SUP') },
  ])
  expect(await faults({ code: 'MID', product: 'D1' })).toEqual([400, { product: expect.stringContaining('SUP') }])
  expect((await save({ code: 'SUP', product: 'GAS', rate_code: null })).status).toBe(200)
  expect(await faults({ provider: 'Shell', code: 'X', product: 'D1' })).toEqual([400, { provider: expect.any(String) }])
  expect(await faults({ code: ' ', product: 'D1' })).toEqual([400, { code: expect.any(String) }])
  expect(await faults({ code: 'X', product: 'D9' })).toEqual([400, { product: expect.any(String) }])
  expect((await save({ provider: 'ESSO', code: '0077', product: 'OTH' })).body).toMatchObject({
    provider: 'Esso',
    code: '77',
    version: 1,
  })
  for (const who of [people.northline, people.desk, people.clerk]) {
    expect((await save({ code: 'X', product: 'D1' }, who)).status).toBe(403)
    expect((await ask(who, providerCodes.list)).status).toBe(403)
  }
})
