import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { reminders } from '@portal/contract/reminders/reminders.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendDueMail } from '../outbox/outbox.jobs.ts'
import { createMailer, type Mailer } from '../platform/mailer.ts'
import { readConfig } from '../process/config.ts'
import { attachAny } from '../reports/scheduled-runs.actions.ts'
import { people } from '../testing/factories.ts'
import { setBillingSettings } from '../testing/invoices.ts'
import { insertCustomer, insertPaymentOf, insertSentInvoice, redateInvoices } from '../testing/paying.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { testApp } from '../testing/test-app.ts'
import { queueDueReminders } from './reminders.jobs.ts'

const { app, ask, owner, database, clock } = await testApp({ poolSize: 8 })
const smtp = await startSmtpServer()
const { brands } = readConfig({})
const mailers: Mailer[] = []
const pass = () => queueDueReminders({ database, brands, clock: () => clock.now })
/** Sends what is queued. Mail is due by the database's clock, which may be behind or ahead of the test's. */
async function send(): Promise<void> {
  await owner.query(`update outbox set next_attempt_at = $1 where status = 'queued'`, [clock.now.toISOString()])
  const mailer = createMailer({ smtpUrl: smtp.url, brands, limitMs: 5000 })
  mailers.push(mailer)
  await sendDueMail({ database, clock: () => clock.now, mailer, attach: attachAny(app.services) })
}
/** Noon in the provider's time zone. */
const onDay = (day: string, time = '12:00') => {
  clock.now = new Date(`${day}T${time}:00-05:00`)
}
const plan = (body: object) => ask(people.staff, reminders.change, { body })
const queued = async (): Promise<[string, number][]> =>
  (
    await owner.query(
      `select invoice_number as number, reminder_days::int as days from outbox join invoices on invoices.id = invoice_id where outbox.kind = 'reminder' order by outbox.id`,
    )
  ).rows.map(({ number, days }) => [number, days])

let customer = 0
const owed = async (due: string, { company = customer, cents = 10_000, issued = '2026-11-01' } = {}) => {
  const invoice = await insertSentInvoice(owner, company, cents, { issued, due })
  await redateInvoices(owner, `sent_at = issued_date + time '12:00' where id = ${invoice.id}`)
  return invoice
}
const newCustomer = async (changes: string) => {
  const id = await insertCustomer(owner)
  await owner.query(`update customers set email = 'fleet@customer.test' where company_id = $1`, [id])
  await owner.query(`update customers set ${changes} where company_id = $1`, [id])
  return id
}

beforeEach(async () => {
  await setBillingSettings(owner)
  await owner.query('delete from outbox where reminder_days is not null or statement_month is not null')
  await owner.query('delete from reminder_settings')
  // The demo's invoices are not part of these plans.
  await owner.query('update customers set gets_reminders = false, gets_statements = false')
  customer = await newCustomer('gets_reminders = true')
  onDay('2026-11-10')
  smtp.manner = 'accept'
  smtp.received.length = 0
})
afterAll(async () => {
  for (const mailer of mailers) mailer.close()
  await smtp.close()
})

test('RECV-9 an invoice is reminded of on each day of the plan, once, from 8:00 on, until it is paid', async () => {
  await plan({ days_before: [3, 0], days_after: [7, 1] })
  const { id, invoice_number: number } = await owed('2026-11-20')
  const sentOn = async (day: string, time?: string) => {
    onDay(day, time)
    await pass()
    await pass()
    return queued()
  }
  expect(await sentOn('2026-11-16')).toEqual([])
  expect(await sentOn('2026-11-17', '07:59')).toEqual([])
  expect(await sentOn('2026-11-17', '08:00')).toEqual([[number, -3]])
  expect(await sentOn('2026-11-18')).toHaveLength(1)
  expect(await sentOn('2026-11-20')).toEqual([
    [number, -3],
    [number, 0],
  ])
  await insertPaymentOf(owner, id, 4000, { date: '2026-11-20' })
  expect((await sentOn('2026-11-21')).at(-1)).toEqual([number, 1])
  await insertPaymentOf(owner, id, 6000, { date: '2026-11-22' })
  expect(await sentOn('2026-11-27')).toHaveLength(3)
})

test('RECV-9 the mail states what is owing, in the customer’s language and brand, with the invoice attached', async () => {
  const quebec = await newCustomer(`gets_reminders = true, language = 'fr', document_email = 'comptes@customer.test'`)
  await owner.query(`update companies set brand = 'combpetro' where id = $1`, [quebec])
  await plan({ days_before: [], days_after: [1] })
  const [late, enRetard] = [await owed('2026-11-19'), await owed('2026-11-19', { company: quebec })]
  await insertPaymentOf(owner, late.id, 2500)
  onDay('2026-11-20')
  await pass()
  await send()
  // They are sent at once, in any order.
  expect(smtp.received.map(({ to }) => to).sort()).toEqual([['comptes@customer.test'], ['fleet@customer.test']])
  const dataTo = (address: string) => smtp.received.find(({ to }) => to.includes(address))?.data
  const { rows } = await owner.query(
    `select subject, text_body as text, brand from outbox where kind = 'reminder' order by id`,
  )
  expect(rows[0]).toMatchObject({
    brand: 'freshfuels',
    subject: `Fresh Fuels: Invoice ${late.invoice_number} is overdue`,
  })
  expect(rows[0].text).toContain('was due on 2026-11-19, 1 day ago. On 2026-11-20, $75.00 CAD was still owing.')
  expect(rows[1]).toMatchObject({
    brand: 'combpetro',
    subject: expect.stringContaining(`La facture ${enRetard.invoice_number} est en souffrance`),
  })
  expect(rows[1].text).toContain('il y a 1 jour. Le 2026-11-20, il restait 100,00')
  expect(dataTo('fleet@customer.test')).toContain(`${late.invoice_number}.pdf`)
  expect(dataTo('comptes@customer.test')).toContain(`${enRetard.invoice_number}.pdf`)
})

test('RECV-9 what is paid or voided after the reminder was queued is not mailed; what is paid in part is', async () => {
  await plan({ days_after: [1] })
  const [paid, part] = [await owed('2026-11-19'), await owed('2026-11-19')]
  onDay('2026-11-20')
  await pass()
  await insertPaymentOf(owner, paid.id, 10_000, { date: '2026-11-20' })
  await insertPaymentOf(owner, part.id, 1, { date: '2026-11-20' })
  await send()
  expect(smtp.received).toHaveLength(1)
  // The session is of that day.
  onDay('2026-11-10')
  const { body } = await ask(people.staff, reminders.customerMails, { params: { id: customer } })
  expect(body.mails).toEqual([
    expect.objectContaining({ kind: 'reminder', status: 'sent', to_address: 'fleet@customer.test' }),
    expect.objectContaining({
      status: 'failed',
      sent_at: null,
      last_error: expect.stringContaining('Nothing was owing'),
    }),
  ])
  const { body: ofInvoice } = await ask(people.staff, invoiceMail.mails, { params: { id: String(part.id) } })
  expect(ofInvoice.mails).toEqual([expect.objectContaining({ id: body.mails[0].id, is_reminder: true })])
  await ask(people.staff, outbox.retry, { params: { id: body.mails[1].id } })
  await send()
  expect(smtp.received).toHaveLength(1)
})

test('RECV-9 a customer taken out, or without an address, gets no reminder', async () => {
  await plan({ days_after: [1] })
  await owed('2026-11-19', { company: await newCustomer('gets_reminders = false') })
  await owed('2026-11-19', { company: await newCustomer('gets_reminders = true, email = null') })
  await owed('2026-11-19', { company: await newCustomer(`gets_reminders = true, email = 'not an address'`) })
  const { invoice_number } = await owed('2026-11-19')
  onDay('2026-11-20')
  await pass()
  expect(await queued()).toEqual([[invoice_number, 1]])
})

test('RECV-9 a new plan mails nothing that is old; after an outage only the latest reminder goes out, and none too late', async () => {
  const { invoice_number: late } = await owed('2026-11-08')
  const { invoice_number: first } = await owed('2026-11-05')
  const { invoice_number: second } = await owed('2026-11-06')
  const { invoice_number: fresh } = await owed('2026-11-13', { issued: '2026-11-11' })
  await plan({ days_before: [2], days_after: [1, 5, 6] })
  const mailedOn = async (day: string) => {
    onDay(day)
    const before = await queued()
    await pass()
    await pass()
    return (await queued()).slice(before.length)
  }
  // The first reminder of `late` was planned for the day before the plan.
  expect(await mailedOn('2026-11-10')).toEqual([[first, 5]])
  // Of the two that `second` missed, the later one; the reminder of `fresh` would have come with its invoice.
  expect(await mailedOn('2026-11-12')).toEqual([
    [first, 6],
    [second, 6],
  ])
  expect(await mailedOn('2026-11-17')).toEqual([])
  expect(await mailedOn('2026-11-18')).toEqual([[fresh, 5]])
  expect((await queued()).filter(([of]) => of === late)).toEqual([])
})

test('RECV-9 four processes at once queue each reminder once, also when there are more than one part holds', async () => {
  await plan({ days_after: [1] })
  for (let n = 0; n < 60; n++)
    await owed('2026-11-19', { company: n % 2 ? customer : await newCustomer('gets_reminders = true') })
  onDay('2026-11-20')
  await Promise.all([pass(), pass(), pass(), pass()])
  await pass()
  const found = await queued()
  expect(found).toHaveLength(60)
  expect(new Set(found.map(String)).size).toBe(60)
})

test('RECV-9 statements of the month before are mailed once, on their day, to customers with a balance or an entry', async () => {
  const idle = await newCustomer('gets_statements = true')
  const out = await newCustomer('gets_statements = false')
  const active = await newCustomer(`gets_statements = true, language = 'fr'`)
  for (const company of [active, out]) await owed('2026-11-30', { company, issued: '2026-11-02' })
  await plan({ statement_day: 2 })
  const mailed = async (day: string) => {
    onDay(day)
    await Promise.all([pass(), pass()])
    return (
      await owner.query(
        `select company_id::int as id, statement_month::text as month, subject from outbox where kind = 'statement' order by company_id, statement_month`,
      )
    ).rows
  }
  expect(await mailed('2026-12-01')).toEqual([])
  const [statement, ...others] = await mailed('2026-12-02')
  expect(others).toEqual([])
  expect(statement).toMatchObject({
    id: active,
    month: '2026-11-01',
    subject: 'Fresh Fuels\u00a0: Relevé du 2026-11-01 au 2026-11-30',
  })
  await owner.query('update customers set gets_statements = true where company_id = $1', [out])
  expect(await mailed('2026-12-04')).toHaveLength(1)
  expect((await mailed('2027-01-02')).map(({ id, month }) => [id, month])).toEqual([
    [out, '2026-12-01'],
    [active, '2026-11-01'],
    [active, '2026-12-01'],
  ])
  onDay('2026-11-10')
  expect((await ask(people.staff, reminders.customerMails, { params: { id: idle } })).body.mails).toEqual([])
  const { text } = (await owner.query(`select text_body as text from outbox where statement_month = '2026-11-01'`))
    .rows[0]
  expect(text).toContain(`/customer/${active}/statement?from=2026-11-01&to=2026-11-30`)
  await send()
  expect(smtp.received[0]?.data).toContain('statement-payer')
})

test('RECV-9 the plan: days in order and once, errors at their field, and no change over another’s', async () => {
  const saved = (await plan({ days_before: [5, 1, 5], days_after: [30, 7], statement_day: 3 })).body
  expect(saved).toMatchObject({
    days_before: [1, 5],
    days_after: [7, 30],
    statement_day: 3,
    since: '2026-11-10',
    version: 1,
  })
  expect((await plan({ days_after: [14], version: 1 })).body).toMatchObject({
    days_before: [1, 5],
    days_after: [14],
    version: 2,
  })
  // What changes nothing keeps the version, so that another editor's save still fits.
  expect((await plan({})).body).toMatchObject({ days_after: [14], version: 2 })
  expect((await plan({ days_after: [15], version: 1 })).status).toBe(409)
  const faults = await plan({ days_before: [61], days_after: [0, 2], statement_day: 29 })
  expect([faults.status, Object.keys(faults.body.error.fields).sort()]).toEqual([
    400,
    ['days_after', 'days_before', 'statement_day'],
  ])
  expect((await plan({ statement_day: null })).body).toMatchObject({ statement_day: null, days_after: [14] })
})
