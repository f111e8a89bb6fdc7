import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { insertCardOf, insertCustomer } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()

test('UX-7 CARD-17 a hold or a release names the cards to undo it with, and none where a rule holds one', async () => {
  const company = await insertCustomer(owner)
  const [free, byHand, byRule] = [
    await insertCardOf(owner, company, 'RELEASE', '5512340001'),
    await insertCardOf(owner, company, 'HOLD', '5512340002'),
    await insertCardOf(owner, company, 'HOLD', '5512340003'),
  ]
  await owner.query(
    `insert into automatic_holds (company_id, card_id, reason, former_status) values ($1, $2, 'nsf', 'RELEASE')`,
    [company, byRule],
  )
  const statuses = async () =>
    (await owner.query('select card_status from cards where company_id = $1 order by id', [company])).rows.map(
      ({ card_status }) => card_status,
    )
  const hold = (cardIds: number[]) => ask(people.staff, cardBulk.hold, { body: { cardIds, reason: 'Audit' } })
  const release = (cardIds: number[]) => ask(people.staff, cardBulk.release, { body: { cardIds } })
  // The one that was on hold before is not released by the undo.
  const { undo_ids } = (await hold([free, byHand])).body
  expect(undo_ids).toEqual([free])
  await release(undo_ids)
  expect(await statuses()).toEqual(['RELEASE', 'HOLD', 'HOLD'])
  // A hold by hand does not bring back the rule's, nor a release the rule's end.
  expect((await hold([free, byRule])).body).toEqual({ cards: 2, changed: 2, undo_ids: [] })
  expect((await release([free, byHand, byRule])).body).toEqual({ cards: 3, changed: 3, undo_ids: [] })
})

const holdOf = (reason: string, card: number, undo_event?: number) =>
  ask(people.staff, cardBulk.hold, { body: { cardIds: [card], reason, undo_event } })
const releaseOf = (card: number, undo_event?: number) =>
  ask(people.staff, cardBulk.release, { body: { cardIds: [card], undo_event } })
const lastOf = async (card: number) =>
  (await owner.query('select to_status, note from card_events where card_id = $1 order by id desc limit 1', [card]))
    .rows[0]

test('UX-7 CARD-17 an undo comes too late once the card was held again, or a rule holds it', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company, 'RELEASE', '5512340004')
  const mine = (await holdOf('Mine', card)).body.undo_event
  await releaseOf(card)
  await holdOf('Stolen', card)
  const late = await releaseOf(card, mine)
  expect([late.status, late.body.error.code]).toEqual([409, 'card.undo-late'])
  expect(await lastOf(card)).toEqual({ to_status: 'HOLD', note: 'Stolen' })
  await releaseOf(card)
  const own = (await holdOf('Mine', card)).body.undo_event
  await owner.query(
    `insert into automatic_holds (company_id, card_id, reason, former_status) values ($1, $2, 'nsf', 'HOLD')`,
    [company, card],
  )
  expect((await releaseOf(card, own)).status).toBe(409)
})

test('UX-7 CARD-17 undoing a release gives each card back the reason of its hold', async () => {
  const company = await insertCustomer(owner)
  const [lost, stolen, unexplained] = [
    await insertCardOf(owner, company, 'RELEASE', '5512340005'),
    await insertCardOf(owner, company, 'RELEASE', '5512340006'),
    await insertCardOf(owner, company, 'HOLD', '5512340007'),
  ]
  await holdOf('Lost', lost)
  await holdOf('Stolen', stolen)
  const cardIds = [lost, stolen, unexplained]
  const { undo_event } = (await ask(people.staff, cardBulk.release, { body: { cardIds } })).body
  await ask(people.staff, cardBulk.hold, { body: { cardIds, reason: 'Undone', undo_event } })
  expect([await lastOf(lost), await lastOf(stolen), await lastOf(unexplained)]).toEqual([
    { to_status: 'HOLD', note: 'Lost' },
    { to_status: 'HOLD', note: 'Stolen' },
    { to_status: 'HOLD', note: 'Undone' },
  ])
})
