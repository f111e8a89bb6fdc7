import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const create = async (changes = {}, headers = {}) =>
  ask(people.staff, cards.create, { body: cardBody(changes), headers })
const update = (who: string, id: number, body: object, headers = {}) =>
  ask(who, cards.update, { params: { id }, body, headers })
const loadsOf = async (id: number) =>
  (
    await owner.query(
      `select amount_cents::int as cents, note, user_name from card_events where card_id = $1 and kind = 'dash-cash' order by id`,
      [id],
    )
  ).rows

test('CARD-16 dash cash is added to the balance with its memo and then reset to zero, on create and on change', async () => {
  const { body: made } = await create({
    dash_cash_balance: 0.29,
    increment_dash_cash_amount: 50,
    dash_cash_memo: 'Tolls',
  })
  expect(made).toMatchObject({ dash_cash_balance: 50.29, increment_dash_cash_amount: 0 })
  const { body: more } = await update(people.staff, made.id, {
    ...made,
    increment_dash_cash_amount: 25.01,
    dash_cash_memo: 'Tires',
  })
  expect(more).toMatchObject({
    dash_cash_balance: 75.3,
    increment_dash_cash_amount: 0,
    dash_cash_memo: 'Tires',
    version: 2,
  })
  expect((await ask(people.staff, cards.get, { params: { id: made.id } })).body).toEqual(more)
  expect(await loadsOf(made.id)).toEqual([
    { cents: 5000, note: 'Tolls', user_name: expect.stringMatching(/\w/) },
    { cents: 2501, note: 'Tires', user_name: expect.stringMatching(/\w/) },
  ])
  const { body: named } = await update(people.staff, made.id, { ...more, driver_name: 'Ada Roy' })
  expect([named.dash_cash_balance, (await loadsOf(made.id)).length]).toEqual([75.3, 2])
  const { rows } = await owner.query(
    `select after from audit_log where action = 'cards.update' and record_id = $1 order by id limit 1`,
    [made.id],
  )
  expect(rows[0].after).toEqual({ dash_cash_balance: 75.3, dash_cash_memo: 'Tires' })
})

test('CARD-16 API-3 FORM-7 a load sent twice is applied once: by its key, or by its version', async () => {
  const body = cardBody({ dash_cash_balance: 0, increment_dash_cash_amount: 10 })
  const headers = { 'idempotency-key': 'load-on-create' }
  const [one, two] = await Promise.all([1, 2].map(() => ask(people.staff, cards.create, { body, headers })))
  expect([one?.body.id, one?.body.dash_cash_balance]).toEqual([two?.body.id, 10])
  const made = one?.body
  const load = { ...made, increment_dash_cash_amount: 5 }
  const again = await Promise.all([1, 2, 3].map(() => update(people.staff, made.id, load)))
  expect(again.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { version, ...unchecked } = load
  const keyed = await Promise.all(
    [1, 2, 3].map(() => update(people.staff, made.id, unchecked, { 'idempotency-key': 'load-on-change' })),
  )
  expect(keyed.map(({ body }) => body.dash_cash_balance)).toEqual([20, 20, 20])
  expect((await loadsOf(made.id)).map(({ cents }) => cents)).toEqual([1000, 500, 500])
})

test('CARD-16 FORM-7 a load is added to the current balance, or to the one typed in the same request', async () => {
  const { body: made } = await create({ dash_cash_balance: 100 })
  await owner.query('update cards set dash_cash_balance_cents = -2000 where id = $1', [made.id])
  const { body: loaded } = await update(people.staff, made.id, { ...made, increment_dash_cash_amount: 5 })
  expect(loaded.dash_cash_balance).toBe(-15)
  const { body: typed } = await update(people.staff, made.id, {
    ...loaded,
    dash_cash_balance: 40,
    increment_dash_cash_amount: 5,
  })
  expect(typed.dash_cash_balance).toBe(45)
  const below = await update(people.staff, made.id, { ...typed, dash_cash_balance: -1, increment_dash_cash_amount: 5 })
  expect(below.body.error.fields).toEqual({ dash_cash_balance: 'Must be 0 or more.' })
})

test('CARD-16 PERM-6 a customer cannot load, and no load exceeds the largest balance or goes onto a closed card', async () => {
  const { body: made } = await create({ dash_cash_balance: 99_999_999 })
  const refused = await update(people.northline, made.id, { ...made, increment_dash_cash_amount: 5 })
  expect([refused.status, refused.body.error.fields]).toEqual([
    409,
    { increment_dash_cash_amount: 'Only your provider can change this.' },
  ])
  const held = await update(people.northline, made.id, { ...made, card_status: 'HOLD' })
  expect([held.status, held.body.dash_cash_balance]).toEqual([200, 99_999_999])
  const much = await update(people.staff, made.id, { ...held.body, increment_dash_cash_amount: 1 })
  expect(much.body.error.fields).toEqual({
    increment_dash_cash_amount: 'The dash cash balance would be too large.',
  })
  const { body: closed } = await update(people.staff, made.id, { ...held.body, card_status: 'CLOSED' })
  expect((await update(people.staff, made.id, { ...closed, increment_dash_cash_amount: 0.5 })).body.error.code).toBe(
    'card.closed',
  )
  expect(await loadsOf(made.id)).toEqual([])
})
