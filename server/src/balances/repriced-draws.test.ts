import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import type { Purchase } from '../testing/files/transaction-files.ts'
import { samplePurchases } from '../testing/files/transaction-samples.ts'
import { testImports } from '../testing/importing.ts'

const { ask, owner, imported, rows } = await testImports()
const [{ company_id }] = (await rows(`select company_id::int from cards where card_number = $1`, [
  samplePurchases.Esso[0]?.card,
])) as [{ company_id: number }]
const limit = 1_000_000
const reset = () =>
  owner.query(
    `truncate transactions, transaction_lines, transaction_identities, card_refreshes cascade;
     update cards set weekly_product_balance_cents = ${limit}, weekly_product_refresh_money_amount_cents = ${limit}`,
  )
const balances = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await rows(
        `select id, weekly_product_balance_cents::int as cents from cards where weekly_product_balance_cents <> ${limit} order by id`,
      )
    ).map(({ id, cents }) => [String(id), Number(cents)]),
  )
const setMarkup = async (mark_up_value: number) => {
  const filter = ['status:ACTIVE', 'fuel_company_provider:Esso']
  const found: Markup[] = (await ask(people.staff, markups.list, { query: { filter, size: '50' } })).body.markups
  const held = found.find((one) => one.customer_company_id === company_id && one.to_date === null) as Markup
  expect((await ask(people.staff, markups.update, { body: { ...held, mark_up_value } })).status).toBe(200)
}
/** Transactions of several products and cards, one of them credited. In another order they make a different file. */
const purchases: readonly Purchase[] = [0, 1, 2, 3, 4, 5].map((n) => ({
  ...(samplePurchases.Esso[0] as Purchase),
  auth: `RD-${n}`,
  date: `2026-11-0${1 + n}`,
  product: n === 3 ? 'REEFER' : n === 4 ? 'REG' : 'DSL EFF LS',
}))
const first = purchases[0] as Purchase
const back: Purchase = { ...first, date: '2026-11-07', quantity: -first.quantity, taxes: { HST: -86.93 } }

test('MARK-5 CARD-16 after a markup change a card has the same balance as if the transactions were imported with it, to the cent', async () => {
  await reset()
  await setMarkup(0.05)
  const file = await imported('Esso', [...purchases, back])
  expect([file.status, file.counts.failed]).toEqual(['done', 0])
  const cheap = await balances()
  await setMarkup(0.3125)
  const repriced = await balances()
  expect(Object.keys(repriced).length).toBeGreaterThan(0)
  expect(repriced).not.toEqual(cheap)
  await reset()
  const again = await imported('Esso', [...purchases.toReversed(), back])
  expect([again.status, again.counts.failed]).toEqual(['done', 0])
  expect(repriced).toEqual(await balances())
  // Lowering the markup again restores the earlier balances.
  await setMarkup(0.05)
  expect(await balances()).toEqual(cheap)
  expect(
    (
      await rows(`select count(*)::int as n from cards where updated_at > now() - interval '1 minute' and version > 1`)
    )[0]?.n,
  ).toBe(0)
})

test('MARK-5 CARD-16 repricing transactions booked before a refresh moves no balance, and no balance exceeds its limit', async () => {
  await reset()
  await setMarkup(0.2)
  await imported('Esso', purchases.slice(1))
  await owner.query(
    `insert into card_refreshes (card_id, company_id, day, kinds, at) select id, company_id, '2026-11-09', 8, now() from cards where company_id = $1`,
    [company_id],
  )
  await owner.query(`update cards set weekly_product_balance_cents = ${limit} - 5000 where company_id = $1`, [
    company_id,
  ])
  const refreshed = await balances()
  for (const value of [0.5, 0.01]) {
    await setMarkup(value)
    expect(await balances()).toEqual(refreshed)
  }
  // Without the refresh, the credit would exceed the room below the limit.
  await owner.query('truncate card_refreshes')
  await owner.query(`update cards set weekly_product_balance_cents = ${limit} - 1 where company_id = $1`, [company_id])
  await setMarkup(0)
  const [{ most }] = (await rows('select max(weekly_product_balance_cents)::int as most from cards')) as [
    { most: number },
  ]
  expect(most).toBe(limit)
  expect(Object.values(await balances()).every((cents) => cents === limit - 1)).toBe(true)
})

test('MARK-5 CARD-16 a credit is repriced with its purchase: deleting both restores the card, and refreshed balances do not move', async () => {
  const remove = async () => {
    for (const { id } of await rows('select id::int from transactions order by credited_id nulls last, id'))
      expect((await ask(people.staff, transactions.remove, { params: { id } })).status).toBe(204)
  }
  const some: Purchase = { ...first, auth: 'RD-7', quantity: 200, taxes: {} }
  const half: Purchase = { ...back, auth: 'RD-7', quantity: -100, taxes: {} }
  await reset()
  await setMarkup(0.05)
  await imported('Esso', [some, half])
  await setMarkup(0.4)
  await remove()
  expect(await balances()).toEqual({})

  await imported('Esso', [some])
  await owner.query(
    `insert into card_refreshes (card_id, company_id, day, kinds) select id, company_id, '2026-11-10', 8 from cards where company_id = $1`,
    [company_id],
  )
  // The new week already has draws, so that a wrongly restored amount would show.
  await owner.query(`update cards set weekly_product_balance_cents = ${limit} - 5000 where company_id = $1`, [
    company_id,
  ])
  const drawn = await balances()
  await imported('Esso', [half])
  expect(await balances()).toEqual(drawn)
  for (const value of [0.9, 0.05]) {
    await setMarkup(value)
    expect(await balances()).toEqual(drawn)
  }
  await remove()
  expect(await balances()).toEqual(drawn)
})
