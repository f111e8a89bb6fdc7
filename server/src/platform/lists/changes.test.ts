import { cards } from '@portal/contract/cards/cards.ts'
import { customers } from '@portal/contract/customers/customers.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { billTransactions, cardBody, insertTransaction, people } from '../../testing/factories.ts'
import { insertCardOf, insertSentInvoice, paymentBody } from '../../testing/paying.ts'
import { testApp } from '../../testing/test-app.ts'
import { changesReader } from '../../testing/walks/changes-reader.ts'

const service = await testApp()
const { ask, owner, urls } = service
const idOf = async (name: string): Promise<number> =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [northline, prairie] = [await idOf('Northline Haulage'), await idOf('Prairie Freight')]
/** A connection of its own, for a transaction that stays open. */
async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
const staffCards = changesReader(service, people.staff, cards.list)
const ofNorthline = changesReader(service, people.northline, cards.list)
const ofPrairie = changesReader(service, people.prairie, cards.list)
const refusal = async (who: string, query: Record<string, string>) => {
  const { status, body } = await ask(who, cards.list, { query })
  return [status, body.error?.code, Object.keys(body.error?.fields ?? {})]
}
const cardsOf = async (company: number, count: number): Promise<number[]> => {
  const made: number[] = []
  for (let n = 0; n < count; n++) made.push(await insertCardOf(owner, company))
  return made
}
const regroup = (ids: number[], group: string) => ({
  text: 'update cards set card_group = $2, version = version + 1, updated_at = now() where id = any($1)',
  values: [ids, group],
})

await ask(people.staff, payments.register, {
  body: paymentBody(await insertSentInvoice(owner, northline, 500), 5, { payment_date: '2026-11-02' }),
})

const lists = [cards.list, transactions.list, invoices.list, payments.list, customers.list] as const
describe.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  test('INTEG-2 the first reading has every row once, with its version, and a cursor that goes on', async () => {
    for (const who of [people.staff, people.northline]) {
      const whole = await ask(who, endpoint, { query: { paged: 'false' } })
      // Only staff may see customers.
      if (whole.status === 403) continue
      const rows = whole.body[endpoint.list.rows] as { id: number }[]
      const starts = who === people.staff ? [{ cursor: '' }] : [{ cursor: '' }, { updated_since: '2020-01-01' }]
      for (const start of starts) {
        const { items, cursor } = await changesReader(service, who, endpoint).readOn(start, '430')
        expect(
          items
            .filter((item) => !item.deleted)
            .map(({ id }) => id)
            .sort((a, b) => a - b),
        ).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b))
        const byId = new Map(rows.map((row) => [row.id, row]))
        for (const item of items) expect(item).toEqual(byId.get(item.id))
        expect(items[0]).toMatchObject({ version: expect.any(Number), updated_at: expect.any(String) })
        const next = await changesReader(service, who, endpoint).page({ cursor, size: '1000' })
        expect(next.items).toEqual([])
        expect(next.metadata).toMatchObject({
          size: 1000,
          has_more: false,
          total_count: 0,
          next_cursor: expect.any(String),
        })
      }
    }
  })
})

test('INTEG-2 N1 a change whose transaction began early and ends late is not skipped', async () => {
  const [early, late] = await cardsOf(northline, 2)
  const [long, short] = [await openClient(), await openClient()]
  let { cursor } = await ofNorthline.readOn({ cursor: '' })
  await long.query('begin')
  await long.query(regroup([early as number], 'Early'))
  await short.query(regroup([late as number], 'Late'))
  const between = await ofNorthline.readOn({ cursor })
  expect(between.items.map(({ id }) => id)).toEqual([late])
  await long.query('commit')
  const after = await ofNorthline.readOn({ cursor: between.cursor }, '1')
  expect(after.items.map(({ id }) => id)).toEqual([early])
  cursor = after.cursor
  expect((await ofNorthline.readOn({ cursor })).items).toEqual([])
})

test('INTEG-2 one transaction larger than a page, and rows changed twice, come once each', async () => {
  const made = await cardsOf(northline, 23)
  const { cursor } = await ofNorthline.readOn({ cursor: '' })
  const client = await openClient()
  await client.query('begin')
  await client.query(regroup(made, 'One'))
  await client.query(regroup(made.slice(0, 9), 'Two'))
  await client.query('commit')
  await client.query(regroup(made.slice(5, 12), 'Three'))
  for (const size of ['1', '7', '23', '1000']) {
    const { items } = await ofNorthline.readOn({ cursor }, size)
    expect(items.map(({ id }) => id).sort((a, b) => a - b)).toEqual(made)
  }
})

test('INTEG-2 a row that changes between two pages comes once more, in its newer state', async () => {
  const made = await cardsOf(northline, 6)
  const { cursor } = await ofNorthline.readOn({ cursor: '' })
  await owner.query(regroup(made, 'First'))
  const first = await ofNorthline.page({ cursor, size: '3' })
  await owner.query(regroup([made[0] as number, made[5] as number], 'Second'))
  const { items } = await ofNorthline.readOn({ cursor: first.metadata.next_cursor }, '2')
  expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 3))
  expect(items.map(({ id }) => id)).toEqual([made[3], made[4], made[0], made[5]])
  const again = items.find(({ id }) => id === made[0])
  expect(again && first.items[0] && again.updated_at > first.items[0].updated_at).toBe(true)
})

test('INTEG-2 rows that change during the first reading come after it, once', async () => {
  const made = await cardsOf(northline, 8)
  let answer = await ofNorthline.page({ cursor: '', size: '2' })
  const items = [...answer.items]
  await owner.query(regroup(made, 'While reading'))
  const isLate = await ask(people.staff, cards.create, { body: cardBody() })
  while (answer.metadata.has_more) {
    answer = await ofNorthline.page({ cursor: answer.metadata.next_cursor, size: '2' })
    items.push(...answer.items)
  }
  const states = items.map(({ id, updated_at }) => `${id} ${updated_at}`)
  expect(new Set(states).size).toBe(states.length)
  for (const id of [...made, isLate.body.id]) expect(items.filter((item) => item.id === id).length).toBeGreaterThan(0)
  const { rows } = await owner.query('select id::int, version from cards where company_id = $1', [northline])
  const last = new Map(items.map(({ id, version }) => [id, version]))
  expect([...last].sort()).toEqual(rows.map(({ id, version }) => [id, version]).sort())
})

test('INTEG-2 deletions come as ids, and a card that moves leaves one company and reaches the other', async () => {
  const [moved, deleted] = await cardsOf(northline, 2)
  const starts = await Promise.all(
    [staffCards, ofNorthline, ofPrairie].map((reader) => reader.readOn({ cursor: '' }, '1000')),
  )
  await owner.query('update cards set company_id = $2, version = version + 1 where id = $1', [moved, prairie])
  expect((await ask(people.staff, cards.remove, { params: { id: deleted } })).status).toBe(204)
  const seen = await Promise.all(
    [staffCards, ofNorthline, ofPrairie].map((reader, n) => reader.readOn({ cursor: starts[n]?.cursor as string })),
  )
  const told = seen.map(({ items }) => items.map(({ id, deleted }) => (deleted ? `-${id}` : `+${id}`)).sort())
  expect(told).toEqual([[`+${moved}`, `-${deleted}`].sort(), [`-${moved}`, `-${deleted}`].sort(), [`+${moved}`]])
  expect(seen[1]?.items).toContainEqual({ id: deleted, deleted: true })
  // And back again, before anyone has looked: only what is true now is told.
  for (const company of [northline, prairie, northline])
    await owner.query('update cards set company_id = $2, version = version + 1 where id = $1', [moved, company])
  const back = await Promise.all(
    [staffCards, ofNorthline, ofPrairie].map((reader, n) => reader.readOn({ cursor: seen[n]?.cursor as string }, '1')),
  )
  expect(back.map(({ items }) => items.map(({ id, deleted }) => (deleted ? `-${id}` : `+${id}`)))).toEqual([
    [`+${moved}`],
    [`+${moved}`],
    [`-${moved}`],
  ])
})

test('INTEG-2 updated_since has what changed at that time or later, and its deletions', async () => {
  const [before, changed, gone] = await cardsOf(northline, 3)
  const { rows } = await owner.query(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  )
  await owner.query(regroup([changed as number], 'Since'))
  await owner.query('delete from cards where id = $1', [gone])
  const read = async () => {
    const { items, cursor } = await ofNorthline.readOn({ updated_since: rows[0].now })
    expect(items).toEqual([expect.objectContaining({ id: changed }), { id: gone, deleted: true }])
    expect((await ofNorthline.readOn({ cursor })).items).toEqual([])
  }
  // From what was noted, and by going through the list if that does not reach so far back.
  await read()
  await owner.query(`update change_feed set covered_from = now() + interval '1 day'`)
  await read()
  await owner.query(`update change_feed set covered_from = '2020-01-01'`)
  await read()
  const later = await ofNorthline.readOn({ updated_since: '2099-12-31' })
  await owner.query(regroup([before as number], 'After'))
  expect((await ofNorthline.readOn({ cursor: later.cursor })).items).toMatchObject([{ id: before }])
})

test('INTEG-2 a cursor of another company, list or maker is refused by name, and so is what makes no sense with it', async () => {
  const { cursor } = await ofNorthline.readOn({ cursor: '' })
  const other = await changesReader(service, people.northline, transactions.list).readOn({ cursor: '' })
  const [first = ''] = cursor
  const forged = [
    cursor.slice(0, -1),
    `${first === 'A' ? 'B' : 'A'}${cursor.slice(1)}`,
    'AAAA',
    '%00',
    'x'.repeat(2000),
    other.cursor,
  ]
  const invalid = [400, 'request.invalid', ['cursor']]
  for (const one of forged) expect([one, await refusal(people.northline, { cursor: one })]).toEqual([one, invalid])
  for (const who of [people.prairie, people.staff]) expect(await refusal(who, { cursor })).toEqual(invalid)
  for (const [query, field] of [
    [{ size: '1001' }, 'size'],
    [{ size: '0' }, 'size'],
    [{ pageSize: '2000' }, 'pageSize'],
    [{ sort: 'card_number,asc' }, 'sort'],
    [{ filter: 'card_status:HOLD' }, 'filter'],
    [{ name: 'x' }, 'name'],
    [{ page: '2' }, 'page'],
    [{ paged: 'false' }, 'paged'],
    [{ format: 'csv' }, 'format'],
    [{ updated_since: 'yesterday' }, 'updated_since'],
    [{ updated_since: '0000-01-01T00:00:00Z' }, 'updated_since'],
  ] as const)
    expect([query, await refusal(people.northline, { cursor, ...query })]).toEqual([
      query,
      [400, 'request.invalid', [field]],
    ])
  // Ordinary lists take the five sizes.
  expect(await refusal(people.northline, { size: '1000' })).toEqual([400, 'request.invalid', ['size']])
  for (const name of ['cursor', 'updated_since'])
    expect(
      (await ask(people.staff, transactions.list, { query: { [name]: '', paged: 'true', page: '1' } })).status,
    ).toBe(200)
})

test('INTEG-2 billing, payments and reversals, renamed customers and judged purchases are changes; balances are not', async () => {
  const [card] = await cardsOf(northline, 1)
  const flagged = await insertTransaction(owner, northline)
  const billed = await insertTransaction(owner, northline)
  await owner.query('update transactions set accepted_at = now() where id = $1', [billed])
  const invoice = await insertSentInvoice(owner, northline, 10_000)
  const readers = lists.map((endpoint) => changesReader(service, people.staff, endpoint))
  let cursors = (await Promise.all(readers.map((reader) => reader.readOn({ cursor: '' }, '1000')))).map(
    ({ cursor }) => cursor,
  )
  const told = async () => {
    const answers = await Promise.all(
      readers.map((reader, n) => reader.readOn({ cursor: cursors[n] as string }, '1000')),
    )
    cursors = answers.map(({ cursor }) => cursor)
    return answers.map(({ items }) => items.map(({ id }) => id))
  }
  await owner.query(
    'update cards set refreshing_cash_balance_cents = 1, weekly_fuel_quantity_balance_milli = 2 where id = $1',
    [card],
  )
  expect(await told()).toEqual([[], [], [], [], []])
  const draft = await billTransactions(owner, [billed])
  expect(await told()).toEqual([[], [billed], [draft], [], []])
  await owner.query(`update transactions set exceptions = '{after_hours}' where id = $1`, [flagged])
  expect(await told()).toEqual([[], [flagged], [], [], []])
  const paid = await ask(people.staff, payments.register, {
    body: paymentBody(invoice, 100, { payment_date: '2026-11-02' }),
  })
  expect([paid.status, paid.body.error]).toEqual([201, undefined])
  expect(await told()).toEqual([[], [], [invoice.id], [paid.body.id], []])
  const reversed = await ask(people.staff, payments.reverse, {
    params: { id: paid.body.id },
    body: { kind: 'mistake', reason: 'Typed twice' },
  })
  expect(reversed.status).toBe(201)
  const [, , changedInvoices, changedPayments] = await told()
  expect([changedInvoices, changedPayments?.sort((a, b) => a - b)]).toEqual([
    [invoice.id],
    [paid.body.id, reversed.body.id],
  ])
  await owner.query(`update companies set name = name || ' Ltd' where id = $1`, [prairie])
  expect(await told()).toEqual([[], [], [], [], [prairie]])
})

test('INTEG-2 every column of a card counts as its change, except balances and what follows from others', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'cards' and table_schema = 'public'
       and not exists (select from information_schema.triggered_update_columns t where t.event_object_column = column_name and t.trigger_name = 'cards_stamped')
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'changed_xid',
    'created_at',
    'dash_cash_balance_cents',
    'debit_dollar_balance_cents',
    'id',
    'non_highway_fuel_weekly_balance_milli',
    'paycheck_balance_cents',
    'refresh_days_since',
    'refreshing_cash_balance_cents',
    'updated_at',
    'weekly_fuel_quantity_balance_milli',
    'weekly_product_balance_cents',
  ])
})

// The last one: it removes changes that other tests' transactions may still need.
test('INTEG-2 a cursor ends with the changes that it needs, and after a restore, instead of skipping', async () => {
  const [id] = await cardsOf(northline, 1)
  const { cursor } = await ofNorthline.readOn({ cursor: '' })
  const ended = [410, 'changes.cursor-too-old', []]
  await owner.query(regroup([id as number], 'Kept'))
  await owner.query(regroup([id as number], 'Newest'))
  // Another life of the database, such as a copy in another cluster.
  const { rows } = await owner.query('select cluster_id from change_feed')
  await owner.query('update change_feed set cluster_id = 1')
  expect(await refusal(people.northline, { cursor })).toEqual([503, 'service.unavailable', []])
  await owner.query('select settle_changes()')
  expect((await owner.query('select cluster_id from change_feed')).rows).toEqual(rows)
  expect(await refusal(people.northline, { cursor })).toEqual(ended)
  const again = await ofNorthline.readOn({ cursor: '' })
  expect(again.items.map((item) => item.id)).toContain(id)
  // Numbers of the old cluster do not hide a row from the first reading, even those that this one has not reached.
  await owner.query('alter table cards disable trigger user')
  await owner.query(
    `update cards set changed_xid = (pg_current_xact_id()::text::bigint + 1000)::text::xid8 where id = $1`,
    [id],
  )
  await owner.query('alter table cards enable trigger user')
  await owner.query(`update change_feed set untrusted_xid = (select changed_xid from cards where id = $1)`, [id])
  expect((await ofNorthline.readOn({ cursor: '' })).items.map((item) => item.id)).toContain(id)

  // A database restored from before the cursor's last change does not know it.
  await owner.query(regroup([id as number], 'Lost'))
  const late = await ofNorthline.readOn({ cursor: '' })
  await owner.query(`update changes set noted_at = noted_at - interval '1 millisecond'`)
  expect(await refusal(people.northline, { cursor: late.cursor })).toEqual(ended)

  // Old changes are removed, but never the newest one.
  const old = await ofNorthline.readOn({ cursor: '' })
  for (const group of ['One', 'Two', 'Three']) await owner.query(regroup([id as number], group))
  const removed = await owner.query(`select remove_old_changes(now() + interval '1 hour', 1000)`)
  expect(Number(removed.rows[0].remove_old_changes)).toBeGreaterThan(0)
  expect((await owner.query('select count(*)::int as left from changes')).rows[0].left).toBe(1)
  expect(await refusal(people.northline, { cursor: old.cursor })).toEqual(ended)
})
