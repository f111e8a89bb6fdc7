import { creditNoteDocuments } from '@portal/contract/credit-notes/credit-note-documents.ts'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { expect, test } from 'vitest'
import { mailPausesMs } from '../outbox/outbox.jobs.ts'
import { people } from '../testing/factories.ts'
import { attachmentOf, documentMails } from '../testing/mails/document-mails.ts'
import { type Credited, creditWhole } from '../testing/rows/credited.ts'
import { testApp } from '../testing/test-app.ts'

const world = await testApp({ poolSize: 8 })
const { app, ask, owner, later, tokenOf } = world
const { smtp, brands, work, northline, setAddresses } = await documentMails(world)
const credited = (language: 'en' | 'fr' = 'en') => creditWhole(world, { companyId: northline, lines: 3, language })
const email = (number: string, who: string = people.staff) =>
  ask(who, creditNoteDocuments.email, { params: { number } })
const mailsOf = async ({ number }: Credited, who: string = people.staff) =>
  (await ask(who, creditNoteDocuments.mails, { params: { number } })).body

test('RECV-3 INV-14 a credit note is mailed once with its stored PDF, once the mail server is back', async () => {
  const note = await credited()
  smtp.manner = 'busy'
  const queued = await email(note.number)
  expect([queued.status, queued.body]).toEqual([200, { mail: expect.any(Number), to_address: 'office@northline.test' }])
  await work()
  expect((await mailsOf(note)).mails).toEqual([
    expect.objectContaining({ status: 'queued', attempts: 1, last_error: expect.stringContaining('421') }),
  ])
  smtp.manner = 'accept'
  later((mailPausesMs[0] ?? 0) + 1000)
  await Promise.all([work(), work()])
  await work()
  expect((await mailsOf(note)).mails).toEqual([expect.objectContaining({ status: 'sent', attempts: 2 })])
  expect(smtp.received).toHaveLength(1)
  const [mail] = smtp.received
  expect(mail).toMatchObject({
    to: ['office@northline.test'],
    data: expect.stringContaining(`Subject: Fresh Fuels: Credit note ${note.number}`),
  })
  const { name, content } = attachmentOf(mail?.data ?? '')
  const downloaded = await app.inject({
    url: `/v2/credit-notes/${note.number}/download`,
    headers: { authorization: await tokenOf(people.northline) },
  })
  expect(name).toBe(`${note.number}.pdf`)
  expect(content.equals(downloaded.rawPayload)).toBe(true)
  const { rows } = await owner.query(
    `select record_label, after from audit_log where action = 'creditNotes.email' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ record_label: note.number, after: { to: 'office@northline.test', mail: queued.body.mail } }])
})

test('RECV-3 BRAND-3 the mail uses the document address, the customer’s language and the brand’s own link', async () => {
  await setAddresses('office@northline.test', 'papers@northline.test')
  await owner.query(`update billing_settings set credit_note_words_fr = 'Rajustez vos RTI.'`)
  const { id, number, invoice } = await credited('fr')
  expect((await email(String(id))).status).toBe(200)
  const { rows } = await owner.query(
    'select to_address, subject, text_body, html_body, kind, invoice_id, credit_note_id::int from outbox',
  )
  expect(rows).toEqual([
    {
      to_address: 'papers@northline.test',
      subject: `Fresh Fuels\u00a0: Note de crédit ${number}`,
      text_body: expect.stringMatching(
        new RegExp(
          `ci-jointe la note de crédit ${number} [\\s\\S]*facture ${invoice.number}[\\s\\S]*Motif\u00a0: Billed twice[\\s\\S]*Rajustez vos RTI\\.[\\s\\S]*${brands.freshfuels.publicUrl}/invoices/credit-notes/${number}/view`,
        ),
      ),
      html_body: expect.stringContaining('lang="fr"'),
      kind: 'credit-note',
      invoice_id: null,
      credit_note_id: id,
    },
  ])
})

test('RECV-3 without an address nothing is sent, and the error says where to enter one', async () => {
  await setAddresses(null, null)
  const note = await credited()
  const { status, body } = await email(note.number)
  expect([status, body.error.fields.email]).toEqual([400, expect.stringContaining('has no e-mail address')])
  expect(await mailsOf(note)).toEqual({ mails: [], next_address: null })
})

test('RECV-3 PERM-7 a kept mail can be read and sent again by staff; a customer sees the status of its own only', async () => {
  const [note, other] = [await credited(), await credited()]
  await email(note.number)
  await work(false)
  const {
    mails: [mail],
    next_address,
  } = await mailsOf(note)
  expect([mail, next_address]).toEqual([
    expect.objectContaining({ status: 'kept', can_retry: true }),
    'office@northline.test',
  ])
  expect((await ask(people.staff, outbox.get, { params: { id: mail.id } })).body).toMatchObject({
    kind: 'credit-note',
    text: expect.stringContaining(note.number),
    attachments: [{ name: `${note.number}.pdf`, credit_note_id: note.id }],
  })
  expect(await mailsOf(note, people.desk)).toEqual({
    mails: [expect.objectContaining({ status: 'kept', last_error: null, can_retry: false })],
    next_address: null,
  })
  expect((await ask(people.prairie, creditNoteDocuments.mails, { params: { number: note.number } })).status).toBe(404)
  expect((await email(note.number, people.northline)).status).toBe(403)
  const retry = ({ number }: Credited) =>
    ask(people.staff, creditNoteDocuments.retryMail, { params: { number, mailId: mail.id } })
  expect((await retry(other)).status).toBe(404)
  expect((await retry(note)).body).toMatchObject({ status: 'queued', attempts: 0 })
  await work()
  expect(smtp.received).toHaveLength(1)
  expect((await retry(note)).status).toBe(409)
})
