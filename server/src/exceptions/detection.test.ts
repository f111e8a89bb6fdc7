import { drafts } from '@portal/contract/billing/drafts.ts'
import { type ExceptionRow, exceptions } from '@portal/contract/exceptions/exceptions.ts'
import { exceptionThresholds } from '@portal/contract/exceptions/thresholds.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { manualBody, manualLine, people } from '../testing/factories.ts'
import { fileRows, type Purchase } from '../testing/files/transaction-files.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, rows, freshCard } = await testImports()

const found = async (card: string, who: string = people.staff): Promise<ExceptionRow[]> =>
  (
    await ask(who, exceptions.list, { query: { filter: [`card_number:${card}`], paged: 'false' } })
  ).body.exceptions.toSorted((one: ExceptionRow, other: ExceptionRow) => one.id - other.id)
/** By code: the rules and what they say. */
const said = async (card: string, ...rules: string[]) =>
  (await found(card))
    .filter(({ rule }) => rules.includes(rule))
    .map(({ authentication_id, rule, sentence, other }) =>
      [authentication_id, rule, sentence, other?.authentication_id].filter((one) => one !== undefined),
    )
const headOf = async (auth: string) =>
  (
    await rows(
      `select id::int, flags, exceptions, accepted_at is not null as accepted, amount_cents::int as cents from transactions where authentication_id = $1 order by id desc limit 1`,
      [auth],
    )
  )[0]
/** A file whose rows have an odometer of their own. */
const withOdometers = (purchases: readonly Purchase[], odometers: readonly (number | null)[]) => {
  const [header, ...lines] = fileRows('Esso', purchases) as (string | number | null)[][]
  const at = (header as string[]).indexOf('Odometer')
  return [header as string[], ...lines.map((line, n) => line.with(at, odometers[n] ?? null))]
}
const tank = (unit: string, litres: number) =>
  rows(`update units set tank_milli = $2, tank_unit = 'L' where unit_number = $1`, [unit, Math.round(litres * 1000)])

test('TXN-20 the same stop moved over midnight is flagged, names the other one and is not billed; so is the same minute and litres under another code', async () => {
  const card = await freshCard()
  const stop = { quantity: 419.93, price: 1.458, site: '7001' }
  await imported('Esso', [bought(card, { auth: 'MID1', date: '2026-11-03', time: '23:58', ...stop })])
  await imported('Esso', [bought(card, { auth: 'MID1', date: '2026-11-04', time: '00:04', ...stop })])
  expect((await headOf('MID1')).flags).toContain('possible_duplicate')
  expect((await headOf('MID1')).exceptions).toContain('possible_duplicate')
  const [first, second] = await rows(
    `select id::int, amount_cents::int as cents, flags from transactions where authentication_id = 'MID1' order by id`,
  )
  expect([first.cents, second.cents, first.flags.includes('possible_duplicate')]).toEqual([71_179, 71_179, false])
  expect((await found(card)).find(({ rule }) => rule === 'possible_duplicate')).toMatchObject({
    transaction_id: second.id,
    severity: 'severe',
    state: 'open',
    sentence: 'The same provider and code are already booked; days apart: 1.',
    other: { txn_id: first.id, authentication_id: 'MID1' },
  })
  await imported('Esso', [bought(card, { auth: 'MID2', date: '2026-11-03', time: '23:58', ...stop })])
  expect(await said(card, 'possible_duplicate')).toContainEqual([
    'MID2',
    'possible_duplicate',
    'The card bought the same 419.93 L of Diesel at this site, 0 min apart.',
    'MID1',
  ])
  const [{ company_id }] = await rows('select company_id::int from transactions where id = $1', [second.id])
  const refused = await ask(people.staff, drafts.create, {
    body: {
      company_id,
      currency: 'CAD',
      start_date: '2026-11-01',
      end_date: '2026-11-14',
      txn_ids: [second.id],
    },
  })
  expect(refused.status).toBe(409)
})

test('TXN-20 the boundaries of a duplicate: three days and four, 60 minutes and 61, another product, quantity or site', async () => {
  const card = await freshCard()
  const at = (auth: string, changes: Partial<Purchase>) => bought(card, { auth, site: '7002', ...changes })
  await imported('Esso', [
    at('DAY3', { date: '2026-11-01', time: '10:00', quantity: 101 }),
    at('DAY3', { date: '2026-11-04', time: '10:00', quantity: 102 }),
    at('DAY4', { date: '2026-11-01', time: '13:00', quantity: 103 }),
    at('DAY4', { date: '2026-11-05', time: '13:00', quantity: 104 }),
    at('MIN0', { date: '2026-11-07', time: '08:00', quantity: 200 }),
    at('MIN60', { date: '2026-11-07', time: '09:00', quantity: 200 }),
    at('MIN61', { date: '2026-11-07', time: '10:01', quantity: 200 }),
    at('OTHERQ', { date: '2026-11-07', time: '10:02', quantity: 200.001 }),
    at('OTHERP', { date: '2026-11-07', time: '10:03', quantity: 200, product: 'DEF' }),
    at('OTHERS', { date: '2026-11-07', time: '10:04', quantity: 200, site: '7003' }),
  ])
  expect((await said(card, 'possible_duplicate')).map(([auth, , , other]) => [auth, other])).toEqual([
    ['DAY3', 'DAY3'],
    ['MIN60', 'MIN0'],
  ])
})

test('TXN-19 TXN-20 a correction is no duplicate: the other one was credited in full, in one file, before or after', async () => {
  const card = await freshCard()
  const at = (auth: string, changes: Partial<Purchase>) =>
    bought(card, { auth, site: '7004', date: '2026-11-08', time: '10:00', ...changes })
  await imported('Esso', [at('CORR1', { quantity: 100 })])
  await imported('Esso', [at('CORR1', { quantity: -100 }), at('CORR1B', { quantity: 100 })])
  expect(await said(card, 'possible_duplicate')).toEqual([])
  // The corrected purchase comes first: it waits until the credit takes the ground away.
  await imported('Esso', [at('CORR2', { quantity: 150, date: '2026-11-09' })])
  await imported('Esso', [at('CORR2B', { quantity: 150, date: '2026-11-09' })])
  expect((await headOf('CORR2B')).flags).toContain('possible_duplicate')
  await imported('Esso', [at('CORR2', { quantity: -150, date: '2026-11-09' })])
  expect((await headOf('CORR2B')).flags).not.toContain('possible_duplicate')
  expect(await said(card, 'possible_duplicate')).toEqual([])
})

test('TXN-20 of three copies of a stop, the third names what is left when the second is credited or deleted', async () => {
  for (const [n, end] of ['credit', 'delete'].entries()) {
    const card = await freshCard()
    const copy = (no: number, changes: Partial<Purchase> = {}) =>
      bought(card, { auth: `COPY${n}${no}`, site: '7010', date: '2026-11-12', time: `14:0${no}`, ...changes })
    for (const no of [1, 2, 3]) await imported('Esso', [copy(no)])
    const others = async () => (await said(card, 'possible_duplicate')).map(([auth, , , other]) => [auth, other])
    expect((await others()).toSorted()).toEqual([
      [`COPY${n}2`, `COPY${n}1`],
      [`COPY${n}3`, `COPY${n}2`],
    ])
    if (end === 'credit') await imported('Esso', [copy(2, { quantity: -100 })])
    else await ask(people.staff, transactions.remove, { params: { id: (await headOf(`COPY${n}2`)).id } })
    expect(await others()).toContainEqual([`COPY${n}3`, `COPY${n}1`])
    expect((await headOf(`COPY${n}3`)).flags).toContain('possible_duplicate')
  }
})

test('COST-3 a price of 60.00 and 99,999.999 L in one stop wait for review, with their numbers; customers see no cost', async () => {
  const card = await freshCard()
  const at = (auth: string, changes: Partial<Purchase>) =>
    bought(card, { auth, site: '7005', date: '2026-11-10', unit: 'U-COST', ...changes })
  await imported('Esso', [
    ...[1.6676, 1.66, 1.67, 1.6676, 1.68].map((price, n) => at(`MED${n}`, { price, quantity: 50 + n })),
    at('SIXTY', { price: 60, quantity: 60 }),
    at('OFF50', { price: 2.5014, quantity: 61 }),
    at('OFF51', { price: 2.5015, quantity: 62 }),
    at('HUGE', { price: 1.6676, quantity: 99_999.999 }),
    at('FULL', { price: 1.6676, quantity: 2000 }),
  ])
  expect(await said(card, 'unlikely')).toEqual([
    [
      'SIXTY',
      'unlikely',
      'The provider’s price of 60.0000 CAD for Diesel is 3,498% off its median of the day, 1.6676 CAD (10 prices).',
    ],
    ['OFF51', 'unlikely', expect.stringContaining('50% off')],
    ['HUGE', 'unlikely', 'Bought 99,999.999 L in one transaction; more than 2,000 L is unlikely.'],
  ])
  for (const auth of ['SIXTY', 'HUGE']) expect((await headOf(auth)).flags).toContain('unlikely')
  const own = (await found(card, people.northline)).filter(({ rule }) => rule === 'unlikely')
  expect(own.map(({ sentence }) => sentence)).toEqual([
    'The price of Diesel is far from the usual one of the day.',
    'The price of Diesel is far from the usual one of the day.',
    'Bought 99,999.999 L in one transaction; more than 2,000 L is unlikely.',
  ])
  expect(JSON.stringify(own)).not.toMatch(/1\.66|"60|median/)
})

test('EXC-1 more than the tank of the unit, or without its size more than the second largest of the last 20 fills and 10 %', async () => {
  const card = await freshCard()
  const at = (auth: string, quantity: number, changes: Partial<Purchase> = {}) =>
    bought(card, { auth, site: '7006', quantity, unit: '114', ...changes })
  await imported('Esso', [at('TANK0', 100, { date: '2026-10-01' })])
  await tank('114', 454)
  await imported('Esso', [
    at('TANK1', 454, { date: '2026-10-02' }),
    at('TANK2', 454.001, { date: '2026-10-03' }),
    at('TANK3', 612.4, { date: '2026-10-04' }),
  ])
  expect((await said(card, 'over_tank')).map(([auth, , sentence]) => [auth, sentence])).toEqual([
    ['TANK2', 'Bought 454.001 L; the tank of unit 114 holds 454 L.'],
    ['TANK3', 'Bought 612.4 L; the tank of unit 114 holds 454 L.'],
  ])
  expect((await headOf('TANK3')).flags).toContain('unlikely')
  // 9 fills are too few to know; with 10, the second largest is 300 L.
  const other = await freshCard()
  const fill = (auth: string, quantity: number, day: number) =>
    bought(other, { auth, site: '7006', quantity, unit: '115', date: `2026-10-${String(day).padStart(2, '0')}` })
  const sizes = [400, 300, 200, 210, 220, 230, 240, 250, 260]
  await imported(
    'Esso',
    sizes.map((size, n) => fill(`FILL${n}`, size, n + 1)),
  )
  await imported('Esso', [fill('FILL9', 399, 10)])
  expect(await said(other, 'over_tank')).toEqual([])
  await imported('Esso', [fill('FILL10', 438.9, 11)])
  expect(await said(other, 'over_tank')).toEqual([])
  await imported('Esso', [fill('FILL11', 440.001, 12)])
  expect((await said(other, 'over_tank')).map(([auth, , sentence]) => [auth, sentence])).toEqual([
    ['FILL11', 'Bought 440.001 L; the second largest of the last 20 fills was 400 L (10% more is usual).'],
  ])
})

test('EXC-1 two sites more than 50 km apart reached at over 120 km/h, by the clocks of both places', async () => {
  // Cambridge and London are about 83 km apart; Toronto and Calgary are two hours apart by the clock.
  const card = await freshCard()
  const at = (auth: string, city: string, date: string, time: string, province = 'ON') =>
    bought(card, { auth, city, province, date, time, site: `70-${city}`, quantity: 10 + Number(date.slice(8)) })
  await imported('Esso', [
    at('FAR1', 'Cambridge', '2026-10-05', '08:00'),
    at('FAR2', 'London', '2026-10-05', '08:30'),
    at('FAR3', 'London', '2026-10-06', '08:00'),
    at('FAR4', 'Cambridge', '2026-10-06', '09:00'),
    at('FAR5', 'Kitchener', '2026-10-06', '09:01'),
    at('FAR6', 'Toronto', '2026-10-08', '08:00'),
    at('FAR7', 'Calgary', '2026-10-08', '09:00', 'AB'),
  ])
  const [london, calgary] = (await found(card)).filter(({ rule }) => rule === 'impossible_distance')
  expect(london).toMatchObject({ authentication_id: 'FAR2', severity: 'severe', other: { authentication_id: 'FAR1' } })
  expect(london?.message?.params).toEqual({ km: expect.any(Number), minutes: 30 })
  expect(Number(london?.message?.params.km)).toBeGreaterThan(60)
  expect([calgary?.authentication_id, calgary?.message?.params.minutes]).toEqual(['FAR7', 180])
  expect(await said(card, 'interval')).toEqual([])
  // Where a place is unknown, only minutes count.
  const other = await freshCard()
  await imported('Esso', [
    bought(other, { auth: 'UNK1', city: 'Nowhere', site: '71', date: '2026-10-08', time: '08:00' }),
    bought(other, { auth: 'UNK2', city: 'London', site: '70-London', date: '2026-10-08', time: '08:05' }),
    bought(other, { auth: 'UNK3', city: 'Nowhere', site: '71', date: '2026-10-08', time: '08:11' }),
  ])
  expect(await said(other, 'interval', 'impossible_distance')).toEqual([
    ['UNK2', 'interval', 'The card was used at two sites 5 min apart.', 'UNK1'],
  ])
  expect((await headOf('FAR2')).flags).toContain('impossible_distance')
})

test('EXC-1 an odometer that runs backwards, or jumps over 2,500 km a day', async () => {
  const card = await freshCard()
  const at = (auth: string, day: number, time = '08:00') =>
    bought(card, { auth, time, site: '7007', quantity: 20 + day, unit: 'ODO', date: `2026-10-${10 + day}` })
  const readings = [100_000, 102_500, 105_001, 104_999, null, 200_000, 205_000, 210_001]
  await imported(
    'Esso',
    withOdometers(
      [0, 1, 2, 3, 4, 5, 7, 9].map((day, n) => at(`ODO${n}`, day)),
      readings,
    ),
  )
  expect((await said(card, 'odometer')).map(([auth, , sentence]) => [auth, sentence])).toEqual([
    ['ODO2', 'The odometer jumped from 102,500 to 105,001 km; days between: 1.'],
    ['ODO3', 'The odometer ran backwards, from 105,001 to 104,999 km.'],
    ['ODO7', 'The odometer jumped from 205,000 to 210,001 km; days between: 2.'],
  ])
})

test('EXC-1 a card’s first purchase at a site between 22:00 and 05:00 there', async () => {
  const card = await freshCard()
  const at = (auth: string, time: string, site: string, day = 3) =>
    bought(card, { auth, time, site, quantity: 30 + day, date: `2026-10-2${day}` })
  await imported('Esso', [
    at('N2159', '21:59', '7101', 1),
    at('N2200', '22:00', '7102', 2),
    at('N0459', '04:59', '7103', 3),
    at('N0500', '05:00', '7104', 4),
    at('AGAIN', '23:00', '7102', 5),
  ])
  expect((await said(card, 'night_first')).map(([auth, , sentence]) => [auth, sentence])).toEqual([
    ['N2200', 'The card’s first purchase at this site, at 22:00 at night.'],
    ['N0459', 'The card’s first purchase at this site, at 04:59 at night.'],
  ])
})

test('EXC-1 DEF under 1 % or over 8 % of the diesel of five fills', async () => {
  const card = await freshCard()
  let day = 0
  const fills = (auth: string, unit: string, def: number): Purchase[] => {
    const on = (): Partial<Purchase> => ({ unit, date: `2026-09-${String(++day).padStart(2, '0')}`, site: '7008' })
    const last = bought(card, { auth, quantity: 200, ...on() })
    return [
      ...[0, 1, 2, 3].map((n) => bought(card, { auth: `${auth}-${n}`, quantity: 200, ...on() })),
      { ...last, date: `2026-09-${String(++day).padStart(2, '0')}` },
      { ...last, date: `2026-09-${String(day).padStart(2, '0')}`, product: 'DEF', quantity: def },
    ]
  }
  await imported('Esso', [
    ...fills('DEF1', 'D1', 10),
    ...fills('DEF2', 'D2', 9.999),
    ...fills('DEF3', 'D3', 80),
    ...fills('DEF4', 'D4', 80.001),
  ])
  expect((await said(card, 'def_ratio')).map(([auth, , sentence]) => [auth, sentence])).toEqual([
    ['DEF2', '9.999 L of DEF for 1,000 L of diesel over five fills: 1%.'],
    ['DEF4', '80.001 L of DEF for 1,000 L of diesel over five fills: 8%.'],
  ])
})

test('EXC-1 typed purchases are decided by the same rules; a change decides again, and deleting the other one ends a duplicate', async () => {
  const number = await freshCard({
    weekly_fuel_quantity_balance_milli: 9_000_000,
    weekly_product_balance_cents: null,
    daily_vehicle_quantity_limit_in_gallons_milli: 9_000_000,
  })
  await imported('Esso', [
    bought(number, { auth: 'TYPED0', site: '7009', quantity: 500, date: '2026-11-02', time: '08:00' }),
  ])
  const type = async (changes: object) =>
    (
      await ask(people.staff, manualTransactions.create, {
        body: manualBody(null, { card_number: number, provider: 'Esso', dtl_stn_no: '7009', ...changes }),
      })
    ).body
  const made = await type({ authentication_id: 'TYPED1', txn_date: '2026-11-02T08:30' })
  expect([made.exceptions, made.flags]).toEqual([['possible_duplicate'], ['manual_price', 'possible_duplicate']])
  const put = async (changes: object) =>
    (
      await ask(people.staff, manualTransactions.update, {
        params: { id: made.id },
        body: { ...made, version: null, ...changes },
      })
    ).body
  expect((await put({ txn_date: '2026-11-02T09:01' })).exceptions).toEqual([])
  expect((await ask(people.staff, transactions.accept, { body: { ids: [made.id] } })).body.accepted).toBe(1)
  expect(await headOf('TYPED1')).toMatchObject({ accepted: true })
  // What was accepted was no duplicate: a new exception waits again.
  expect((await put({ txn_date: '2026-11-02T09:00' })).exceptions).toEqual(['possible_duplicate'])
  expect(await headOf('TYPED1')).toMatchObject({ accepted: false })
  const other = await type({
    authentication_id: 'TYPED2',
    txn_date: '2026-11-02T09:30',
    txn_attr: [manualLine({ dtl_qty: 501 })],
  })
  expect(other.exceptions).toEqual([])
  const first = await headOf('TYPED0')
  expect((await ask(people.staff, transactions.remove, { params: { id: first.id } })).status).toBe(204)
  expect(await headOf('TYPED1')).toMatchObject({ exceptions: [], flags: ['manual_price'] })
})

test('EXC-2 thresholds that contradict each other are not saved, also against those saved before and the portal’s own', async () => {
  const save = async (body: object) => {
    const reply = await ask(people.staff, exceptionThresholds.save, { body: { provider: 'Pipeline', ...body } })
    return reply.body.error?.fields ?? reply.status
  }
  const least = (permille: number) => ({
    def_high_permille: `Use ${permille} or more: that is the “at least” threshold that applies.`,
  })
  expect(await save({ def_low_permille: 500, def_high_permille: 10 })).toEqual(least(500))
  expect(await save({ def_low_permille: 81 })).toEqual(least(81))
  expect(await save({ def_high_permille: 9 })).toEqual(least(10))
  expect(await save({ def_low_permille: 300, def_high_permille: 300 })).toBe(200)
  expect(await save({ def_high_permille: 200 })).toEqual(least(300))
  // A night passes midnight, and equal hours mean none.
  expect(await save({ def_low_permille: null, def_high_permille: null, night_from_hour: 23, night_to_hour: 4 })).toBe(
    200,
  )
  expect(await save({ night_from_hour: 4, night_to_hour: 4 })).toBe(200)
  expect(await save({ night_from_hour: null, night_to_hour: null })).toBe(200)
})

test('EXC-2 thresholds: the customer’s win over the provider’s, and those over the portal’s own', async () => {
  const card = await freshCard()
  const [{ id: company_id }] = await rows(`select id::int from companies where name = 'Northline Haulage'`)
  const save = (body: object, who: string = people.staff) => ask(who, exceptionThresholds.save, { body })
  const at = (auth: string, quantity: number) => bought(card, { auth, quantity, unit: `T-${auth}`, site: '7010' })
  const first = { provider: 'Esso', company_id: null, quantity_litres: 500, price_percent: null, version: 1 }
  expect((await save({ provider: 'Esso', quantity_litres: 500 })).body).toMatchObject(first)
  expect((await ask(people.staff, exceptionThresholds.get)).body.thresholds).toMatchObject([first])
  await imported('Esso', [at('LIM1', 500), at('LIM2', 500.001)])
  await save({ company_id, quantity_litres: 700 })
  await imported('Esso', [at('LIM3', 700), at('LIM4', 700.001)])
  await save({ company_id, quantity_litres: null })
  await save({ provider: 'Esso', quantity_litres: null })
  await imported('Esso', [at('LIM5', 2000), at('LIM6', 2000.001)])
  expect((await said(card, 'unlikely')).map(([auth]) => auth)).toEqual(['LIM2', 'LIM4', 'LIM6'])
  expect((await ask(people.staff, exceptionThresholds.get)).body.thresholds).toEqual([])
  expect((await save({ company_id, provider: 'Esso', speed_kmh: 100 })).status).toBe(400)
  expect((await save({ speed_kmh: 100 })).body.error.fields).toEqual({
    company_id: 'Choose a customer or a fuel provider.',
  })
  expect((await save({ company_id, price_percent: 1.5 })).body.error.fields).toEqual({
    price_percent: 'Use a whole number.',
  })
  expect((await save({ company_id, speed_kmh: 0 })).body.error.fields).toHaveProperty('speed_kmh')
  expect((await save({ company_id, speed_kmh: 100 }, people.northline)).status).toBe(403)
  expect(
    await rows(
      `select record_label, after from audit_log where action = 'exceptionThresholds.save' order by id desc limit 1 offset 1`,
    ),
  ).toEqual([{ record_label: 'Northline Haulage', after: { quantity_litres: null } }])
})
