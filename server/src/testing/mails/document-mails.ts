import { afterAll, beforeEach } from 'vitest'
import { sendDueMail } from '../../outbox/outbox.jobs.ts'
import { createMailer, type Mailer } from '../../platform/mailer.ts'
import { readConfig } from '../../process/config.ts'
import { attachAny } from '../../reports/scheduled-runs.actions.ts'
import { setBillingSettings } from '../invoices.ts'
import { startSmtpServer } from '../smtp-server.ts'
import type { testApp } from '../test-app.ts'

type World = Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'owner' | 'database' | 'clock'>

/** A mail server and the customer Northline, whose address each test starts with, to mail documents to. */
export async function documentMails({ app, owner, database, clock }: World) {
  const smtp = await startSmtpServer()
  const { brands } = readConfig({})
  const mailers: Mailer[] = []
  /** Sends what is due. */
  const work = (isServerThere = true) => {
    const mailer = createMailer({ smtpUrl: smtp.url, brands, limitMs: 5000 })
    mailers.push(mailer)
    return sendDueMail({
      database,
      clock: () => clock.now,
      mailer: isServerThere ? mailer : null,
      attach: attachAny(app.services),
    })
  }
  const found = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
  const northline: number = found.rows[0].id
  const setAddresses = (email: string | null, documentEmail: string | null) =>
    owner.query('update customers set email = $2, document_email = $3 where company_id = $1', [
      northline,
      email,
      documentEmail,
    ])
  beforeEach(async () => {
    await setBillingSettings(owner)
    await setAddresses('office@northline.test', null)
    await owner.query('delete from password_resets')
    await owner.query('delete from outbox')
    // Well ahead of the database clock, which decides when a mail is due.
    clock.now = new Date(Date.now() + 120_000)
    smtp.manner = 'accept'
    smtp.received.length = 0
  })
  afterAll(async () => {
    for (const mailer of mailers) mailer.close()
    await smtp.close()
  })
  return { smtp, brands, work, northline, setAddresses }
}

/** The PDF attached to a mail. */
export function attachmentOf(data: string): { name: string; content: Buffer } {
  const part = data.split(/\r\n--[^\r\n]+\r\n/).find((one) => /Content-Type: application\/pdf/i.test(one)) ?? ''
  return {
    name: /filename="?([^"\r\n;]+)/.exec(part)?.[1] ?? '',
    content: Buffer.from(part.split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? '', 'base64'),
  }
}
