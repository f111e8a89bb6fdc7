import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { type CardUsage, cardUsage } from '@portal/contract/cards/card-usage.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { expect, test } from 'vitest'
import { cardBody, manualBody, manualLine, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const create = async (changes: object = {}) => (await ask(people.staff, cards.create, { body: cardBody(changes) })).body
const usageOf = async (who: string, id: number): Promise<CardUsage> =>
  (await ask(who, cardUsage.usage, { params: { id } })).body
const useOf = ({ uses }: CardUsage, limit: string) => uses.find((use) => use.limit === limit)
/** A purchase of 100 gallons for 300 dollars at the beginning of a day. */
const buy = async (card_number: string, day: string) => {
  const line = manualLine({
    dtl_sls_type: '1',
    dtl_qty: 100,
    dtl_uom: 'GAL',
    dtl_hst_amt: 0,
    dtl_amt: 300,
    dtl_discount: 0,
  })
  const body = manualBody(null, { card_number, txn_date: `${day}T00:00:00`, txn_attr: [line] })
  const answer = await ask(people.staff, manualTransactions.create, { body })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
}

test('UX-1 today’s purchases and the balances are shown against the card’s limits', async () => {
  const card = await create({
    daily_card_limit: 1000,
    weekly_fuel_quantity_limit: 800,
    weekly_fuel_quantity_balance: 800,
  })
  const { day } = await usageOf(people.staff, card.id)
  const yesterday = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
  await buy(card.card_number, day)
  await buy(card.card_number, yesterday)
  const usage = await usageOf(people.desk, card.id)
  expect(useOf(usage, 'daily_card_limit')).toMatchObject({
    period: 'today',
    unit: 'CAD',
    used: 300,
    of: 1000,
    left: 700,
  })
  const fuel = useOf(usage, 'weekly_fuel_quantity_limit')
  expect(fuel).toMatchObject({ period: 'refresh', unit: card.uom, of: 800 })
  expect(fuel?.used).toBeGreaterThan(0)
  expect((fuel?.used ?? 0) + (fuel?.left ?? 0)).toBeCloseTo(800)
  expect(usage.other_today).toEqual([])
})

test('UX-1 CARD-9 a hold names its reason, its user and its time; other companies see nothing of it', async () => {
  const { id } = await create()
  expect((await usageOf(people.staff, id)).status).toMatchObject({ by: 'Amélie Okafor', note: null })
  await ask(people.northline, cardBulk.hold, { body: { cardIds: [id], reason: 'Lost at the border' } })
  for (const who of [people.desk, people.staff])
    expect(await usageOf(who, id)).toMatchObject({
      status: { by: 'Priya Sandhu', note: 'Lost at the border', since: expect.stringMatching(/^20.*Z$/) },
      held_by: [],
    })
  expect((await ask(people.prairie, cardUsage.usage, { params: { id } })).status).toBe(404)
})

test('UX-1 PAY-5 a card held by a rule names the rule and no user', async () => {
  const { id, company } = await create()
  await owner.query(`update cards set card_status = 'HOLD' where id = $1`, [id])
  await owner.query(
    `insert into automatic_holds (company_id, card_id, reason, former_status) values ($1, $2, 'credit', 'RELEASE')`,
    [company, id],
  )
  await owner.query(
    `insert into card_events (card_id, company_id, kind, from_status, to_status, note) values ($1, $2, 'status', 'RELEASE', 'HOLD', 'card.hold-credit')`,
    [id, company],
  )
  const usage = await usageOf(people.northline, id)
  expect(usage).toMatchObject({ held_by: ['credit'], status: { by: null } })
  expect(usage.status?.note_message).toMatchObject({ key: 'card.hold-credit' })
})
