import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { cards } from '@portal/contract/cards/cards.ts'
import { logs } from '@portal/contract/logs/logs.ts'
import { afterAll, expect, test } from 'vitest'
import { cardBody, people } from '../../testing/factories.ts'
import { sealPatience, withoutGuards } from '../../testing/fresh-database.ts'
import { testApp } from '../../testing/test-app.ts'
import { archiveAudit, verifyArchive } from './audit-archive.ts'
import { verifyAudit } from './audit-verify.ts'

const { ask, owner, database } = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'portal-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const client = await owner.connect()
afterAll(() => client.release())

const unsealed = async () => {
  await database.pools.portal_staff.query('select seal_audit()')
  return (await verifyAudit(client)).unsealed
}
/** Everything is sealed, and notifications have read it. */
async function settle(): Promise<void> {
  await expect.poll(unsealed, sealPatience).toBe(0)
  await client.query('update notification_position set seal_no = (select max(seal_no) from audit_seals)')
}
const path = (name: string) => join(folder, name)
const breachesOf = async () => (await verifyAudit(client)).breaches.map(({ what }) => what)
/** What verifying says after a change, which is then rolled back. */
async function after<T>(statement: string, look: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(withoutGuards + statement)
    return await look()
  } finally {
    await client.query('rollback')
  }
}
const count = async (table: string) => Number((await client.query(`select count(*) as n from ${table}`)).rows[0].n)

const first = path('first.jsonl.gz')
let archived = 0
const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)

test('OPS-6 A2 entries before a day go to a file; the chain goes on from its anchor, and the log says so', async () => {
  const made = (await ask(people.staff, cards.create, { body: cardBody() })).body
  await client.query(`insert into audit_log (action) select 'session.logout' from generate_series(1, 2500)`)
  await settle()
  await client.query(`insert into audit_log (action, at) values ('session.logout', now() + interval '2 days')`)
  await settle()
  archived = (await count('audit_seals')) - 1
  const file = await archiveAudit(client, first, tomorrow)
  expect(file).toMatchObject({ entries: archived, after: { seal_no: 0, hash: '' } })
  expect(await verifyAudit(client)).toMatchObject({ archived, sealed: 1, unsealed: 1, breaches: [] })
  expect(await verifyArchive(client, first)).toEqual({ entries: archived })
  const lines = gunzipSync(await readFile(first))
    .toString()
    .trim()
    .split('\n')
  expect([lines.length, JSON.parse(lines.at(-1) ?? '').count]).toEqual([archived + 2, archived])
  expect(lines.some((line) => line.includes(`"cards.create", "card", ${made.id},`))).toBe(true)
  const [newest] = (await ask(people.staff, logs.list, { query: { filter: 'action:audit.archive' } })).body.logs
  expect(newest.words ?? newest.action).toMatch(/archive/i)
  expect((await ask(people.staff, cards.get, { params: { id: made.id } })).status).toBe(200)
  await expect(archiveAudit(client, first, tomorrow)).resolves.toBeNull()
  await ask(people.staff, cards.create, { body: cardBody() })
  await settle()
  expect((await verifyAudit(client)).breaches).toEqual([])
})

test('OPS-6 A2 a missing, changed or added anchor and entries deleted without one are named', async () => {
  expect(await after('delete from audit_anchors', breachesOf)).toEqual([
    'a seal before it was removed',
    expect.stringMatching(/^the anchor of first.jsonl.gz is missing/),
  ])
  expect(await after(`update audit_anchors set hash = sha256('x')`, breachesOf)).toEqual([
    'the row or the anchor before it was edited',
    'the anchor of first.jsonl.gz was edited',
  ])
  expect(await after(`update audit_anchors set sha256 = sha256('x')`, breachesOf)).toEqual([
    'the anchor of first.jsonl.gz was edited',
  ])
  expect(await after('update audit_anchors set entries = entries - 1', breachesOf)).toHaveLength(2)
  const cut = `with gone as (delete from audit_seals where seal_no < ${archived + 3} returning audit_id)
    delete from audit_log where id in (select audit_id from gone)`
  expect(await after(cut, breachesOf)).toContain('a seal before it was removed')
  // An anchor made by hand for them has no entry in the log.
  const covered = `${cut}; insert into audit_anchors select ${archived + 2}, 1, sha256('x'), 2, 'made-up', sha256('x'), now()`
  expect(await after(covered, breachesOf)).toContain('the anchor of made-up has no entry in the audit log')
})

test('OPS-6 a changed file is named, and so is one without its anchor', async () => {
  const lines = gunzipSync(await readFile(first))
    .toString()
    .split('\n')
  const changed = async (edit: (lines: string[]) => string[]) => {
    await writeFile(path('changed.jsonl.gz'), gzipSync(edit([...lines]).join('\n'), { level: 9 }))
    return verifyArchive(client, path('changed.jsonl.gz'))
  }
  const spoiled = (at: number, from: RegExp, to: string) =>
    changed((all) => all.map((line, n) => (n === at ? line.replace(from, to) : line)))
  expect(await spoiled(2, /"entry":\[(\d+), "20/, '"entry":[$1, "19')).toMatch(/^entry \d+ was edited$/)
  expect(await changed((all) => all.filter((_, n) => n !== 1))).toMatch(/^an entry before entry \d+ was removed$/)
  expect(await changed((all) => all.slice(0, -2))).toBe('its end is missing')
  expect(await changed((all) => all)).toBe('its bytes are not those that its anchor names')
  const bytes = await readFile(first)
  await writeFile(path('cut.jsonl.gz'), bytes.subarray(0, bytes.length - 40))
  expect(await verifyArchive(client, path('cut.jsonl.gz'))).toMatch(/^it is damaged/)
  expect(await after('delete from audit_anchors', () => verifyArchive(client, first))).toBe(
    'no anchor in the database belongs to it',
  )
  await expect(verifyArchive(client, path('none.jsonl.gz'))).rejects.toThrow(/cannot be read \(ENOENT\)/)
})

test('OPS-6 nothing is archived from a broken chain, over another file, or before notifications have read it', async () => {
  const later = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10)
  const before = await count('audit_log')
  await expect(archiveAudit(client, first, later)).rejects.toThrow(/exists already/)
  await after('update audit_log set request_id = 1', () =>
    expect(archiveAudit(client, path('broken.jsonl.gz'), later)).rejects.toThrow(/not intact/),
  )
  const unread = await after(`update notification_position set seal_no = ${archived}`, () =>
    archiveAudit(client, path('unread.jsonl.gz'), later),
  )
  expect([unread, await count('audit_log')]).toEqual([null, before])
  const second = await archiveAudit(client, path('second.jsonl.gz'), later)
  expect(second?.after.seal_no).toBe(archived)
  // With everything archived, the next seal follows the anchor.
  await ask(people.staff, cards.create, { body: cardBody() })
  await settle()
  expect(await verifyAudit(client)).toMatchObject({ archived: archived + (second?.entries ?? 0), breaches: [] })
  expect(await verifyArchive(client, path('second.jsonl.gz'))).toEqual({ entries: second?.entries })
  expect(await verifyArchive(client, first)).toEqual({ entries: archived })
})
