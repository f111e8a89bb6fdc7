import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { type Attachment, maxAttachments } from '@portal/contract/files/attachments.ts'
import { files } from '@portal/contract/files/files.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { makePdf } from '../testing/files/documents.ts'
import { testApp } from '../testing/test-app.ts'
import { form, type SentFile } from '../testing/uploads.ts'

const { app, ask, owner, folder, tokenOf } = await testApp()
const newCard = async (changes = {}) => (await ask(people.staff, cards.create, { body: cardBody(changes) })).body
const send = (who: string, id: number, sent: Partial<SentFile> = {}, headers: Record<string, string> = {}) => {
  const made = form({ content: 'words', name: 'note.txt', type: 'text/plain', ...sent })
  return ask(who, cardFiles.add, { params: { id }, body: made.body, headers: { ...made.headers, ...headers } })
}
const listed = async (who: string, id: number): Promise<Attachment[]> =>
  (await ask(who, cardFiles.list, { params: { id } })).body
const kept = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name)).length
const incoming = join(folder, 'incoming')
const rows = async (id: number) =>
  (await owner.query(`select count(*)::int as count from files where owner_type = 'card' and owner_id = $1`, [id]))
    .rows[0].count
const open = async (who: string, file: Attachment) => {
  const { url } = (await ask(who, files.presigned, { params: { id: file.id } })).body
  return app.inject({ url })
}

test('CARD-15 FILE-1 a file is attached, listed, downloaded by its presigned URL and deleted, each with an audit entry', async () => {
  const { id } = await newCard()
  const content = makePdf(randomBytes(299_000))
  const before = await kept()
  const added = await send(people.northline, id, { content, name: 'été 2026.pdf', type: 'application/pdf' })
  expect([added.status, added.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: 'été 2026.pdf',
      url: `/v2/files/${added.body.id}/presigned`,
      size_bytes: content.length,
      uploaded_at: expect.stringMatching(/^20.*Z$/),
      uploaded_by: 'Priya Sandhu',
    },
  ])
  expect(await listed(people.desk, id)).toEqual([added.body])
  const opened = await open(people.desk, added.body)
  expect(opened.rawPayload.equals(content)).toBe(true)
  expect(opened.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; .*%C3%A9t%C3%A9%202026\.pdf$/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox;/),
  })
  const params = { id, fileId: added.body.id }
  expect((await ask(people.northline, cardFiles.remove, { params })).status).toBe(204)
  expect((await ask(people.northline, cardFiles.remove, { params })).status).toBe(404)
  expect([await listed(people.staff, id), await kept()]).toEqual([[], before])
  const { rows: entries } = await owner.query(
    `select action, user_email, before, after from audit_log where record_type = 'card' and record_id = $1 and action like 'cardFiles%' order by id`,
    [id],
  )
  expect(entries).toEqual([
    { action: 'cardFiles.add', user_email: people.northline, before: null, after: { file: 'été 2026.pdf' } },
    { action: 'cardFiles.remove', user_email: people.northline, before: { file: 'été 2026.pdf' }, after: null },
  ])
})

test('CARD-15 PERM-7 a file of another card, company or user is not found under this card’s path', async () => {
  const [mine, other, foreign] = [await newCard(), await newCard(), await newCard({ company_name: 'Prairie Freight' })]
  const file = (await send(people.northline, other.id)).body
  const theirs = (await send(people.prairie, foreign.id)).body
  for (const [who, id, fileId] of [
    [people.northline, mine.id, file.id],
    [people.staff, mine.id, file.id],
    [people.northline, mine.id, theirs.id],
    [people.northline, foreign.id, theirs.id],
    [people.staff, other.id, theirs.id],
    [people.staff, other.id, 987_654_321],
  ])
    expect([id, fileId, (await ask(who, cardFiles.remove, { params: { id, fileId } })).body.error.code]).toEqual([
      id,
      fileId,
      'record.not-found',
    ])
  expect((await ask(people.northline, cardFiles.list, { params: { id: foreign.id } })).status).toBe(404)
  expect((await send(people.northline, foreign.id)).status).toBe(404)
  expect((await ask(people.northline, files.presigned, { params: { id: theirs.id } })).status).toBe(404)
  expect([await rows(mine.id), await rows(other.id), await rows(foreign.id)]).toEqual([0, 1, 1])
})

test('CARD-15 PERM-7 after a card moves, the new holder does not see the former holder’s files, and staff see all', async () => {
  const made = await newCard()
  const old = (await send(people.northline, made.id, { name: 'old.txt' })).body
  await ask(people.staff, cards.update, {
    params: { id: made.id },
    body: { ...made, company: null, company_name: 'Prairie Freight' },
  })
  const fresh = (await send(people.staff, made.id, { name: 'fresh.txt' })).body
  expect((await listed(people.prairie, made.id)).map(({ name, uploaded_by }) => [name, uploaded_by])).toEqual([
    ['fresh.txt', null],
  ])
  expect((await listed(people.staff, made.id)).map(({ name }) => name)).toEqual(['old.txt', 'fresh.txt'])
  expect((await ask(people.prairie, files.presigned, { params: { id: old.id } })).status).toBe(404)
  expect((await ask(people.prairie, cardFiles.remove, { params: { id: made.id, fileId: old.id } })).status).toBe(404)
  expect((await ask(people.northline, cardFiles.list, { params: { id: made.id } })).status).toBe(404)
  expect((await ask(people.northline, files.presigned, { params: { id: fresh.id } })).status).toBe(404)
})

test('CARD-15 E2 U7 names keep no path and no line break, and a declared type is not believed', async () => {
  const { id } = await newCard()
  for (const [given, type, name] of [
    ['../../etc/passwd.txt', 'text/plain', 'passwd.txt'],
    ['..\\\\..\\\\boot.txt', 'text/html', 'boot.txt'],
    ['a\u2028b\u202Egnp.txt', 'image/svg+xml', 'abgnp.txt'],
    [`${'x'.repeat(196)}.txt`, 'no type at all', `${'x'.repeat(196)}.txt`],
  ] as const) {
    const added = await send(people.staff, id, { name: given, type })
    expect([given, added.status, added.body.name]).toEqual([given, 201, name])
    const opened = await open(people.staff, added.body)
    expect([given, opened.headers['content-type'], opened.headers['content-disposition']]).toEqual([
      given,
      'text/plain',
      expect.stringMatching(/^attachment; /),
    ])
  }
  const broken = await send(people.staff, id, { name: 'a\r\nset-cookie: b=c.txt' })
  expect([broken.status, broken.body.error.code]).toEqual([415, 'file.not-taken'])
  for (const { name } of await listed(people.staff, id)) expect(name).not.toMatch(/[\r\n/\\]/)
})

test.each<[string, Partial<SentFile>, number, string]>([
  ['nothing', { content: '' }, 400, 'request.invalid'],
  ['another field', { field: 'attachment' }, 400, 'request.invalid'],
  ['one byte more than 20 MB', { content: Buffer.alloc(20 * 1024 * 1024 + 1) }, 413, 'file.too-large'],
  ['far more than 20 MB', { content: Buffer.alloc(21 * 1024 * 1024) }, 413, 'file.too-large'],
])('CARD-15 U1 %s is rejected and nothing is stored', async (_what, sent, status, code) => {
  const { id } = await newCard()
  const before = await kept()
  const answer = await send(people.staff, id, sent)
  expect([answer.status, answer.body.error.code]).toEqual([status, code])
  expect([await kept(), await rows(id), await readdir(incoming)]).toEqual([before, 0, []])
})

const arrived = async () => {
  const sizes = await Promise.all(
    (await readdir(incoming)).map(async (name) => (await stat(join(incoming, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
const megabyte = 1024 * 1024
/**
 * Uploads over a real connection: sends the first part, pauses while the test looks, then sends the rest or closes the
 * connection. Returns the status, or 0.
 */
async function upload(
  id: number,
  { body, headers }: { body: Buffer; headers: Record<string, string> },
  first: number,
  then: () => Promise<'go on' | 'break off'>,
) {
  const { port } = app.server.address() as AddressInfo
  const sent = { ...headers, authorization: await tokenOf(people.staff), 'content-length': String(body.length) }
  const call = httpRequest({ port, method: 'POST', path: `/v2/fuel-card-management/${id}/files`, headers: sent })
  const answer = new Promise<number>((resolve) => {
    call.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    call.on('error', () => resolve(0))
  })
  call.write(body.subarray(0, first))
  if ((await then()) === 'go on') call.end(body.subarray(first))
  else call.destroy()
  return answer
}

test('CARD-15 U1 exactly 20 MB is accepted, and the store receives the first part before the rest arrives', async () => {
  const { id } = await newCard()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const sent = form({ content: Buffer.alloc(20 * megabyte, 'a'), name: 'large.txt' }) as {
    body: Buffer
    headers: Record<string, string>
  }
  const status = await upload(id, sent, 12 * megabyte, async () => {
    await expect.poll(arrived).toBeGreaterThan(11 * megabyte)
    return 'go on'
  })
  expect([status, await rows(id), (await listed(people.staff, id))[0]?.size_bytes]).toEqual([201, 1, 20 * megabyte])
})

test('CARD-15 U1 an interrupted upload, or a form without its end, leaves nothing behind', async () => {
  const { id } = await newCard()
  const before = await kept()
  const { body, headers } = form({ content: Buffer.alloc(12 * megabyte, 'a'), name: 'half.txt' })
  const status = await upload(id, { body: body as Buffer, headers }, 9 * megabyte, async () => {
    await expect.poll(arrived).toBeGreaterThan(megabyte)
    return 'break off'
  })
  expect(status).toBe(0)
  await expect.poll(() => readdir(incoming)).toEqual([])
  const cut = await ask(people.staff, cardFiles.add, {
    params: { id },
    body: (body as Buffer).subarray(0, 5000),
    headers,
  })
  expect([cut.status, cut.body.error.message]).toEqual([400, 'The upload was interrupted. Please send the file again.'])
  expect([await kept(), await rows(id), await readdir(incoming)]).toEqual([before, 0, []])
})

test('CARD-15 U1 a file whose row cannot be written leaves no content behind', async () => {
  const { id } = await newCard()
  const before = await kept()
  await owner.query('revoke insert on files from portal_customer')
  const answer = await send(people.northline, id)
  await owner.query('grant insert on files to portal_customer')
  expect([answer.status, await kept(), await rows(id)]).toEqual([500, before, 0])
})

test('API-3 CARD-15 a file sent twice under one key is attached once', async () => {
  const { id } = await newCard()
  const before = await kept()
  const key = { 'idempotency-key': 'the-same-file' }
  const [one, two] = [await send(people.staff, id, {}, key), await send(people.staff, id, {}, key)]
  expect([one.status, two.status, two.body]).toEqual([201, 201, one.body])
  expect([await rows(id), await kept()]).toEqual([1, before + 1])
  expect((await send(people.staff, id, { content: 'other words' }, key)).body.error.code).toBe('idempotency.mismatch')
  expect((await open(people.staff, one.body)).payload).toBe('words')
  expect(await kept()).toBe(before + 1)
})

test('CARD-15 a card holds at most 50 files, also under concurrent uploads', async () => {
  const { id } = await newCard()
  await owner.query(
    `insert into files (company_id, owner_type, owner_id, name, content_type, size_bytes, storage_key, sha256)
     select c.company_id, 'card', c.id, 'f' || n, 'text/plain', 1, md5(n::text || 'many'), sha256('x') from cards c, generate_series(1, $2) n where c.id = $1`,
    [id, maxAttachments - 2],
  )
  const before = await kept()
  // With an idempotency key, the early check of the file count does not run.
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => send(people.staff, id, {}, { 'idempotency-key': `one-of-many-${n}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
  expect([await rows(id), await kept()]).toEqual([maxAttachments, before + 2])
  expect((await send(people.staff, id)).body.error.code).toBe('file.too-many')
})

test('CARD-15 CARD-10 deleting a card deletes its files', async () => {
  const { id } = await newCard()
  const before = await kept()
  await send(people.northline, id)
  await send(people.staff, id)
  expect(await kept()).toBe(before + 2)
  expect((await ask(people.staff, cards.remove, { params: { id } })).status).toBe(204)
  expect([await rows(id), await kept()]).toEqual([0, before])
})
