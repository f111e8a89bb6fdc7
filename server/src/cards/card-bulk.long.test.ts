import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { expect, test } from 'vitest'
import { seedDemo } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

test('CARD-17 CARD-11 CARD-12 one call takes ten thousand cards; one more is rejected and nothing changes', async () => {
  const many = await testApp()
  await seedDemo(many.urls.ownerUrl, { cards: 10_001 })
  await many.owner.query(`update cards set card_status = 'RELEASE'`)
  const call = (endpoint: typeof cardBulk.hold | typeof cardMoves.assign, body: object) =>
    many.ask(people.staff, endpoint as typeof cardBulk.hold, { body })
  const refused = await call(cardBulk.hold, { filter: [], reason: 'All' })
  expect([refused.status, refused.body.error.fields]).toEqual([400, { filter: 'Choose at most 10,000 cards at once.' }])
  expect((await many.ask(people.staff, cardBulk.export, { body: { filter: [] } })).status).toBe(400)
  const { rows } = await many.owner.query('select id::int from cards order by id limit 10000')
  const cardIds = rows.map(({ id }) => id)
  expect((await call(cardBulk.hold, { cardIds, reason: 'All' })).body).toEqual({
    cards: 10_000,
    changed: 10_000,
    undo_ids: [],
  })
  expect((await many.owner.query(`select count(*)::int from cards where card_status = 'HOLD'`)).rows[0].count).toBe(
    10_000,
  )
  expect(
    (await many.owner.query(`select count(distinct record_id)::int from audit_log where action = 'cards.hold'`)).rows[0]
      .count,
  ).toBe(10_000)
  const { id: provider } = (await many.owner.query(`select id::int from companies where kind = 'provider'`)).rows[0]
  const held = { filter: ['card_status:HOLD'] }
  expect((await call(cardMoves.assign, { ...held, customerCompanyId: provider })).body.cards).toBe(10_000)
  const file = await many.ask(people.staff, cardBulk.export, { body: held })
  const numbers = file.text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(numbers).toHaveLength(10_000)
  expect(numbers).toEqual([...new Set(numbers)].sort())
}, 60_000)
