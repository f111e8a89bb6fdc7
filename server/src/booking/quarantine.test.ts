import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { expect, test } from 'vitest'
import { knownMigrations } from '../db/migrations.ts'
import { people } from '../testing/factories.ts'
import { bought, testImports } from '../testing/importing.ts'

const { ask, imported, rows, freshCard } = await testImports()

test('TXN-9 I8 a transaction with an unknown, closed or unassigned card is quarantined once, and booked once the card is valid', async () => {
  const closed = await freshCard({ card_status: 'CLOSED', closed_at: '2026-10-01' })
  const spare = await freshCard({ company_id: (await rows(`select id from companies where kind = 'provider'`))[0].id })
  const transactions = [
    bought('5599000001', { auth: 'WAIT-DF' }),
    bought('5599000001', { auth: 'WAIT-TA', product: 'WASH', quantity: 1, price: 20 }),
    bought(closed),
    bought(spare),
  ]
  const report = await imported('Esso', transactions)
  expect([report.status, report.counts]).toEqual([
    'done',
    { read: 4, booked: 0, duplicate: 0, quarantined: 4, failed: 0, review: 0 },
  ])
  expect((await imported('Esso', [...transactions].reverse())).counts).toMatchObject({ duplicate: 4, quarantined: 0 })
  const waiting = async () => (await ask(people.staff, transactionImports.quarantine)).body.quarantine
  expect(
    (await waiting()).map(({ card_number, reason, row_count, amount }: Record<string, unknown>) => [
      card_number,
      reason,
      row_count,
      amount,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['5599000001', 'unknown', 2, 170],
      [closed, 'closed', 1, 150],
      [spare, 'unassigned', 1, 150],
    ]),
  )
  const idOf = async (card: string) =>
    (await waiting()).find(({ card_number }: { card_number: string }) => card_number === card).id
  const release = async (card: string) =>
    ask(people.staff, transactionImports.release, { params: { id: await idOf(card) } })
  for (const [card, words] of [
    ['5599000001', 'There is still no card with this number.'],
    [closed, 'The card was closed before this purchase'],
    [spare, 'The card was not assigned to a customer'],
  ] as const)
    expect([(await release(card)).status, (await release(card)).body.error.message]).toEqual([
      409,
      expect.stringContaining(words),
    ])
  await freshCard({ card_number: '5599000001' })
  const id = await idOf('5599000001')
  const both = await Promise.all([1, 2].map(() => ask(people.staff, transactionImports.release, { params: { id } })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const transaction = await rows(
    `select t.id, count(*)::int as lines, sum(l.amount_cents) = t.amount_cents as adds_up from transactions t join transaction_lines l on l.transaction_id = t.id where t.card_number = '5599000001' group by t.id`,
  )
  expect(transaction).toEqual([{ id: expect.anything(), lines: 2, adds_up: true }])
  expect(both.find(({ status }) => status === 200)?.body.transactions).toEqual([
    { txn_id: Number(transaction[0].id), authentication_id: 'WAIT' },
  ])
  expect((await imported('Esso', transactions.slice(0, 2).reverse())).counts).toMatchObject({ duplicate: 2 })
})

test('TXN-9 I8 a purchase from before its card was closed can be released, and a later one skipped and returned to quarantine', async () => {
  const card = await freshCard({ card_status: 'CLOSED', closed_at: '2026-11-03T17:00:00Z' })
  // Noon in the provider's time zone.
  const [before, after] = [
    bought(card, { date: '2026-11-03', time: '11:59' }),
    bought(card, { date: '2026-11-03', time: '12:00' }),
  ]
  expect((await imported('Esso', [before, after])).counts).toMatchObject({ booked: 0, quarantined: 2 })
  const listed = async (query = {}) =>
    (await ask(people.staff, transactionImports.quarantine, { query })).body.quarantine
  const idOf = async ({ auth }: { auth: string }) =>
    (await listed({ filter: `card_number:${card}` })).find(
      (one: { authentication_id: string }) => one.authentication_id === auth,
    )?.id
  expect((await ask(people.staff, transactionImports.release, { params: { id: await idOf(before) } })).status).toBe(200)
  const params = { id: await idOf(after) }
  expect((await ask(people.staff, transactionImports.release, { params })).body.error.code).toBe('quarantine.not-ready')

  expect(
    (await ask(people.staff, transactionImports.skip, { params, body: { reason: ' ' } })).body.error.fields,
  ).toEqual({
    reason: expect.any(String),
  })
  expect((await ask(people.staff, transactionImports.returnToQuarantine, { params })).body.error.code).toBe(
    'quarantine.waiting',
  )
  const skipped = await ask(people.staff, transactionImports.skip, { params, body: { reason: 'The driver pays it' } })
  expect([skipped.status, skipped.body]).toEqual([
    200,
    expect.objectContaining({ status: 'skipped', note: 'The driver pays it' }),
  ])
  expect(await idOf(after)).toBeUndefined()
  expect(await listed({ filter: ['status:skipped', `card_number:${card}`] })).toEqual([skipped.body])
  for (const call of [transactionImports.release, transactionImports.skip])
    expect((await ask(people.staff, call, { params, body: { reason: 'x' } })).body.error.code).toBe(
      'quarantine.skipped',
    )
  // It stays stored, so that later files skip it.
  expect((await imported('Esso', [after, before])).counts).toMatchObject({ duplicate: 2, quarantined: 0 })
  expect((await ask(people.staff, transactionImports.returnToQuarantine, { params })).body).toMatchObject({
    status: 'waiting',
    note: null,
  })
  expect(await idOf(after)).toBe(params.id)
})

test('TXN-9 I8 two unknown cards with the same code can both be released, even if the code is booked on another card', async () => {
  const known = await freshCard()
  const transactions = [
    bought(known, { auth: 'TWIN' }),
    bought('5599000021', { auth: 'TWIN', quantity: 50 }),
    bought('5599000022', { auth: 'TWIN' }),
  ]
  expect((await imported('Esso', transactions)).counts).toMatchObject({ booked: 1, quarantined: 2 })
  for (const card_number of ['5599000021', '5599000022']) {
    await freshCard({ card_number })
    const { quarantine } = (
      await ask(people.staff, transactionImports.quarantine, { query: { filter: `card_number:${card_number}` } })
    ).body
    const answer = await ask(people.staff, transactionImports.release, { params: { id: quarantine[0].id } })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
  }
  expect(await rows(`select count(*)::int as n from transactions where authentication_id = 'TWIN'`)).toEqual([{ n: 3 }])
  expect((await imported('Esso', [...transactions].reverse())).counts).toMatchObject({ duplicate: 3, booked: 0 })
})

test('TXN-9 fuel draws from the balances in the card’s unit and keeps its version, a credit restores them, and exceptions are recorded', async () => {
  const card = await freshCard({
    uom: 'GAL',
    weekly_fuel_quantity_balance_milli: 60_000,
    weekly_product_balance_cents: 90_000,
    non_highway_fuel_weekly_balance_milli: 50_000,
    refreshing_cash_balance_cents: 3000,
    dash_cash_balance_cents: 5000,
    card_status: 'HOLD',
    non_highway_fuel_limit_milli: 0,
  })
  const balances = async () =>
    Object.values(
      (
        await rows(
          `select weekly_fuel_quantity_balance_milli::int, weekly_product_balance_cents::int, non_highway_fuel_weekly_balance_milli::int, refreshing_cash_balance_cents::int, dash_cash_balance_cents::int, version from cards where card_number = $1`,
          [card],
        )
      )[0],
    )
  const at = { auth: 'DRAW', time: '09:00' }
  await imported('Esso', [
    bought(card, at),
    bought(card, { ...at, product: 'REEFER', quantity: 37.854 }),
    bought(card, { ...at, product: 'CASH', quantity: 1, price: 45 }),
    bought(card, { ...at, product: 'OIL', quantity: 1, price: 9 }),
    bought(card, { auth: 'DRAW2', time: '09:03', site: '77', city: 'Nowhere' }),
    bought(card, { auth: 'DRAW3', time: '20:00', quantity: 50 }),
  ])
  const [{ spent }] = await rows(
    `select sum(l.amount_cents)::int as spent from transactions t join transaction_lines l on l.transaction_id = t.id where card_number = $1 and product = 'D1'`,
    [card],
  )
  expect(await balances()).toEqual([60_000 - 26_417 - 26_417 - 13_209, 90_000 - spent, 50_000 - 10_000, 0, 3500, 1])
  expect(
    await rows('select authentication_id, exceptions from transactions where card_number = $1 order by 1', [card]),
  ).toEqual([
    { authentication_id: 'DRAW', exceptions: ['on_hold', 'wrong_product'] },
    { authentication_id: 'DRAW2', exceptions: ['interval', 'on_hold'] },
    { authentication_id: 'DRAW3', exceptions: ['on_hold', 'over_limit'] },
  ])
  await imported('Esso', [
    bought(card, { ...at, quantity: -100 }),
    bought(card, { ...at, product: 'CASH', quantity: -1, price: 45 }),
  ])
  expect((await balances()).slice(0, 1).concat((await balances()).slice(3))).toEqual([
    60_000 - 26_417 - 13_209,
    4500,
    3500,
    1,
  ])
})

test.each([
  ['weekly fuel', { weekly_fuel_quantity_balance_milli: 10_000 }, {}],
  ['weekly amount', { weekly_product_balance_cents: 100 }, {}],
  ['daily gallons', { daily_vehicle_quantity_limit_in_gallons_milli: 5000 }, {}],
  ['weekly reefer fuel', { non_highway_fuel_weekly_balance_milli: 10_000 }, { product: 'REEFER' }],
  ['cash', { refreshing_cash_balance_cents: 100 }, { product: 'CASH', quantity: 1, price: 45 }],
])(
  'CARD-16 TXN-9 a purchase beyond the card’s %s is an exception for that limit only',
  async (name, limit, purchase) => {
    const ample = {
      weekly_fuel_quantity_balance_milli: 900_000,
      weekly_product_balance_cents: 900_000,
      non_highway_fuel_weekly_balance_milli: 900_000,
    }
    const rest = {
      daily_vehicle_quantity_limit_in_gallons_milli: 900_000,
      non_highway_fuel_limit_milli: 900_000,
      refreshing_cash_balance_cents: 900_000,
    }
    const [within, beyond] = [await freshCard({ ...ample, ...rest }), await freshCard({ ...ample, ...rest, ...limit })]
    await imported('Esso', [
      bought(within, { auth: `WITHIN ${name}`, ...purchase }),
      bought(beyond, { auth: `BEYOND ${name}`, ...purchase }),
    ])
    expect(
      await rows(
        'select card_number, exceptions from transactions where card_number in ($1, $2) order by card_number',
        [within, beyond],
      ),
    ).toEqual([
      { card_number: within, exceptions: [] },
      { card_number: beyond, exceptions: ['over_limit'] },
    ])
  },
)

test('TXN-9 gallons are converted to litres for a card that counts in litres', async () => {
  const card = await freshCard({ uom: 'L', weekly_fuel_quantity_balance_milli: 500_000 })
  const diesel = { province: 'OH', product: 'DIESEL ULTRA LOW SULFUR', quantity: 100, price: 3.5 }
  await imported('TA-Petro', [bought(card, diesel)])
  expect(
    await rows('select weekly_fuel_quantity_balance_milli::int as left from cards where card_number = $1', [card]),
  ).toEqual([{ left: 500_000 - 378_541 }])
})

test('TXN-9 a transaction belongs to the company that held its card at that time', async () => {
  const card = await freshCard()
  await rows(
    `update cards set company_id = (select id from companies where name = 'Prairie Freight') where card_number = $1`,
    [card],
  )
  await rows(
    `update card_assignments set from_at = '2026-11-05T04:30:00Z' where card_id = (select id from cards where card_number = $1) and from_at > '-infinity'`,
    [card],
  )
  // 04:30 UTC is 23:30 of the day before in the provider's time zone.
  await imported('Esso', [
    bought(card, { auth: 'HOLD1', date: '2026-11-04', time: '23:29' }),
    bought(card, { auth: 'HOLD2', date: '2026-11-04', time: '23:31' }),
  ])
  expect(
    await rows(
      'select c.name from transactions t join companies c on c.id = t.company_id where card_number = $1 order by authentication_id',
      [card],
    ),
  ).toEqual([{ name: 'Northline Haulage' }, { name: 'Prairie Freight' }])
})

test('TXN-16 OPS-7 a transaction quarantined before prices had six decimals is released at its price after the upgrade', async () => {
  const card_number = '5599000047'
  const unread = await imported('Esso', [bought(card_number, { auth: 'OLDER', price: 1.6676, retail: 1.8999 })])
  expect(unread.counts).toMatchObject({ quarantined: 1 })
  const stored = await rows('select id::int, lines from quarantine where card_number = $1', [card_number])
  const { file_price_e6, retail_e6, ...others } = stored[0].lines[0]
  expect([file_price_e6, retail_e6]).toEqual([1_667_600, 1_899_900])
  await rows('update quarantine set lines = $2::jsonb where card_number = $1', [
    card_number,
    JSON.stringify([{ ...others, file_price_e4: 16_676, retail_e4: 18_999 }]),
  ])
  const upgrade = (await knownMigrations()).find(({ name }) => name === '0047_six_decimals.sql')?.sql ?? ''
  const ofQuarantine = upgrade.slice(upgrade.indexOf('update quarantine')).replace(/;\s*$/, '')
  await rows(`${ofQuarantine} where card_number = '${card_number}'`)
  await freshCard({ card_number })
  const released = await ask(people.staff, transactionImports.release, { params: { id: stored[0].id } })
  expect([released.status, released.body.error]).toEqual([200, undefined])
  expect(
    await rows(
      'select file_price_e6::int, retail_e6::int from transaction_lines join transactions t on t.id = transaction_id where t.card_number = $1',
      [card_number],
    ),
  ).toEqual([{ file_price_e6: 1_667_600, retail_e6: 1_899_900 }])
})
