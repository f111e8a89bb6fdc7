import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSession } from '../platform/access/sessions.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { owner, database, clock, tokenOf } = await testApp()
await tokenOf(people.staff)
const user = `(select id from users where email = '${people.staff}')`
const provider = `(select company_id from users where email = '${people.staff}')`
const otherUser = `(select id from users where email = '${people.clerk}')`
const otherCompany = `(select id from companies where name = 'Northline Haulage')`
const factor = `insert into factors (user_id, kind, secret, created_at) values (${user}, 'totp', '\\x01', now())`

/** Whether changes give the session a new stamp, or end it. They are undone. */
async function movesStamp(prepare: string, change: string): Promise<boolean> {
  const client = await owner.connect()
  const stamps = async () =>
    (await client.query(`select stamp::text from sessions where user_id in (${user}, ${otherUser})`)).rows
  try {
    await client.query(`begin; ${prepare}`)
    const before = await stamps()
    expect(before).toHaveLength(1)
    await client.query(change)
    const [now] = await stamps()
    return now?.stamp !== before[0].stamp
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const inSession = (column: string, value: string) => `update sessions set ${column} = ${value}`
const inUser = (column: string, value: string) => `update users set ${column} = ${value} where id = ${user}`
const inCompany = (column: string, value: string) => `update companies set ${column} = ${value} where id = ${provider}`

/** A change of each column that find_session reads, apart from keys, which no one changes. */
const changes: Record<string, string> = {
  'sessions.token_hash': inSession('token_hash', `'\\x01'`),
  'sessions.user_id': inSession('user_id', otherUser),
  'sessions.company_id': inSession('company_id', otherCompany),
  'sessions.expires_at': inSession('expires_at', `expires_at + interval '1 s'`),
  'sessions.home_expires_at': inSession('home_expires_at', 'now()'),
  'sessions.proved_at': inSession('proved_at', 'now()'),
  'users.email': inUser('email', `'other@staff.test'`),
  'users.first_name': inUser('first_name', `'Other'`),
  'users.last_name': inUser('last_name', `'Other'`),
  'users.role': inUser('role', '3 - role'),
  'users.levels': inUser('levels', `'{"cards": 1}'`),
  'users.is_switch_eligible': inUser('is_switch_eligible', 'not is_switch_eligible'),
  'users.must_change_password': inUser('must_change_password', 'not must_change_password'),
  'users.is_active': inUser('is_active', 'false'),
  'users.company_id': inUser('company_id', otherCompany),
  'companies.name': inCompany('name', `'Other'`),
  'companies.status': inCompany('status', `'waiting'`),
  'factors.user_id': `update factors set user_id = ${otherUser}`,
  'factors.confirmed_at': 'update factors set confirmed_at = now()',
}
const keys = ['companies.id', 'users.id', 'companies.kind']
const ofNoMatter = ['sessions.stamp', 'sessions.last_seen_at']

test('T5 a session’s stamp changes with every column that its record is read from', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct c.relname || '.' || a.attname as name from pg_depend d
       join pg_class c on c.oid = d.refobjid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where d.classid = 'pg_proc'::regclass and d.objid = 'find_session'::regproc and d.refobjsubid > 0`,
  )
  const readColumns = rows.map(({ name }) => name)
  expect(readColumns.toSorted()).toEqual([...Object.keys(changes), ...keys, ...ofNoMatter].toSorted())
  for (const [column, change] of Object.entries(changes)) expect(await movesStamp(factor, change), column).toBe(true)
  for (const change of [factor, 'delete from factors'])
    expect(await movesStamp(change === factor ? '' : factor, change), change).toBe(true)
})

test('T5 a session’s stamp stays with its use and with changes of other people', async () => {
  for (const change of [
    `update sessions set last_seen_at = now() + interval '1 s'`,
    `update users set first_name = 'Other' where id = ${otherUser}`,
    `update companies set name = 'Other' where id = ${otherCompany}`,
  ])
    expect(await movesStamp('', change), change).toBe(false)
})

test('T5 a session opened during a change of its user waits for it', async () => {
  const { rows } = await owner.query(`select ${user} as user_id, ${provider} as company_id`)
  const [user_id, company_id] = [Number(rows[0].user_id), Number(rows[0].company_id)]
  const device = { user_agent: null, address: '127.0.0.1' }
  for (const change of [inUser('first_name', `first_name || 'a'`), inCompany('name', `name || 'a'`)]) {
    const client = await owner.connect()
    await client.query(`begin; ${change}`)
    let isOpen = false
    const opened = openSession(database, () => clock.now, { user_id, company_id, device }).then(() => {
      isOpen = true
    })
    await sleep(200)
    expect(isOpen, change).toBe(false)
    await client.query('commit')
    client.release()
    await opened
  }
})
