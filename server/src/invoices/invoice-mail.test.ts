import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { expect, test } from 'vitest'
import { mailLeaseMs, mailPausesMs } from '../outbox/outbox.jobs.ts'
import { claimMail } from '../outbox/outbox.queries.ts'
import { staffScope } from '../platform/access/scope.ts'
import { formatMoney } from '../platform/documents/document-format.ts'
import { people, setInvoiceStatus } from '../testing/factories.ts'
import { parsePdf } from '../testing/files/read-pdf.ts'
import { makeInvoice } from '../testing/invoices.ts'
import { attachmentOf, documentMails } from '../testing/mails/document-mails.ts'
import { testApp } from '../testing/test-app.ts'

const world = await testApp({ poolSize: 8 })
const { ask, owner, database, clock, later } = world
const { smtp, brands, work, northline, setAddresses } = await documentMails(world)
const prairie = Number((await owner.query(`select id from companies where name = 'Prairie Freight'`)).rows[0].id)
const invoiceOf = async (id: number) =>
  (await owner.query('select status, sent_at, version, total_cents::int from invoices where id = $1', [id])).rows[0]
const draft = (lines = 3) => makeInvoice(owner, { companyId: northline, lines, status: 'DRAFT' })
const email = (id: number | string, who: string = people.staff) =>
  ask(who, invoiceMail.email, { query: { type: 'spol/invoices', id: String(id) } })
const mailsOf = async (id: number, who: string = people.staff) =>
  (await ask(who, invoiceMail.mails, { params: { id } })).body.mails

test('INV-14 an invoice is mailed with its PDF: a Draft becomes Sent at once, and the mail leaves once the server is back', async () => {
  const { id, number } = await draft(40)
  smtp.manner = 'busy'
  expect((await email(number)).body).toEqual({ invoices: 1, mails: [expect.any(Number)] })
  expect(await invoiceOf(id)).toMatchObject({ status: 'SENT', sent_at: expect.anything(), version: 2 })
  expect(await mailsOf(id)).toEqual([
    expect.objectContaining({ to_address: 'office@northline.test', status: 'queued', attempts: 0, last_error: null }),
  ])
  await work()
  expect(await mailsOf(id)).toEqual([
    expect.objectContaining({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('421'),
      can_retry: false,
    }),
  ])
  smtp.manner = 'accept'
  await work()
  expect(smtp.received).toEqual([])
  later((mailPausesMs[0] ?? 0) + 1000)
  await work()
  expect(await mailsOf(id)).toEqual([expect.objectContaining({ status: 'sent', attempts: 2, last_error: null })])
  const [mail] = smtp.received
  expect(mail).toMatchObject({
    to: ['office@northline.test'],
    data: expect.stringContaining(`Subject: Fresh Fuels: Invoice ${number}`),
  })
  const { name, content } = attachmentOf(mail?.data ?? '')
  expect(name).toBe(`${number}.pdf`)
  const { total_cents } = await invoiceOf(id)
  expect(parsePdf(content).pages[0]).toEqual(
    expect.arrayContaining(['INVOICE', number, formatMoney(total_cents, 'CAD', 'en')]),
  )
  expect(smtp.received).toHaveLength(1)
})

test('INV-14 mail uses the document address if there is one, the customer’s language, and the brand’s own link', async () => {
  await setAddresses('office@northline.test', 'papers@northline.test')
  const { id, number } = await makeInvoice(owner, { companyId: northline, lines: 2, language: 'fr' })
  expect((await email(id)).status).toBe(200)
  const { rows } = await owner.query('select to_address, subject, text_body, html_body, invoice_id::int from outbox')
  expect(rows).toEqual([
    {
      to_address: 'papers@northline.test',
      subject: `Fresh Fuels\u00a0: Facture ${number}`,
      text_body: expect.stringMatching(
        new RegExp(`ci-jointe la facture ${number}[\\s\\S]*${brands.freshfuels.publicUrl}/invoices/${id}/view`),
      ),
      html_body: expect.stringContaining('lang="fr"'),
      invoice_id: id,
    },
  ])
})

test('INV-14 without an address nothing is sent, and the error says where to enter one', async () => {
  await setAddresses(null, null)
  const { id } = await draft()
  const { status, body } = await email(id)
  expect([status, body.error.fields]).toEqual([
    400,
    {
      email:
        'Northline Haulage has no e-mail address. On the customer’s page, enter an Email or an Email for invoices.',
    },
  ])
  expect(await invoiceOf(id)).toMatchObject({ status: 'DRAFT', version: 1 })
  expect(await mailsOf(id)).toEqual([])
  // Staff see the recipient before sending; customers do not see the provider's entry.
  const nextOf = async (who: string) => (await ask(who, invoiceMail.mails, { params: { id } })).body.next_address
  expect(await nextOf(people.staff)).toBeNull()
  await setAddresses('office@northline.test', 'papers@northline.test')
  expect(await nextOf(people.staff)).toBe('papers@northline.test')
  await setInvoiceStatus(owner, id, 'SENT')
  expect(await nextOf(people.northline)).toBeNull()
})

test('INV-14 T4 invoices are mailed all or none: one void, unknown or without an address rejects all', async () => {
  const [one, other, voided] = [await draft(), await draft(), await draft()]
  await setInvoiceStatus(owner, voided.id, 'VOID')
  const elsewhere = await makeInvoice(owner, { companyId: prairie, lines: 2 })
  await owner.query('update customers set email = null, document_email = null where company_id = $1', [prairie])
  const mailMany = (ids: number[]) => ask(people.staff, invoiceMail.emailMany, { body: { ids } })
  const refused = await mailMany([one.id, voided.id])
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    `${voided.number} is void and cannot be e-mailed.`,
  ])
  expect((await mailMany([one.id, 987_654_321])).status).toBe(404)
  expect((await mailMany([one.id, elsewhere.id])).status).toBe(400)
  expect((await mailMany([])).body.error.fields).toEqual({ ids: 'Please select an invoice to e-mail.' })
  expect((await owner.query('select count(*)::int as count from outbox')).rows[0].count).toBe(0)
  expect(await invoiceOf(one.id)).toMatchObject({ status: 'DRAFT' })
  expect((await mailMany([one.id, other.id, one.id])).body.mails).toHaveLength(2)
  expect([(await invoiceOf(one.id)).status, (await invoiceOf(other.id)).status]).toEqual(['SENT', 'SENT'])
  const { rows } = await owner.query(
    `select record_label, before, after from audit_log where action = 'invoices.emailMany' order by id desc limit 2`,
  )
  expect(rows.map(({ record_label, before, after }) => [record_label, before.status, after.status])).toEqual([
    [other.number, 'DRAFT', 'SENT'],
    [one.number, 'DRAFT', 'SENT'],
  ])
})

test('C1 a worker that dies between claiming and sending loses no invoice: it is sent once, with its PDF', async () => {
  const { id, number } = await draft()
  await email(id)
  await database.transaction(staffScope(0), (db) => claimMail(db, clock.now, mailLeaseMs))
  expect(await mailsOf(id)).toEqual([expect.objectContaining({ status: 'sending', attempts: 1 })])
  await work()
  expect(smtp.received).toEqual([])
  later(mailLeaseMs + 1000)
  await work()
  await work()
  expect(smtp.received.map(({ data }) => attachmentOf(data).name)).toEqual([`${number}.pdf`])
})

test('INV-14 an invoice voided before its mail is sent stays unsent with a reason and cannot be retried', async () => {
  const { id } = await draft()
  await email(id)
  await setInvoiceStatus(owner, id, 'VOID')
  await work()
  expect(smtp.received).toEqual([])
  const [mail] = await mailsOf(id)
  expect(mail).toMatchObject({
    status: 'failed',
    attempts: 1,
    last_error: 'The invoice was voided before it could be sent.',
  })
  expect((await ask(people.staff, invoiceMail.retryMail, { params: { id, mailId: mail.id } })).status).toBe(409)
})

test('INV-14 if the PDF fails, the mail server is not contacted and the mail is retried', async () => {
  const { id } = await draft()
  await email(id)
  await owner.query('update invoices set total_cents = total_cents + 1 where id = $1', [id])
  await work()
  expect(smtp.received).toEqual([])
  expect(await mailsOf(id)).toEqual([
    expect.objectContaining({ status: 'queued', attempts: 1, last_error: expect.stringContaining('add up to') }),
  ])
  await owner.query('update invoices set total_cents = total_cents - 1 where id = $1', [id])
})

test('INV-14 without a mail server, staff can read the mail and its PDF and send it later; a customer sees only the status', async () => {
  const { id, number } = await draft()
  const other = await draft()
  await email(id)
  await work(false)
  const [mail] = await mailsOf(id)
  expect(mail).toMatchObject({ status: 'kept', can_retry: true })
  expect((await ask(people.staff, outbox.get, { params: { id: mail.id } })).body).toMatchObject({
    text: expect.stringContaining(number),
    attachments: [{ name: `${number}.pdf`, invoice_id: id }],
  })
  expect(await mailsOf(id, people.desk)).toEqual([
    expect.objectContaining({ status: 'kept', last_error: null, can_retry: false }),
  ])
  expect((await ask(people.prairie, invoiceMail.mails, { params: { id } })).status).toBe(404)
  const retry = (invoice: number) =>
    ask(people.staff, invoiceMail.retryMail, { params: { id: invoice, mailId: mail.id } })
  expect((await retry(other.id)).status).toBe(404)
  expect((await retry(id)).body).toMatchObject({ status: 'queued', attempts: 0 })
  await work()
  expect(smtp.received).toHaveLength(1)
  expect((await retry(id)).status).toBe(409)
})
