import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { type CardHistoryEntry, cardHistory } from '@portal/contract/cards/card-history.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'

const { ask, owner } = await testApp()
const newCard = async (changes = {}) => (await ask(people.staff, cards.create, { body: cardBody(changes) })).body
const save = async (who: string, body: { id: number }) =>
  (await ask(who, cards.update, { params: { id: body.id }, body })).body
const historyOf = (who: string, id: number, query: Record<string, string> = {}) =>
  ask(who, cardHistory.list, { params: { id }, query })
const summaryOf = ({ kind, words, changes, by }: CardHistoryEntry) => [
  kind,
  words,
  changes.map(({ field, before, after }) => [field, before, after]),
  by,
]

test('CARD-17 CARD-9 a card’s history shows newest first who did what, and staff also see every change', async () => {
  const made = await newCard()
  const held = await save(people.northline, { ...made, card_status: 'HOLD', driver_name: 'Beth Miller' })
  await save(people.staff, { ...held, daily_card_limit: 750, card_status: 'RELEASE' })
  await ask(people.staff, cardFiles.add, { params: { id: made.id }, ...form({ content: 'x', name: 'photo.txt' }) })
  await owner.query(
    `insert into card_events (card_id, company_id, kind, amount_cents, note, at) values ($1, $2, 'dash-cash', 12550, 'for tolls', now() + interval '1 s')`,
    [made.id, made.company],
  )
  const own = [
    ['dash-cash', null, [['amount', null, '125.5']], null],
    ['status', null, [['status', 'HOLD', 'ACTIVE']], 'Amélie Okafor'],
    ['status', null, [['status', 'ACTIVE', 'HOLD']], 'Priya Sandhu'],
    ['created', null, [['status', null, 'ACTIVE']], 'Amélie Okafor'],
  ]
  const customer = (await historyOf(people.desk, made.id)).body
  expect([customer.entries.map(summaryOf), customer.next]).toEqual([own, null])
  expect(customer.entries[0]).toMatchObject({ note: 'for tolls', at: expect.stringMatching(/^20.*Z$/) })
  expect((await historyOf(people.clerk, made.id)).body.entries.map(summaryOf)).toEqual([
    own[0],
    ['changed', 'Attached a file to a card', [['file', null, 'photo.txt']], 'Amélie Okafor'],
    ['changed', 'Changed a card', [['daily_card_limit', '1500', '750']], 'Amélie Okafor'],
    own[1],
    ['changed', 'Changed a card', [['driver_name', 'Zoé Lavoie', 'Beth Miller']], 'Priya Sandhu'],
    own[2],
    own[3],
  ])
})

test('CARD-16 CARD-17 the history includes a refresh, also for the company that held the card that day', async () => {
  const { id, company } = await newCard()
  await owner.query(
    `insert into card_refreshes (card_id, company_id, day, kinds, at) values ($1, $2, '2026-11-09', 9, now() + interval '1 s')`,
    [id, company],
  )
  for (const who of [people.desk, people.staff]) {
    const [entry] = (await historyOf(who, id)).body.entries
    expect([...summaryOf(entry), entry.note]).toEqual([
      'refreshed',
      null,
      [['balances', null, 'refreshing_cash_balance,weekly_product_balance']],
      null,
      '2026-11-09',
    ])
  }
  await ask(people.staff, cards.update, {
    params: { id },
    body: {
      ...(await ask(people.staff, cards.get, { params: { id } })).body,
      company: null,
      company_name: 'Prairie Freight',
    },
  })
  expect((await historyOf(people.prairie, id)).body.entries.map(({ kind }: CardHistoryEntry) => kind)).toEqual([
    'assigned',
  ])
})

test('CARD-17 PERM-7 the new holder sees nothing from the former holder’s time', async () => {
  const made = await newCard()
  const held = await save(people.northline, { ...made, card_status: 'HOLD' })
  await save(people.staff, { ...held, company: null, company_name: 'Prairie Freight' })
  expect((await historyOf(people.prairie, made.id)).body.entries.map(summaryOf)).toEqual([
    ['assigned', null, [['company_name', null, 'Prairie Freight']], 'Amélie Okafor'],
  ])
  expect((await historyOf(people.staff, made.id)).body.entries.map(({ kind }: CardHistoryEntry) => kind)).toEqual([
    'assigned',
    'status',
    'created',
  ])
  expect((await historyOf(people.northline, made.id)).status).toBe(404)
})

test('CARD-17 a long history comes in chunks with no gap or repeat, also where times are equal', async () => {
  const { id, company } = await newCard()
  await owner.query(
    `insert into card_events (card_id, company_id, kind, amount_cents, at) select $1, $2, 'dash-cash', n * 100, '2026-01-01'::timestamptz + n / 7 * interval '1 h' from generate_series(1, 50) n`,
    [id, company],
  )
  const seen: string[] = []
  let after: string | null = ''
  for (let part = 0; after !== null; part++) {
    expect(part).toBeLessThan(5)
    const { entries, next }: { entries: CardHistoryEntry[]; next: string | null } = (
      await historyOf(people.desk, id, after ? { after } : {})
    ).body
    seen.push(...entries.map(({ id: entry }) => entry))
    after = next
  }
  expect([seen.length, new Set(seen).size]).toEqual([51, 51])
  for (const cursor of ['x', '2026-01-01T00:00:00Z~event~1; drop', '2026-13-41T00:00:00Z~event~1'])
    expect([cursor, (await historyOf(people.desk, id, { after: cursor })).status]).toEqual([cursor, 400])
})
