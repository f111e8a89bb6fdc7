import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { makeInvoice, setBillingSettings } from '../../testing/invoices.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
clock.now = new Date('2026-11-16T15:00:00Z')
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
await setBillingSettings(owner)
await owner.query(`update customers set email = 'office@northline.test' where company_id = $1`, [northline])

const draft = () => makeInvoice(owner, { companyId: northline, lines: 3, status: 'DRAFT' })
const storedOf = async (id: number) =>
  (await owner.query('select status, sent_at, issuer, document_code from invoices where id = $1', [id])).rows[0]
const email = (id: number) => ask(people.staff, invoiceMail.email, { query: { type: 'spol/invoices', id: String(id) } })
async function mark(id: number, changes: object = {}) {
  const { invoice_dto } = (await ask(people.staff, invoices.get, { params: { id } })).body
  return ask(people.staff, invoices.update, { body: { ...invoice_dto, status: 'SENT', ...changes } })
}

test('RECV-4 marking as sent and mailing issue an invoice alike: with the supplier of that moment, a code and its storing', async () => {
  const [marked, mailed] = [await draft(), await draft()]
  expect((await mark(marked.id)).status).toBe(200)
  expect((await email(mailed.id)).status).toBe(200)
  for (const { id } of [marked, mailed]) {
    expect(await storedOf(id)).toEqual({
      status: 'SENT',
      sent_at: clock.now,
      issuer: {
        brand: 'freshfuels',
        legal_name: 'Fresh Fuels Energy Inc.',
        address: expect.stringContaining('400 Bay Street'),
        gst_hst_number: '81234 5678 RT0001',
        qst_number: '1234567890 TQ0001',
        payment_instructions: expect.stringContaining('By bank transfer'),
      },
      document_code: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{12}$/),
    })
    const { rows } = await owner.query('select kind, status from document_jobs where invoice_id = $1', [id])
    expect(rows).toEqual([{ kind: 'invoice', status: 'queued' }])
  }
})

test('RECV-6 an invoice is neither marked as sent nor mailed with an issue date before its last purchase', async () => {
  const { id, number } = await draft()
  await owner.query(`update invoices set issued_date = '2026-10-15' where id = $1`, [id])
  // The purchases move after they were billed, which only the owner can do.
  await owner.query('alter table transactions disable trigger transactions_billed_stay')
  await owner.query(`update transactions set txn_at = '2026-10-16 23:50' where invoice_id = $1`, [id])
  await owner.query('alter table transactions enable trigger transactions_billed_stay')
  const reason =
    'The last purchase on this invoice is from 2026-10-16. Choose that day or a later one as the issued date.'
  const marked = await mark(id)
  expect([marked.status, marked.body.error]).toEqual([
    409,
    expect.objectContaining({
      code: 'invoice.issued-too-early',
      message: reason,
      fields: { issued_date: reason },
    }),
  ])
  const mailed = await email(id)
  expect([mailed.status, mailed.body.error.code, mailed.body.error.message]).toEqual([
    409,
    'invoice.issued-too-early',
    `${number}: ${reason}`,
  ])
  expect(await storedOf(id)).toEqual({ status: 'DRAFT', sent_at: null, issuer: null, document_code: null })
  expect((await mark(id, { issued_date: '2026-10-16' })).status).toBe(200)
})

test('INV-16 an invoice in French is issued and mailed with the payment instructions in French, if there are any', async () => {
  const french = () => makeInvoice(owner, { companyId: northline, lines: 3, status: 'DRAFT', language: 'fr' })
  const noteOf = async ({ id }: { id: number }) => {
    expect((await email(id)).status).toBe(200)
    const { issuer } = await storedOf(id)
    const { rows } = await owner.query('select text_body from outbox where invoice_id = $1', [id])
    return [issuer.payment_instructions.split(' ')[0], /Virement|By bank transfer/.exec(rows[0].text_body)?.[0]]
  }
  expect(await noteOf(await french())).toEqual(['By', 'By bank transfer'])
  await owner.query(`update billing_settings set payment_instructions_fr = 'Virement au compte 1234567.'`)
  expect(await noteOf(await french())).toEqual(['Virement', 'Virement'])
  expect(await noteOf(await draft())).toEqual(['By', 'By bank transfer'])
})
