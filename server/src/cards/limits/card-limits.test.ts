import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { cardLimits } from '@portal/contract/cards/card-limits.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner } = await testApp()
const create = async (changes: object = {}) =>
  (await ask(people.staff, cards.create, { body: cardBody(changes) })).body as { id: number; card_number: string }
const close = async (id: number) => owner.query(`update cards set card_status = 'CLOSED' where id = $1`, [id])
const preview = (who: string, body: object) => ask(who, cardLimits.limitsPreview, { body })
const apply = (who: string, body: object) => ask(who, cardLimits.limits, { body })
const limitsOf = async (ids: number[]) =>
  (
    await owner.query(
      'select daily_card_limit_cents::int as daily, weekly_product_refresh as day, version from cards where id = any($1) order by id',
      [ids],
    )
  ).rows
const changes = { daily_card_limit: 900, weekly_product_refresh: 'Friday' }

test('UX-13 a preview says field by field what changes and what is skipped, and writes nothing', async () => {
  const [one, other] = [await create({ daily_card_limit: 500 }), await create({ daily_card_limit: 500 })]
  const [same, closed] = [
    await create({ daily_card_limit: 900, weekly_product_refresh: 'Friday' }),
    await create({ daily_card_limit: 500 }),
  ]
  await close(closed.id)
  const ids = [one, other, same, closed].map(({ id }) => id)
  const before = await limitsOf(ids)
  const { status, body } = await preview(people.staff, { cardIds: ids, changes })
  expect([status, body.cards, body.changed, body.closed, body.same]).toEqual([200, 4, 2, 1, 1])
  expect(body.closed_numbers).toEqual([closed.card_number])
  expect(body.values).toContainEqual({
    field: 'daily_card_limit',
    before: '500',
    after: '900',
    unit: 'CAD',
    cards: 2,
  })
  expect(await limitsOf(ids)).toEqual(before)

  const applied = await apply(people.staff, { cardIds: ids, changes, preview_token: body.token })
  expect([applied.status, applied.body]).toEqual([200, { cards: 4, changed: 2, closed: 1, same: 1 }])
  expect((await limitsOf(ids)).map(({ daily, version }) => [daily, version])).toEqual([
    [90_000, 2],
    [90_000, 2],
    [90_000, 1],
    [50_000, 1],
  ])
})

test('UX-13 each changed card has its audit entry, and its history shows the change', async () => {
  const { id } = await create({ daily_card_limit: 500 })
  await apply(people.staff, { cardIds: [id], changes: { daily_card_limit: 650 } })
  const { rows } = await owner.query(
    `select action, before, after from audit_log where record_type = 'card' and record_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'cards.limits', before: { daily_card_limit: 500 }, after: { daily_card_limit: 650 } },
  ])
  const { body } = await ask(people.staff, cardHistory.list, { params: { id }, query: {} })
  expect(body.entries[0]).toMatchObject({
    words: 'Changed the limits of a card',
    changes: [{ field: 'daily_card_limit', before: '500', after: '650' }],
  })
})

test('UX-13 a card that changed after the preview stops the whole change', async () => {
  const [one, other] = [await create(), await create()]
  const cardIds = [one.id, other.id]
  const { body } = await preview(people.staff, { cardIds, changes })
  await ask(people.staff, cards.update, { params: { id: one.id }, body: { ...one, driver_name: 'Beth Miller' } })
  const before = await limitsOf(cardIds)
  const answer = await apply(people.staff, { cardIds, changes, preview_token: body.token })
  expect([answer.status, answer.body.error.code]).toEqual([409, 'card.limits-stale'])
  expect(await limitsOf(cardIds)).toEqual(before)
})

test('UX-13 T4 only staff who can add cards change limits, and an unknown card stops the whole change', async () => {
  const { id } = await create({ daily_card_limit: 500 })
  for (const who of [people.northline, people.desk, people.prairie, people.clerk])
    for (const call of [preview, apply]) expect((await call(who, { cardIds: [id], changes })).status).toBe(403)
  expect((await apply(people.staff, { cardIds: [id, 987_654_321], changes })).status).toBe(404)
  expect((await limitsOf([id]))[0]).toMatchObject({ daily: 50_000 })
})

test('UX-13 cards by filter, without a new value, with a value out of range, and none chosen', async () => {
  const { id, card_number } = await create({ daily_card_limit: 500 })
  const filter = [`card_number:${card_number}`]
  expect((await apply(people.staff, { filter, changes })).body).toMatchObject({ cards: 1, changed: 1 })
  expect((await apply(people.staff, { filter, changes })).body).toMatchObject({ cards: 1, changed: 0, same: 1 })
  const faults = async (body: object) => Object.keys((await apply(people.staff, body)).body.error.fields)
  expect(await faults({ cardIds: [id], changes: {} })).toEqual(['changes'])
  expect(await faults({ cardIds: [id], changes: { daily_card_limit: null } })).toEqual(['changes'])
  expect(await faults({ cardIds: [id], changes: { daily_card_limit: -1 } })).toEqual(['changes.daily_card_limit'])
  expect(await faults({ cardIds: [id], changes: { card_number: '1234567' } })).toContain('changes.card_number')
  expect(await faults({ changes })).toEqual(['cardIds'])
})
