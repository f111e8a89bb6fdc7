import { cardBulk, cardFileColumns } from '@portal/contract/cards/card-bulk.ts'
import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { cardInput, cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { type Ask, testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const create = async (changes: Parameters<typeof cardBody>[0] = {}) =>
  (await ask(people.staff, cards.create, { body: cardBody(changes) })).body
const createMany = async (count: number, changes = {}): Promise<number[]> => {
  const ids = await Promise.all(Array.from({ length: count }, async (): Promise<number> => (await create(changes)).id))
  return ids.sort((one, other) => one - other)
}
const companyId = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [northline, prairie, provider] = [
  await companyId('Northline Haulage'),
  await companyId('Prairie Freight'),
  await companyId('Fresh Fuels Energy'),
]
const stateOf = async (ids: number[]) =>
  (await owner.query('select card_status, company_id::int, version from cards where id = any($1) order by id', [ids]))
    .rows
const eventsOf = async (ids: number[]) =>
  (
    await owner.query(
      `select card_id::int, kind, from_status, to_status, note, company_id::int, user_name from card_events
       where card_id = any($1) and kind <> 'created' order by id`,
      [ids],
    )
  ).rows
const auditEntriesOf = async (ids: number[]) =>
  (
    await owner.query(
      `select action, record_id::int, record_label, before, after from audit_log
       where record_type = 'card' and record_id = any($1) and action <> 'cards.create' order by id`,
      [ids],
    )
  ).rows
const hold = (who: string, body: object) => ask(who, cardBulk.hold, { body })
const release = (who: string, body: object) => ask(who, cardBulk.release, { body })
const assign = (who: string, body: object) => ask(who, cardMoves.assign, { body })
const faultOf = ({ status, body }: { status: number; body: { error: { code: string; fields?: object } } }) => [
  status,
  body.error.code,
  body.error.fields,
]

test('CARD-17 a hold reaches every chosen card once, with its reason in the card history and the audit log', async () => {
  const ids = await createMany(3)
  const answer = await hold(people.northline, { cardIds: [...ids, ids[0]], reason: ' Stolen truck ' })
  expect([answer.status, answer.body]).toEqual([
    200,
    { cards: 3, changed: 3, undo_ids: ids, undo_event: expect.any(Number) },
  ])
  expect(await stateOf(ids)).toEqual(ids.map(() => ({ card_status: 'HOLD', company_id: northline, version: 2 })))
  expect(await eventsOf(ids)).toEqual(
    ids.map((card_id) => ({
      card_id,
      kind: 'status',
      from_status: 'RELEASE',
      to_status: 'HOLD',
      note: 'Stolen truck',
      company_id: northline,
      user_name: expect.stringMatching(/\w \w/),
    })),
  )
  const entries = await auditEntriesOf(ids)
  expect(entries).toHaveLength(3)
  expect(entries[0]).toMatchObject({
    action: 'cards.hold',
    record_label: expect.stringMatching(/^•+\d{4}$/),
    before: { card_status: 'RELEASE' },
    after: { card_status: 'HOLD', reason: 'Stolen truck' },
  })
})

test('CARD-9 CARD-17 a card already on hold gets no new event; a hold needs a reason, a release does not', async () => {
  const [held = 0, free = 0] = await createMany(2)
  await hold(people.staff, { cardIds: [held], reason: 'Lost' })
  expect((await hold(people.staff, { cardIds: [held, free], reason: 'Audit' })).body).toEqual({
    cards: 2,
    changed: 1,
    undo_ids: [free],
    undo_event: expect.any(Number),
  })
  expect((await eventsOf([held])).map(({ note }) => note)).toEqual(['Lost'])
  expect((await hold(people.staff, { cardIds: [held, free], reason: 'Audit' })).body).toEqual({
    cards: 2,
    changed: 0,
    undo_ids: [],
  })
  expect((await release(people.northline, { cardIds: [held, free] })).body).toEqual({
    cards: 2,
    changed: 2,
    undo_ids: [held, free],
    undo_event: expect.any(Number),
  })
  expect(await stateOf([held])).toEqual([{ card_status: 'RELEASE', company_id: northline, version: 3 }])
  expect((await eventsOf([free])).at(-1)).toMatchObject({ from_status: 'HOLD', to_status: 'RELEASE', note: null })
  expect(faultOf(await hold(people.staff, { cardIds: [held], reason: '  ' }))).toEqual([
    400,
    'request.invalid',
    { reason: 'This field is required.' },
  ])
  expect((await release(people.staff, { cardIds: [held], reason: 'x'.repeat(201) })).status).toBe(400)
})

test('CARD-9 one closed card rejects the whole request, and the message says how many are closed', async () => {
  const ids = await createMany(3)
  const card = (await ask(people.staff, cards.get, { params: { id: ids[1] } })).body
  await ask(people.staff, cards.update, { params: { id: ids[1] }, body: { ...card, card_status: 'CLOSED' } })
  const sentence = '1 of 3 cards is closed and cannot be changed. Nothing was changed.'
  for (const answer of [
    await hold(people.staff, { cardIds: ids, reason: 'Lost' }),
    await release(people.staff, { cardIds: ids }),
    await assign(people.staff, { cardIds: ids, customerCompanyId: prairie }),
  ])
    expect([...faultOf(answer), answer.body.error.message]).toEqual([
      409,
      'card.closed',
      { cardIds: sentence },
      sentence,
    ])
  expect(
    (await stateOf(ids)).map(({ card_status, company_id, version }) => [card_status, company_id, version]),
  ).toEqual([
    ['RELEASE', northline, 1],
    ['CLOSED', northline, 2],
    ['RELEASE', northline, 1],
  ])
})

test('PERM-7 T4 a list with one foreign or unknown id changes nothing and gets the same reply either way', async () => {
  const own = await createMany(2)
  const [foreign] = await createMany(1, { company_name: 'Prairie Freight' })
  for (const stranger of [foreign, 987_654_321]) {
    const cardIds = [...own, stranger]
    for (const answer of [
      await hold(people.northline, { cardIds, reason: 'Lost' }),
      await release(people.northline, { cardIds }),
      await ask(people.northline, cardBulk.export, { body: { cardIds } }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'record.not-found'])
  }
  const mixed = await assign(people.staff, { cardIds: [...own, 987_654_321], customerCompanyId: prairie })
  expect(mixed.status).toBe(404)
  expect(
    (await stateOf([...own, foreign as number])).map(({ card_status, version }) => [card_status, version]),
  ).toEqual([
    ['RELEASE', 1],
    ['RELEASE', 1],
    ['RELEASE', 1],
  ])
  expect(await auditEntriesOf(own)).toEqual([])
})

test('CARD-12 assigning moves all cards or none, keeps past holders, and records only the moved cards', async () => {
  const ids = await createMany(2)
  const [there = 0] = await createMany(1, { company_name: 'Prairie Freight' })
  const all = [...ids, there]
  expect((await assign(people.staff, { customerCompanyId: String(prairie), cardIds: all })).body).toEqual({
    cards: 3,
    changed: 2,
  })
  expect((await stateOf(all)).map(({ company_id, version }) => [company_id, version])).toEqual([
    [prairie, 2],
    [prairie, 2],
    [prairie, 1],
  ])
  const holders = await owner.query(
    'select company_id::int from card_assignments where card_id = $1 order by from_at',
    [ids[0]],
  )
  expect(holders.rows.map(({ company_id }) => company_id)).toEqual([northline, prairie])
  expect((await eventsOf(all)).map(({ kind, company_id }) => [kind, company_id])).toEqual([
    ['assigned', prairie],
    ['assigned', prairie],
  ])
  expect((await auditEntriesOf(ids))[0]).toMatchObject({
    action: 'cards.assign',
    before: { company_name: 'Northline Haulage' },
    after: { company_name: 'Prairie Freight' },
  })
  // Staff take a card from a customer by assigning it to the provider.
  expect((await assign(people.staff, { customerCompanyId: provider, cardIds: ids })).body.changed).toBe(2)
  expect((await ask(people.northline, cards.get, { params: { id: ids[0] } })).status).toBe(404)
  expect(faultOf(await assign(people.staff, { customerCompanyId: 987_654, cardIds: ids }))).toEqual([
    400,
    'request.invalid',
    { customerCompanyId: 'This company does not exist, or you cannot see it.' },
  ])
  expect((await assign(people.northline, { customerCompanyId: northline, cardIds: [there] })).status).toBe(403)
})

test('CARD-11 CARD-12 CARD-17 an empty choice, too many cards, both forms and bad filters are reported at their field', async () => {
  const faults = async (
    endpoint: typeof cardBulk.hold | typeof cardMoves.assign | typeof cardBulk.export,
    body: Ask['body'],
  ) => (await ask(people.staff, endpoint as typeof cardBulk.hold, { body })).body.error.fields
  const more = { reason: 'Lost' }
  for (const none of [{ cardIds: [] }, {}])
    expect(await faults(cardMoves.assign, { ...none, customerCompanyId: prairie })).toEqual({
      cardIds: 'Please select card to Assign',
    })
  for (const none of [{ cardIds: [] }, {}, []])
    expect(await faults(cardBulk.export, none)).toEqual({ cardIds: 'Please select card to Export' })
  expect(await faults(cardBulk.hold, { cardIds: [], ...more })).toEqual({
    cardIds: 'Please select a card to put on hold.',
  })
  const many = Array.from({ length: 10_001 }, (_, index) => index + 1)
  expect(await faults(cardBulk.hold, { cardIds: many, ...more })).toEqual({
    cardIds: 'Choose at most 10,000 cards at once.',
  })
  expect(await faults(cardBulk.hold, { cardIds: [1], filter: [], ...more })).toEqual({
    filter: 'Send card ids or a filter, not both.',
  })
  expect(await faults(cardBulk.hold, { filter: ['password:x'], ...more })).toEqual({
    filter: expect.stringMatching(/^Cannot filter by password/),
  })
  expect(await faults(cardBulk.hold, { filter: ['card_number:000000'], ...more })).toEqual({
    filter: 'No card matches this filter.',
  })
  expect(await faults(cardBulk.export, { filter: ['card_number:000000'] })).toEqual({
    filter: 'No card matches this filter.',
  })
  expect(Object.keys(await faults(cardBulk.hold, { cardIds: ['abc'], ...more }))).toEqual(['cardIds.0'])
  expect(Object.keys(await faults(cardBulk.hold, { cardIds: [1], all: true, ...more }))).toEqual(['all'])
})

test("CARD-17 a filter selects what the list shows under it, within the actor's scope", async () => {
  const trailer_number = 'BULK-1'
  const own = await createMany(4, { trailer_number, driver_name: 'Zed' })
  const other = await createMany(1, { trailer_number, driver_name: 'Else' })
  const foreign = await createMany(1, { trailer_number, driver_name: 'Zed', company_name: 'Prairie Freight' })
  const filter = [`trailer_number:${trailer_number}`, 'driver_name::ze']
  expect((await hold(people.northline, { filter, reason: 'Strike' })).body).toEqual({
    cards: 4,
    changed: 4,
    undo_ids: expect.any(Array),
    undo_event: expect.any(Number),
  })
  const statuses = async (ids: number[]) => new Set((await stateOf(ids)).map(({ card_status }) => card_status))
  expect([await statuses(own), await statuses(other), await statuses(foreign)]).toEqual([
    new Set(['HOLD']),
    new Set(['RELEASE']),
    new Set(['RELEASE']),
  ])
  const byCompany = ['company_name:Prairie Freight', `trailer_number:${trailer_number}`]
  expect((await hold(people.staff, { filter: byCompany, reason: 'Strike' })).body.changed).toBe(1)
  const file = await ask(people.northline, cardBulk.export, { body: { filter } })
  expect(file.text.trimEnd().split('\r\n')).toHaveLength(5)
})

test('CARD-11 Cards.csv holds the whole card under the wire’s names, and reads back as the same card', async () => {
  const made = await create({ driver_name: '=1+1', dash_cash_memo: 'a, "b"', card_number: '7000000000000000001' })
  const plain = await create({ card_number: '6000000000000000001' })
  const file = await ask(people.clerk, cardBulk.export, { body: [made.id, plain.id] })
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('Cards.csv'),
  })
  expect(file.text.startsWith('\uFEFF')).toBe(true)
  const [head = [], first = [], second = [], ...rest] = cellsOf(file.text.slice(1))
  expect(rest).toEqual([])
  expect(head).toEqual(cardFileColumns)
  expect(head).toEqual(
    Object.keys(cardInput.shape).filter((name) => !['company', 'version', 'balances_read'].includes(name)),
  )
  const asText = (card: Record<string, unknown>) => head.map((name) => String(card[name] ?? ''))
  expect(first).toEqual(asText(plain))
  expect(second).toEqual(asText({ ...made, driver_name: "'=1+1" }))
  const { rows } = await owner.query(
    `select after, user_email from audit_log where action = 'cards.export' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ user_email: people.clerk, after: { cards: 2, card_ids: [made.id, plain.id] } }])
})
/** Parses CSV rows, quotes included. A test helper, independent of the code under test. */
function cellsOf(text: string): string[][] {
  return text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    )
}

test('CARD-17 concurrent holds and releases queue up, and the card history has no gap', async () => {
  const ids = await createMany(30)
  const calls = Array.from({ length: 12 }, (_, at) => {
    const cardIds = at % 3 === 0 ? ids : ids.toReversed()
    return at % 2 === 0 ? hold(people.staff, { cardIds, reason: `r${at}` }) : release(people.northline, { cardIds })
  })
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
  const events = await eventsOf(ids)
  const states = await owner.query('select id::int, card_status, version from cards where id = any($1)', [ids])
  for (const { id, card_status, version } of states.rows) {
    const cardEvents = events.filter(({ card_id }) => card_id === id)
    expect(cardEvents.length).toBe(version - 1)
    expect(cardEvents.map(({ from_status }) => from_status)).toEqual([
      'RELEASE',
      ...cardEvents.slice(0, -1).map(({ to_status }) => to_status),
    ])
    expect(cardEvents.at(-1)?.to_status).toBe(card_status)
  }
})

test('CARD-2 the list shows how many users of the card’s company can sign in', async () => {
  const card = await create()
  const row = async (who: string) =>
    (await ask(who, cards.list, { query: { filter: `card_number:${card.card_number}` } })).body.cards[0]
  const { rows } = await owner.query('select count(*)::int from users where company_id = $1 and is_active', [northline])
  expect(rows[0].count).toBeGreaterThan(1)
  expect((await row(people.staff)).users).toBe(rows[0].count)
  await owner.query(`update users set is_active = false where email = $1`, [people.desk])
  expect((await row(people.northline)).users).toBe(rows[0].count - 1)
  await owner.query(`update users set is_active = true where email = $1`, [people.desk])
})
