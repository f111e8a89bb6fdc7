import { outbox } from '@portal/contract/outbox/outbox.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { staffScope } from '../platform/access/scope.ts'
import { readMetrics } from '../platform/jobs/metrics.ts'
import { createMailer, type Mailer } from '../platform/mailer.ts'
import { readConfig } from '../process/config.ts'
import { people } from '../testing/factories.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { testApp } from '../testing/test-app.ts'
import { type NewMail, queueMail } from './outbox.actions.ts'
import { mailLeaseMs, mailPausesMs, sendDueMail } from './outbox.jobs.ts'
import { claimMail } from './outbox.queries.ts'

const { ask, owner, database, clock, later } = await testApp({ poolSize: 8 })
const smtp = await startSmtpServer()
const { brands } = readConfig({ BRANDS: JSON.stringify({ combpetro: { mailFrom: 'cards@combpetro.example' } }) })
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const scope = staffScope(northline)

const mailers: Mailer[] = []
const mailer = (limitMs = 5000): Mailer => {
  const made = createMailer({ smtpUrl: smtp.url, brands, limitMs })
  mailers.push(made)
  return made
}
const work = (limitMs?: number) => sendDueMail({ database, clock: () => clock.now, mailer: mailer(limitMs) })
const write = (changes: Partial<NewMail> = {}) =>
  database.transaction(scope, (db) =>
    queueMail(db, {
      company_id: northline,
      kind: 'notice',
      brand: 'freshfuels',
      to: 'fleet@northline.test',
      subject: 'Hello',
      text: 'Words.',
      ...changes,
    }),
  )
const rowOf = async (id: number) => (await owner.query('select * from outbox where id = $1', [id])).rows[0]

beforeEach(async () => {
  await owner.query('delete from password_resets')
  await owner.query('delete from outbox')
  clock.now = new Date(Date.now() + 1000)
  smtp.manner = 'accept'
  smtp.received.length = 0
})
afterAll(async () => {
  for (const made of mailers) made.close()
  await smtp.close()
})

test('INV-14 mail is sent by SMTP once, from its company’s brand', async () => {
  const id = await write({
    brand: 'combpetro',
    subject: 'Relevé — été',
    text: 'Montant : 12,50 $',
    html: '<p>Montant</p>',
  })
  await work()
  await work()
  expect(smtp.received).toHaveLength(1)
  const [mail] = smtp.received
  expect(mail).toMatchObject({ from: 'cards@combpetro.example', to: ['fleet@northline.test'] })
  expect(mail?.data).toContain('From: Comb Petro <cards@combpetro.example>')
  expect(mail?.data).toContain(`Message-ID: <outbox-${id}@combpetro.localhost>`)
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1, locked_until: null, last_error: null })
  const entries = await owner.query(
    `select action, company_id::int from audit_log where record_type = 'outbox' and record_id = $1`,
    [id],
  )
  expect(entries.rows).toEqual([{ action: 'outbox.sent', company_id: northline }])
})

test('C1 a mail is queued in the transaction of its change: rolled back with it, and never sent before the commit', async () => {
  const undone = database.transaction(scope, async (db) => {
    await queueMail(db, {
      company_id: northline,
      kind: 'notice',
      brand: 'freshfuels',
      to: 'x@northline.test',
      subject: 'No',
      text: 'No',
    })
    await work()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await work()
  expect(smtp.received).toEqual([])
})

test('C4 two parallel workers send every mail once', async () => {
  for (let n = 0; n < 30; n++) await write({ subject: `Mail ${n}` })
  await Promise.all([work(), work(), work()])
  const subjects = smtp.received.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1]?.trim())
  expect(subjects).toHaveLength(30)
  expect(new Set(subjects).size).toBe(30)
})

test('C1 a worker that dies between claiming and sending loses no mail: its lease expires and another sends it', async () => {
  const id = await write()
  await database.transaction(scope, (db) => claimMail(db, clock.now, mailLeaseMs))
  await work()
  expect(smtp.received).toEqual([])
  later(mailLeaseMs - 1000)
  await work()
  expect(smtp.received).toEqual([])
  later(2000)
  await work()
  expect(smtp.received).toHaveLength(1)
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 })
})

test('C4 if the server is away or rejects, attempts are spread out; after the last one the mail has failed and staff see it', async () => {
  const id = await write()
  const manners = ['busy', 'refuse', 'drop', 'busy', 'refuse', 'drop', 'busy', 'refuse'] as const
  for (const [n, manner] of manners.entries()) {
    smtp.manner = manner
    await work()
    const { status, attempts, last_error } = await rowOf(id)
    expect([n, status, attempts]).toEqual([n, n < mailPausesMs.length ? 'queued' : 'failed', n + 1])
    expect(last_error).toBeTruthy()
    later((mailPausesMs[n] ?? 0) - 1000)
    const before = smtp.connections
    await work()
    expect(smtp.connections).toBe(before)
    later(2000)
  }
  smtp.manner = 'accept'
  later(30 * 24 * 3_600_000)
  await work()
  expect(smtp.received).toEqual([])
  clock.now = new Date()
  const { body } = await ask(people.staff, outbox.list, { query: { filter: 'status:failed' } })
  expect(body.outbox).toEqual([expect.objectContaining({ id, status: 'failed', attempts: 8 })])
  expect((await ask(people.staff, outbox.get, { params: { id } })).body).toMatchObject({
    can_retry: true,
    last_error: expect.stringContaining('550'),
  })
})

test('OPS-5 A3 each failed attempt is a log line and a metric, without the recipient’s address', async () => {
  const lines: unknown[] = []
  const log = { error: (...line: unknown[]) => lines.push(line), info: () => {} }
  const counts = async () => {
    const text = await readMetrics()
    return ['sent', 'queued', 'failed'].map((outcome) =>
      Number(text.split(`portal_mail_attempts_total{outcome="${outcome}"} `)[1]?.split('\n')[0]),
    )
  }
  const before = await counts()
  const id = await write()
  smtp.manner = 'refuse'
  await sendDueMail({ database, clock: () => clock.now, mailer: mailer(), log })
  const logged = {
    mail: id,
    company: northline,
    attempt: 1,
    reason: expect.stringContaining('550 <***@northline.test> no such mailbox'),
  }
  const next_attempt_at = new Date(clock.now.getTime() + (mailPausesMs[0] ?? 0)).toISOString()
  expect(lines).toEqual([[{ ...logged, next_attempt_at }, 'mail could not be sent and will be retried']])
  expect((await rowOf(id)).last_error).toContain('<fleet@northline.test>')
  await owner.query('update outbox set attempts = $2 where id = $1', [id, mailPausesMs.length])
  later(mailPausesMs[0] ?? 0)
  await sendDueMail({ database, clock: () => clock.now, mailer: mailer(), log })
  expect(lines.slice(1)).toEqual([
    [{ ...logged, attempt: mailPausesMs.length + 1 }, 'mail could not be sent on its last attempt'],
  ])
  expect((await counts()).map((count, at) => count - (before[at] as number))).toEqual([0, 1, 1])
})

test('OPS-3 a mail sent while the database is away is recorded once it is back, and not sent twice', async () => {
  const id = await write()
  let failures = 3
  const transaction: typeof database.transaction = async (...given) => {
    if (smtp.received.length > 0 && failures-- > 0) throw new Error('Connection terminated unexpectedly')
    return database.transaction(...given)
  }
  await sendDueMail({ database: { ...database, transaction }, clock: () => clock.now, mailer: mailer() })
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1 })
  later(mailLeaseMs + 1000)
  await work()
  expect(smtp.received).toHaveLength(1)
})

test('C4 staff can send a failed mail again, but not a sent one', async () => {
  const id = await write()
  await owner.query(`update outbox set status = 'failed', attempts = 8, last_error = 'gone' where id = $1`, [id])
  clock.now = new Date()
  const again = await ask(people.staff, outbox.retry, { params: { id } })
  expect([again.status, again.body.status, again.body.attempts]).toEqual([200, 'queued', 0])
  later(1000)
  await work()
  expect(smtp.received).toHaveLength(1)
  clock.now = new Date()
  expect((await ask(people.staff, outbox.retry, { params: { id } })).body.error.code).toBe('mail.not-resendable')
})

test.each(['stall', 'stall-after-data', 'babble'] as const)(
  'C4 a server that behaves like "%s" blocks no worker for long',
  async (manner) => {
    const id = await write()
    smtp.manner = manner
    await work(400)
    expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: 1, locked_until: null })
  },
)

test('C4 stopping aborts mails in progress', async () => {
  const id = await write()
  smtp.manner = 'stall'
  const slow = mailer(60_000)
  const working = sendDueMail({ database, clock: () => clock.now, mailer: slow })
  await expect.poll(async () => (await rowOf(id)).status).toBe('sending')
  slow.close()
  await working
  expect((await rowOf(id)).status).toBe('queued')
})

test('C4 a worker whose lease expired cannot change a mail that another one has claimed', async () => {
  const id = await write()
  smtp.manner = 'stall'
  const first = work(2000)
  await expect.poll(async () => (await rowOf(id)).status).toBe('sending')
  later(mailLeaseMs + 1000)
  const slow = mailer(60_000)
  const second = sendDueMail({ database, clock: () => clock.now, mailer: slow })
  await expect.poll(async () => (await rowOf(id)).attempts).toBe(2)
  await first
  expect(await rowOf(id)).toMatchObject({ status: 'sending', attempts: 2, last_error: null })
  slow.close()
  await second
  expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: 2 })
})

test('INV-14 without a mail server mail is kept, and only the provider can read it', async () => {
  const id = await write({ text: 'Read me.' })
  await sendDueMail({ database, clock: () => clock.now, mailer: null })
  expect((await rowOf(id)).status).toBe('kept')
  clock.now = new Date()
  expect((await ask(people.staff, outbox.get, { params: { id } })).body).toMatchObject({
    status: 'kept',
    text: 'Read me.',
    can_retry: true,
  })
  for (const who of [people.northline, people.desk, people.prairie, people.clerk]) {
    expect((await ask(who, outbox.list)).status).toBe(403)
    expect((await ask(who, outbox.get, { params: { id } })).status).toBe(403)
  }
  await work()
  expect(smtp.received).toEqual([])
})

test('no line break becomes a header', async () => {
  await write({ subject: 'Hello\r\nBcc: everyone@evil.test\r\n\r\nBody', text: 'Words.' })
  await work()
  const [mail] = smtp.received
  expect(mail?.to).toEqual(['fleet@northline.test'])
  expect(mail?.data).not.toMatch(/^Bcc:/im)
  expect(mail?.data).toContain('Subject: Hello Bcc: everyone@evil.test Body')
  for (const to of [
    'a@northline.test\r\nBcc: b@evil.test',
    'a@northline.test, b@evil.test',
    '<a@northline.test> b@evil.test',
    'nobody',
  ])
    await expect(write({ to })).rejects.toThrow('request.invalid')
  const bad = {
    id: 1,
    brand: 'freshfuels' as const,
    to: 'a@b.test\r\nRCPT TO:<c@evil.test>',
    subject: 'x',
    text: 'x',
    html: null,
  }
  await expect(mailer().send(bad)).rejects.toThrow('no valid address')
  await expect(
    owner.query(
      `insert into outbox (company_id, kind, brand, to_address, subject, text_body) values ($1, 'notice', 'fleets', 'a@b.test', E'a\\r\\nb', 'x')`,
      [northline],
    ),
  ).rejects.toThrow('outbox_subject_check')
})

test('PERM-7 a customer’s connection can queue mail for its own company, and never read any', async () => {
  await write()
  const asNorthline = { role: 'portal_customer', company_id: northline } as const
  const mail = { kind: 'notice', brand: 'freshfuels', to: 'a@b.test', subject: 'x', text: 'x' } as const
  await expect(
    database.transaction(asNorthline, (db) => queueMail(db, { ...mail, company_id: northline })),
  ).resolves.toBeGreaterThan(0)
  await expect(database.transaction(asNorthline, (db) => queueMail(db, { ...mail, company_id: 1 }))).rejects.toThrow(
    'row-level security',
  )
  for (const column of ['text_body', 'html_body', 'link'] as const)
    await expect(
      database.transaction(asNorthline, (db) => db.selectFrom('outbox').select(column).execute()),
    ).rejects.toThrow('permission denied')
  await expect(
    database.transaction(scope, (db) => db.selectFrom('password_resets').selectAll().execute()),
  ).rejects.toThrow('permission denied')
})
