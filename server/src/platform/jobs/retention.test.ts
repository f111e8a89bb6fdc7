import { readdir } from 'node:fs/promises'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../process/config.ts'
import { people } from '../../testing/factories.ts'
import { insertSentInvoice } from '../../testing/paying.ts'
import { testApp } from '../../testing/test-app.ts'
import { openFolder } from '../storage/storage.ts'
import { removeExpired } from './retention.ts'

const { owner, database, ask, folder } = await testApp()
const storage = await openFolder(folder)
const now = new Date('2028-03-01T03:15:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString()
const faults: unknown[] = []
const log = { error: (fault: unknown) => faults.push(fault), info: () => {} }
const cleanUp = (settings: Record<string, string> = {}) =>
  removeExpired(database, now, { retention: readConfig(settings).retention, storage, log })

const northline = Number(
  (await owner.query('select company_id from users where email = $1', [people.northline])).rows[0].company_id,
)
async function insertMail(status: string, days: number, more: Record<string, unknown> = {}): Promise<number> {
  const row = {
    company_id: northline,
    kind: 'notification',
    brand: 'freshfuels',
    to_address: 'zoe@northline.test',
    ...more,
  }
  const names = Object.keys(row)
  const { rows } = await owner.query(
    `insert into outbox (subject, text_body, html_body, status, locked_until, created_at, ${names.join()})
     values ('Hello', 'Dear Zoé', '<p>Dear Zoé</p>', $1, ${status === 'sending' ? 'now()' : 'null'}, $2, ${names.map((_, at) => `$${at + 3}`).join()})
     returning id`,
    [status, daysAgo(days), ...Object.values(row)],
  )
  return Number(rows[0].id)
}
const mails = async (ids: number[]) =>
  (await owner.query('select id::int, to_address, text_body from outbox where id = any($1) order by id', [ids])).rows

beforeEach(async () => {
  await owner.query('delete from password_resets; delete from outbox')
  faults.length = 0
})

test('OPS-6 mail that was sent or kept is deleted after its days; what waits or failed stays whole', async () => {
  const old = [await insertMail('sent', 366), await insertMail('kept', 366)]
  const kept = []
  for (const status of ['queued', 'sending', 'failed']) kept.push(await insertMail(status, 1000))
  kept.push(await insertMail('sent', 364))
  await cleanUp()
  expect(await mails([...old, ...kept])).toEqual(
    kept.map((id) => ({ id, to_address: 'zoe@northline.test', text_body: 'Dear Zoé' })),
  )
  await cleanUp({ MAIL_KEEP_DAYS: '30' })
  expect((await mails(kept)).map(({ id }) => id)).toEqual(kept.slice(0, 3))
})

test('OPS-6 the mail of an invoice, a reminder or a statement keeps its row without address and text', async () => {
  const { id: invoice_id } = await insertSentInvoice(owner, northline, 100)
  const documents = [
    await insertMail('sent', 400, { kind: 'invoice', invoice_id }),
    await insertMail('kept', 400, { kind: 'reminder', invoice_id, reminder_days: 7 }),
    await insertMail('sent', 400, { kind: 'statement', statement_month: '2027-01-01' }),
  ]
  await cleanUp()
  expect(await mails(documents)).toEqual(documents.map((id) => ({ id, to_address: '', text_body: '' })))
  const history = (await ask(people.staff, invoices.history, { params: { id: invoice_id } })).body
  expect(JSON.stringify(history)).not.toContain('zoe@')
  const shown = (await ask(people.staff, outbox.get, { params: { id: documents[1] } })).body
  expect(shown).toMatchObject({ to_address: '', text: '', can_retry: false, erased_at: '2028-03-01T03:15:00.000000Z' })
  expect((await ask(people.staff, outbox.retry, { params: { id: documents[1] } })).status).toBe(409)
  const listed = (await ask(people.staff, outbox.list)).body
  expect(listed.outbox).toHaveLength(3)
})

test('OPS-6 many old mails go in batches, and sessions stay as long as the setting says', async () => {
  await owner.query(
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body, status, created_at)
     select $1, 'notification', 'freshfuels', 'a@b.test', 'Hello', 'Hi', 'sent', '2026-01-01' from generate_series(1, 2500)`,
    [northline],
  )
  await owner.query(
    `insert into sessions (token_hash, user_id, company_id, created_at, last_seen_at, expires_at)
     select sha256('old'), id, company_id, $2, $2, $2 from users where email = $1`,
    [people.desk, daysAgo(20)],
  )
  const sessions = async () => (await owner.query(`select from sessions where token_hash = sha256('old')`)).rowCount
  await cleanUp({ SESSION_KEEP_DAYS: '21' })
  expect([await sessions(), (await owner.query('select from outbox')).rowCount]).toEqual([1, 0])
  await cleanUp()
  expect(await sessions()).toBe(0)
})

test('OPS-6 the files of old imports go, their records stay; a file that waits for a decision stays', async () => {
  const store = async (status: string, days: number) => {
    const { storage_key, size_bytes, sha256 } = await storage.put(asBytes(`${status} ${days}`), 100)
    const { rows } = await owner.query(
      `insert into imports (company_id, kind, file_name, size_bytes, sha256, storage_key, mode, status, finished_at)
       values ($1, 'cards', 'cards.csv', $2, $3, $4, 'good', $5, $6) returning id::int`,
      [northline, size_bytes, sha256, storage_key, status, daysAgo(days)],
    )
    return { id: rows[0].id as number, key: storage_key }
  }
  const imports = [
    await store('done', 401),
    await store('failed', 401),
    await store('ready', 401),
    await store('done', 399),
  ]
  const keys = async () =>
    (
      await owner.query('select storage_key as key from imports where id = any($1) order by id', [
        imports.map(({ id }) => id),
      ])
    ).rows.map(({ key }) => key)
  await cleanUp()
  expect(await keys()).toEqual(imports.map(({ key }) => key))
  await cleanUp({ IMPORT_FILE_KEEP_DAYS: '400' })
  expect(await keys()).toEqual([null, null, imports[2]?.key, imports[3]?.key])
  const files = (await readdir(folder, { recursive: true })).join()
  expect(imports.map(({ key }) => files.includes(key))).toEqual([false, false, true, true])
  expect(faults).toEqual([])
})

async function* asBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
