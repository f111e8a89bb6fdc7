import { accounts } from '@portal/contract/accounts/accounts.ts'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { insertCardOf, insertCustomer, insertSentInvoice } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp({ poolSize: 8 })
const writeOff = (body: object, who: string = people.staff) => ask(who, writeOffs.create, { body })
const undoWriteOff = (id: number) =>
  ask(people.staff, writeOffs.reverse, { params: { id }, body: { reason: 'Paid after all' } })
const invoiceOf = async (id: number) =>
  (
    await owner.query(
      'select status, due_cents::int as due, written_off_cents::int as written_off, is_nsf from invoices where id = $1',
      [id],
    )
  ).rows[0]
const breaches = async () => {
  const client = await owner.connect()
  const found = await reconcile(client).finally(() => client.release())
  return found.breaches.filter(({ rule, what }) => rule.startsWith('RECV') || what.includes('NSF'))
}
let references = 0
const receive = async (company_id: number, amount: number, allocations: object[] = []) =>
  (
    await ask(people.staff, receipts.create, {
      body: {
        company_id,
        currency: 'CAD',
        amount,
        receipt_date: '2026-11-03',
        payment_mode: 'eft',
        reference: `EFT ${++references}`,
        allocations,
      },
    })
  ).body

test('RECV-5 a balance is written off in part or in full and can be due again; the statement shows both', async () => {
  const company = await insertCustomer(owner)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const part = await writeOff({ invoice_number: invoice.invoice_number, amount: 30, reason: 'Disputed' })
  expect([part.status, part.body]).toEqual([201, expect.objectContaining({ amount: 30, reason: 'Disputed' })])
  expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'PARTIALLY_PAID', due: 7_000, written_off: 3_000 })
  const rest = await writeOff({ invoice_number: invoice.invoice_number, reason: 'Bankrupt' })
  expect(rest.body.amount).toBe(70)
  expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'FULLY_PAID', due: 0 })
  expect((await writeOff({ invoice_number: invoice.invoice_number, reason: 'x' })).body.error.code).toBe(
    'payment.invoice-paid',
  )
  const back = await undoWriteOff(rest.body.id)
  expect(back.body).toMatchObject({ amount: -70, reverses_id: rest.body.id })
  expect((await undoWriteOff(rest.body.id)).body.error.code).toBe('write-off.reversed')
  expect((await undoWriteOff(back.body.id)).body.error.code).toBe('write-off.reversed')
  expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'PARTIALLY_PAID', due: 7_000 })
  const much = await writeOff({ invoice_number: invoice.invoice_number, amount: 70.01, reason: 'x' })
  expect(much.body.error.fields).toEqual({ amount: 'This is more than the amount due.' })
  const { body } = await ask(people.staff, accounts.statement, {
    params: { id: company },
    query: { from: '2026-11-01', to: '2027-12-31' },
  }).then(({ body: { statements } }) => ({ body: statements[0] }))
  expect(body).toMatchObject({ invoiced: 100, written_off: 30, closing: 70 })
  expect(body.lines.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
    ['invoice', 100],
    ['write_off', -30],
    ['write_off', -70],
    ['write_off_reversal', 70],
  ])
  const both = await Promise.all(
    Array.from({ length: 4 }, () => writeOff({ invoice_number: invoice.invoice_number, reason: 'Race' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect(await breaches()).toEqual([])
})

test('RECV-5 a user writes off up to the limit of the role, an Admin more', async () => {
  await owner.query(`update users set levels = levels || '{"view_invoices": 1}' where email = $1`, [people.clerk])
  const company = await insertCustomer(owner)
  const invoice = await insertSentInvoice(owner, company, 50_000)
  const body = { invoice_number: invoice.invoice_number, reason: 'Small' }
  const refused = await writeOff({ ...body, amount: 100.01 }, people.clerk)
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    'You can write off at most 100.00 CAD of an invoice. Ask an Admin for more.',
  ])
  expect((await writeOff({ ...body, amount: 60 }, people.clerk)).status).toBe(201)
  expect((await writeOff({ ...body, amount: 40.01 }, people.clerk)).status).toBe(403)
  expect((await writeOff({ ...body, amount: 40 }, people.clerk)).status).toBe(201)
  expect((await writeOff(body)).body.amount).toBe(400)
})

test('RECV-5 PAY-5 writing off a returned payment’s invoice releases the cards; reversing it holds them again', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const made = await receive(company, 40, [{ invoice_number: invoice.invoice_number, amount: 40 }])
  await ask(people.staff, receipts.reverse, { params: { id: made.id }, body: { reason: 'NSF' } })
  const status = async () =>
    (await owner.query('select card_status from cards where id = $1', [card])).rows[0].card_status
  expect([await status(), (await invoiceOf(invoice.id)).is_nsf]).toEqual(['HOLD', true])
  const { body } = await writeOff({ invoice_number: invoice.invoice_number, reason: 'Bankrupt' })
  expect([await status(), (await invoiceOf(invoice.id)).is_nsf]).toEqual(['RELEASE', false])
  await undoWriteOff(body.id)
  expect([await status(), (await invoiceOf(invoice.id)).is_nsf]).toEqual(['HOLD', true])
  expect(await breaches()).toEqual([])
})

test('RECV-5 money on account is refunded once, and a refunded receipt is not reversed before its refund', async () => {
  const company = await insertCustomer(owner)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const made = await receive(company, 150, [{ invoice_number: invoice.invoice_number, amount: 100 }])
  const body = {
    receipt_id: made.id,
    amount: 50,
    refund_date: '2026-11-04',
    payment_mode: 'cheque',
    reference: 'CHQ 5',
    reason: 'Paid too much',
  }
  const refund = (changes: object = {}) => ask(people.staff, refunds.create, { body: { ...body, ...changes } })
  expect((await refund({ amount: 50.01 })).body.error.fields).toEqual({ amount: 'At most 50.00 CAD can be refunded.' })
  expect((await refund({ refund_date: '2026-11-02' })).body.error.fields).toEqual({
    refund_date: 'A refund cannot be dated before the money was received.',
  })
  expect((await refund({ credit_note_number: 'CN-2026-000001' })).body.error.fields).toEqual({
    receipt_id: 'Name a receipt or a credit note, not both.',
  })
  const racing = await Promise.all([refund(), refund(), refund()])
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const id = racing.find(({ status }) => status === 201)?.body.id
  const reverse = () =>
    ask(people.staff, receipts.reverse, { params: { id: made.id }, body: { kind: 'mistake', reason: 'x' } })
  expect((await reverse()).body.error.code).toBe('receipt.refunded')
  const undo = () => ask(people.staff, refunds.reverse, { params: { id }, body: { reason: 'Not cashed' } })
  expect((await undo()).body).toMatchObject({ amount: -50, reverses_id: id })
  expect((await undo()).body.error.code).toBe('refund.reversed')
  expect((await reverse()).status).toBe(201)
  expect((await refund()).body.error.code).toBe('refund.exceeds')
  expect(await breaches()).toEqual([])
})

test('INV-4 RECV-3 RECV-5 the history of an invoice shows credits, write-offs and both undone; a customer not why it was written off', async () => {
  const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
  const { id, invoice_number } = await insertSentInvoice(owner, northline, 10_000)
  const amounts = [{ product: 'D1', description: 'Wrong price', amount: 40 }]
  const note = (
    await ask(people.staff, creditNotes.create, { body: { invoice_number, amounts, reason: 'Wrong price' } })
  ).body
  const params = { number: note.credit_note_number }
  const application_id = note.applications[0].id
  await ask(people.staff, creditNotes.unapply, { params, body: { application_id, reason: 'Not this one' } })
  const { body } = await writeOff({ invoice_number, amount: 25, reason: 'Bankrupt' })
  await undoWriteOff(body.id)
  type Entry = { kind: string; by: string; note: string | null; changes: { field: string; after: string }[] }
  const historyFor = async (who: string) =>
    (await ask(who, invoices.history, { params: { id } })).body.entries
      .slice(0, 5)
      .map(({ kind, by, note, changes }: Entry) => [kind, by, note, ...changes.map(({ after }) => after)])
  const number = note.credit_note_number
  const entries = (by: string | null, [reversed, written]: (string | null)[]) => [
    ['write_off_reversed', by, reversed, '25'],
    ['write_off', by, written, '25'],
    ['credit_undone', by, 'Not this one', '40', number],
    ['credit', by, null, '40', number],
    ['credit_note', by, 'Wrong price', '40', number],
  ]
  expect(await historyFor(people.staff)).toEqual(entries('Amélie Okafor', ['Paid after all', 'Bankrupt']))
  expect(await historyFor(people.desk)).toEqual(entries(null, [null, null]))
})
