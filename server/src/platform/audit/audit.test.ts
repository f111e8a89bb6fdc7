import { cards } from '@portal/contract/cards/cards.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { verifyAudit } from '../../db/audit/audit-verify.ts'
import { loggerOptions, maskSecrets } from '../../process/logging.ts'
import { cardBody, people } from '../../testing/factories.ts'
import { sealPatience, withoutGuards } from '../../testing/fresh-database.ts'
import { testApp } from '../../testing/test-app.ts'
import { changes, maskNumber } from './audit.ts'

const { ask, owner, database } = await testApp()
const seal = async () =>
  (await database.pools.portal_staff.query('select seal_audit() as count')).rows[0].count as number

test('API-5 A1 a change is recorded with its values before and after, in its own transaction', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody() })).body
  await ask(people.staff, cards.update, {
    params: { id: made.id },
    body: { ...made, driver_name: 'Ravi Gill', daily_card_limit: 12.5 },
  })
  await ask(people.staff, cards.remove, { params: { id: made.id } })
  const { rows } = await owner.query(
    'select action, user_email, record_label, before, after from audit_log where record_id = $1 order by id',
    [made.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['cards.create', 'cards.update', 'cards.remove'])
  expect(rows[1]).toMatchObject({
    user_email: people.staff,
    before: { driver_name: 'Zoé Lavoie', daily_card_limit: 1500 },
    after: { driver_name: 'Ravi Gill', daily_card_limit: 12.5 },
  })
  expect(rows[0].after.card_number).toBe(maskNumber(made.card_number))
  expect(JSON.stringify(rows)).not.toContain(made.card_number)
})

test('API-5 a rejected change leaves no audit entry', async () => {
  const count = async () =>
    (await owner.query(`select count(*)::int as count from audit_log where action = 'cards.update'`)).rows[0].count
  const made = (await ask(people.staff, cards.create, { body: cardBody() })).body
  const before = await count()
  expect(
    (await ask(people.staff, cards.update, { params: { id: made.id }, body: { ...made, version: 99 } })).status,
  ).toBe(409)
  expect(await count()).toBe(before)
})

test('API-5 A2 the application’s roles can neither change nor remove an audit entry', async () => {
  for (const role of ['portal_staff', 'portal_customer'] as const)
    for (const statement of [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
      'drop table audit_log',
      'alter table audit_log disable row level security',
    ])
      await expect(database.pools[role].query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test('API-5 A2 sealed rows are chained, and an edited, removed, re-ordered or inserted one is named', async () => {
  for (let n = 0; n < 5; n++) await ask(people.staff, cards.create, { body: cardBody() })
  // Sealing stops at a transaction that is still running, even in another test's database.
  const sealed = async () => {
    await seal()
    return (await verifyAudit(owner)).sealed
  }
  await expect.poll(sealed, sealPatience).toBeGreaterThan(4)
  await expect.poll(seal, sealPatience).toBe(0)
  expect((await verifyAudit(owner)).breaches).toEqual([])
  expect(await seal()).toBe(0)
  const ids = (await owner.query<{ id: string }>('select id from audit_log order by id limit 3')).rows.map(({ id }) =>
    Number(id),
  )
  const tamper = async (statement: string) => {
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query(withoutGuards + statement)
      return (await verifyAudit(client as never)).breaches.map(({ audit_id, what }) => [Number(audit_id), what])
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await tamper(`update audit_log set after = '{"driver_name":"nobody"}' where id = ${ids[1]}`)).toEqual([
    [ids[1], 'the row was edited or re-ordered'],
  ])
  expect(await tamper(`delete from audit_log where id = ${ids[1]}`)).toEqual([[ids[1], 'the row was removed']])
  expect(
    await tamper(`delete from audit_seals where audit_id = ${ids[0]}; delete from audit_log where id = ${ids[0]}`),
  ).toEqual([[ids[1], 'a seal before it was removed']])
  expect(
    await tamper(
      `update audit_seals set audit_id = -1 where seal_no = 1; update audit_seals set audit_id = ${ids[0]} where seal_no = 2; update audit_seals set audit_id = ${ids[1]} where seal_no = 1`,
    ),
  ).toHaveLength(2)
  expect(await tamper(`insert into audit_log (action, xid) values ('smuggled', '3')`)).toEqual([
    [expect.any(Number), 'the row was put in behind the seal'],
  ])
})

test('API-5 a row of a running transaction is sealed later, never skipped', async () => {
  const client = await owner.connect()
  await client.query('begin')
  await client.query(`insert into audit_log (action) values ('slow')`)
  await ask(people.staff, cards.create, { body: cardBody() })
  expect(await seal()).toBe(0)
  await client.query('commit')
  client.release()
  // Transactions of other tests in the same cluster can delay a row, so the two may be sealed one after the other.
  let sealed = 0
  await expect
    .poll(async () => {
      sealed += await seal()
      return sealed
    }, sealPatience)
    .toBeGreaterThan(1)
  expect(await verifyAudit(owner)).toMatchObject({ breaches: [], unsealed: 0 })
})

test.each([
  ['another cluster', '1'],
  ['a copy of the cluster', 'cluster_id'],
])(
  'API-5 C14 sealing continues in a copy restored to %s: unsealed, new and in-progress rows, each once',
  async (_, cluster) => {
    const far = '900000000'
    const unsealed = async () => (await verifyAudit(owner)).unsealed
    await expect
      .poll(async () => {
        await seal()
        return unsealed()
      }, sealPatience)
      .toBe(0)
    // In a copy, the other cluster's transaction numbers are far higher, and some of its last rows are unsealed.
    await owner.query(`update audit_sealing set next_xid = '${far}', cluster_id = ${cluster}`)
    await owner.query(
      `insert into audit_log (action, xid) select 'before the copy', ('${far}'::bigint + n)::text::xid8 from generate_series(1, 5) n`,
    )
    // This cluster's numbers will pass those of rows that the other one sealed.
    await owner.query(
      `${withoutGuards} update audit_log set xid = pg_current_xact_id() where id in (select audit_id from audit_seals order by seal_no limit 3)`,
    )
    const running = await owner.connect()
    await running.query('begin')
    await running.query(`insert into audit_log (action) values ('slow while sealing begins')`)
    await ask(people.staff, cards.create, { body: cardBody() })
    expect((await verifyAudit(owner)).breaches).toEqual([])
    expect(await seal()).toBeGreaterThan(5)
    expect(await verifyAudit(owner)).toMatchObject({ breaches: [], unsealed: 0 })
    await running.query('commit')
    running.release()
    await ask(people.staff, cards.create, { body: cardBody() })
    expect(await unsealed()).toBeGreaterThan(1)
    await expect
      .poll(async () => {
        await seal()
        return unsealed()
      }, sealPatience)
      .toBe(0)
    expect((await verifyAudit(owner)).breaches).toEqual([])
  },
)

test('API-4 A3 numbers and tokens are masked in the audit log and in logged addresses', () => {
  expect(maskNumber('70830500007919')).toBe('••••••••••7919')
  expect(maskSecrets('/v2/fuel-card-management?filter=card_number::70830500007919&page=12')).toBe(
    '/v2/fuel-card-management?filter=card_number::**********7919&page=12',
  )
  expect(maskSecrets('/reset-password?token=abcDEF-_123&x=1')).toBe('/reset-password?token=***&x=1')
  expect(changes({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual({ before: { b: 2 }, after: { b: 3 } })
})

test('API-4 A3 no log message contains a card number, not even in an error’s message', () => {
  const lines: string[] = []
  const log = pino(loggerOptions('warn'), { write: (line) => lines.push(line) })
  const error = new Error('The address was ?filter=card_number::7083050003959505')
  log.warn('card_number::7083050003959505')
  log.warn({ err: error })
  log.warn(error)
  log.warn({ err: error }, 'Words of %s', '7083050003959505')
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line).toMatch(/^(?!.*70830500).*9505/)
})
