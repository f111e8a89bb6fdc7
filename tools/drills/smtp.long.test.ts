import { setTimeout as sleep } from 'node:timers/promises'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { expect, test } from 'vitest'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import { queueMail } from '../../server/src/outbox/outbox.actions.ts'
import { mailPausesMs, sendDueMail } from '../../server/src/outbox/outbox.jobs.ts'
import { staffScope } from '../../server/src/platform/access/scope.ts'
import { createMailer } from '../../server/src/platform/mailer.ts'
import { readConfig } from '../../server/src/process/config.ts'
import { people } from '../../server/src/testing/factories.ts'
import { type Manner, startSmtpServer } from '../../server/src/testing/smtp-server.ts'
import { testApp } from '../../server/src/testing/test-app.ts'
import { figure, lengthOf } from './drill.ts'
import { ms } from './installation.ts'

/** Mails for each fault. */
const count = lengthOf(60, 6)
const attempts = mailPausesMs.length + 1
type Fault = { manner: Manner | 'no server'; reason: RegExp; limitMs: number }
const faults: Record<string, Fault> = {
  'refuses the connection': { manner: 'no server', reason: /ECONNREFUSED/, limitMs: 5000 },
  'answers 421': { manner: 'busy', reason: /421/, limitMs: 5000 },
  'answers 550': { manner: 'refuse', reason: /550/, limitMs: 5000 },
  'drops the connection': { manner: 'drop', reason: /.{5}/, limitMs: 5000 },
  stalls: { manner: 'stall', reason: /did not reply within/, limitMs: 150 },
  'stalls with the mail': { manner: 'stall-after-data', reason: /did not reply within/, limitMs: 150 },
}

const { ask, owner, database } = await testApp({ poolSize: 8 })
const { brands } = readConfig({})
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
const scope = staffScope(northline)
/** The pauses pass by this clock, which is moved ahead. */
let ahead = 1000
const clock = () => new Date(Date.now() + ahead)

const write = (subject: string): Promise<number> =>
  database.transaction(scope, (db) =>
    queueMail(db, {
      company_id: northline,
      kind: 'notice',
      brand: 'freshfuels',
      to: 'fleet@northline.test',
      subject,
      text: 'Words.',
    }),
  )
const writeSome = (subject: string) => Promise.all(Array.from({ length: count }, () => write(subject)))
const statesOf = async (ids: number[]) =>
  (await owner.query('select status, attempts::int, last_error from outbox where id = any($1)', [ids])).rows

/** Lists and details go on while the mail server fails. */
function readMeanwhile() {
  const waits: number[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const started = performance.now()
      const { status } = await ask(people.staff, outbox.list, { query: { size: '10' } })
      waits.push(performance.now() - started)
      expect(status).toBe(200)
      await sleep(10)
    }
  })()
  return async () => {
    isOver = true
    await reading
    return { requests: waits.length, slowest: Math.max(...waits) }
  }
}

/** One pass of the job, and the longest pause after it. */
async function pass(smtpUrl: string, limitMs: number): Promise<void> {
  const mailer = createMailer({ smtpUrl, brands, limitMs })
  await sendDueMail({ database, mailer, clock })
  mailer.close()
  ahead += Math.max(...mailPausesMs)
}

test('C4 INV-14 whatever the mail server does, each mail ends as sent or failed with its reason, and requests go on', async () => {
  const smtp = await startSmtpServer()
  const nowhere = `smtp://127.0.0.1:${await freePort()}`
  const stopReading = readMeanwhile()
  const deliveries = (subject: string) =>
    smtp.received.filter(({ data }) => data.includes(`\r\nSubject: ${subject}\r\n`)).length
  try {
    for (const [name, { manner, reason, limitMs }] of Object.entries(faults)) {
      const url = manner === 'no server' ? nowhere : smtp.url
      if (manner !== 'no server') smtp.manner = manner
      // A request that sends mail succeeds all the same.
      await owner.query('delete from throttles')
      const asked = await ask(null, session.forgotPassword, { body: { email: 'desk@northline.test' } })
      expect(asked.status).toBe(204)
      const lasting = await writeSome(`Lasting: ${name}`)
      for (let tried = 1; tried < attempts; tried++) await pass(url, limitMs)
      const passing = await writeSome(`Passing: ${name}`)
      await pass(url, limitMs)
      // Dead letters are visible with their reason, in the list too.
      for (const { status, attempts: made, last_error } of await statesOf(lasting)) {
        expect([status, made]).toEqual(['failed', attempts])
        expect(last_error).toMatch(reason)
      }
      const listed = await ask(people.staff, outbox.list, { query: { filter: ['status:failed'], size: '10' } })
      expect(listed.body.outbox.length).toBeGreaterThanOrEqual(Math.min(count, 10))
      for (const { status } of await statesOf(passing)) expect(status).toBe('queued')
      smtp.manner = 'accept'
      for (const id of lasting) expect((await ask(people.staff, outbox.retry, { params: { id } })).status).toBe(200)
      await pass(smtp.url, 5000)
      for (const { status } of await statesOf([...lasting, ...passing])) expect(status).toBe('sent')
      expect([deliveries(`Lasting: ${name}`), deliveries(`Passing: ${name}`)]).toEqual([count, count])
      figure(
        `The server ${name}: ${count} mails failed after ${attempts} attempts with their reason and were sent once when asked again; ${count} waited and were sent once`,
      )
    }
    const { requests, slowest } = await stopReading()
    figure(`${requests} lists meanwhile, none failed, the slowest took ${ms(slowest)}`)
  } finally {
    await stopReading().catch(() => {})
    await smtp.close()
  }
})

test('C1 C4 a server that drops the connection after it took a mail gets it once more for each drop, and none is lost', async () => {
  const smtp = await startSmtpServer()
  try {
    const drops = 2
    const ids = await writeSome('Dropped')
    smtp.manner = 'drop-after-data'
    for (let dropped = 0; dropped < drops; dropped++) await pass(smtp.url, 5000)
    smtp.manner = 'accept'
    await pass(smtp.url, 5000)
    await pass(smtp.url, 5000)
    for (const { status } of await statesOf(ids)) expect(status).toBe('sent')
    for (const id of ids) {
      const copies = smtp.received.filter(({ data }) => data.includes(`\r\nMessage-ID: <outbox-${id}@`))
      expect(copies).toHaveLength(drops + 1)
    }
    figure(`${drops} drops after the mail was taken: ${count} mails came ${drops + 1} times each, under one Message-ID`)
  } finally {
    await smtp.close()
  }
})
