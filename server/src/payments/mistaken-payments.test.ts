import { accounts } from '@portal/contract/accounts/accounts.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { type PaymentRow, payments } from '@portal/contract/payments/payments.ts'
import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { insertCardOf, insertCustomer, insertSentInvoice, paymentBody, type SentInvoice } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp({ poolSize: 8 })

const pay = async (invoice: SentInvoice, due: number, changes: object = {}): Promise<number> =>
  (await ask(people.staff, payments.register, { body: paymentBody(invoice, due, changes) })).body.id
const reverse = (id: number, body: object) => ask(people.staff, payments.reverse, { params: { id }, body })
const mistake = { kind: 'mistake', reason: 'Typed for the wrong invoice' }
const nsf = { kind: 'nsf', reason: 'Not enough funds' }
const preview = async (id: number) => (await ask(people.staff, payments.reversal, { params: { id } })).body
const invoiceOf = async (id: number) =>
  (
    await owner.query(
      'select status, is_nsf, nsf_cents::int as nsf, paid_cents::int as paid, due_cents::int as due from invoices where id = $1',
      [id],
    )
  ).rows[0]
const statusOf = async (id: number): Promise<string> =>
  (await owner.query('select card_status from cards where id = $1', [id])).rows[0].card_status
const feesOf = async (company: number): Promise<number> =>
  (await owner.query(`select count(*)::int as n from transactions where company_id = $1 and source = 'fee'`, [company]))
    .rows[0].n
const marksWrong = async () => {
  const client = await owner.connect()
  const { breaches } = await reconcile(client).finally(() => client.release())
  return breaches.filter(({ what }) => what.includes('NSF'))
}

test('PAY-7 a mistake is reversed without fee, hold or NSF badge; list, account, history and audit log show its reason', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  await pay(invoice, 100, { amount_paid: 25 })
  const wrong = await pay(invoice, 75)
  expect(await preview(wrong)).toEqual({
    nsf: { fee: 45, fee_currency: 'CAD', cards_held: 1 },
    mistake: { cards_held: 0, restores_nsf: false },
    passes_credit_limit: false,
    puts_on_account: null,
    invoices: [{ invoice_number: invoice.invoice_number, amount: 75 }],
  })
  const back = await reverse(wrong, mistake)
  expect([back.status, back.body]).toEqual([
    201,
    expect.objectContaining({
      amount_paid: -75,
      reverses_id: wrong,
      reversal_kind: 'mistake',
      note: mistake.reason,
      cards_changed: 0,
      amount_due: 75,
    }),
  ])
  expect(await invoiceOf(invoice.id)).toEqual({
    status: 'PARTIALLY_PAID',
    is_nsf: false,
    nsf: 0,
    paid: 2500,
    due: 7500,
  })
  expect([await statusOf(card), await feesOf(company)]).toEqual(['RELEASE', 0])
  const listed = (
    await ask(people.staff, payments.list, {
      query: { filter: [`invoice_number:${invoice.invoice_number}`], sort: 'payment_date,asc' },
    })
  ).body.payments as PaymentRow[]
  expect(
    Object.fromEntries(listed.map(({ id, is_reversed, reversal_kind }) => [id, [is_reversed, reversal_kind]])),
  ).toEqual({
    [listed[0]?.id as number]: [false, null],
    [wrong]: [true, 'mistake'],
    [back.body.id]: [false, 'mistake'],
  })
  expect((await ask(people.staff, accounts.get, { params: { id: company } })).body).toMatchObject({
    nsf_invoices: 0,
    cards_held: { nsf: 0, credit: 0 },
  })
  const { body: account } = await ask(people.staff, accounts.statement, {
    params: { id: company },
    query: { from: '2025-01-01', to: '2026-12-31' },
  })
  expect(account.statements[0].lines.find(({ amount }: { amount: number }) => amount === 75)).toMatchObject({
    kind: 'correction',
    reference: mistake.reason,
  })
  expect(account.statements[0]).toMatchObject({ invoiced: 100, paid: 25, closing: 75 })
  const { body: history } = await ask(people.staff, invoices.history, { params: { id: invoice.invoice_number } })
  expect(JSON.stringify(history)).toContain('"correction"')
  const { rows } = await owner.query(
    `select after from audit_log where action = 'payments.reverse' and record_id = $1`,
    [back.body.id],
  )
  expect(rows[0].after).toMatchObject({ kind: 'mistake', reason: mistake.reason, cards_changed: 0 })
  expect(rows[0].after).not.toHaveProperty('fee')
})

test('PAY-7 without a kind a reversal is NSF, and an unknown kind is rejected at its field', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const id = await pay(invoice, 100)
  const refused = await reverse(id, { kind: 'typo', reason: 'x' })
  expect([refused.status, refused.body.error.fields]).toEqual([400, { kind: 'Choose one of: nsf, mistake.' }])
  expect((await reverse(id, { kind: 'mistake', reason: ' ' })).body.error.fields).toEqual({
    reason: 'This field is required.',
  })
  const back = await reverse(id, { reason: 'Not enough funds' })
  expect(back.body).toMatchObject({ reversal_kind: 'nsf', cards_changed: 1 })
  expect([(await invoiceOf(invoice.id)).is_nsf, await statusOf(card), await feesOf(company)]).toEqual([true, 'HOLD', 1])
  expect((await ask(people.staff, payments.reversal, { params: { id } })).body.error.code).toBe('payment.reversed')
  expect((await ask(people.staff, payments.reversal, { params: { id: back.body.id } })).body.error.code).toBe(
    'payment.is-reversal',
  )
})

test('PAY-7 a mistake reversed and entered again is an ordinary payment: it pays the invoice and can be returned', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  await reverse(await pay(invoice, 100, { amount_paid: 10 }), mistake)
  const again = await pay(invoice, 100)
  expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'FULLY_PAID', is_nsf: false, due: 0 })
  await reverse(again, nsf)
  expect([await invoiceOf(invoice.id), await statusOf(card)]).toEqual([
    { status: 'SENT', is_nsf: true, nsf: 10_000, paid: 0, due: 10_000 },
    'HOLD',
  ])
  expect(await feesOf(company)).toBe(1)
})

test('PAY-7 reversing a mistaken payment that covered a returned one restores badge and hold, without a second fee', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  await reverse(await pay(invoice, 100, { amount_paid: 60 }), nsf)
  const wrong = await pay(invoice, 100)
  expect([(await invoiceOf(invoice.id)).is_nsf, await statusOf(card)]).toEqual([false, 'RELEASE'])
  expect((await preview(wrong)).mistake).toEqual({ cards_held: 1, restores_nsf: true })
  expect((await reverse(wrong, mistake)).body.cards_changed).toBe(1)
  expect([await invoiceOf(invoice.id), await statusOf(card), await feesOf(company)]).toEqual([
    { status: 'SENT', is_nsf: true, nsf: 6000, paid: 0, due: 10_000 },
    'HOLD',
    1,
  ])
  expect(await marksWrong()).toEqual([])
  await owner.query('update invoices set nsf_cents = 0, is_nsf = false where id = $1', [invoice.id])
  expect(await marksWrong()).toEqual([
    expect.objectContaining({ what: expect.stringContaining(invoice.invoice_number) }),
  ])
  await owner.query('update invoices set nsf_cents = 6000, is_nsf = true where id = $1', [invoice.id])
})

test('PAY-7 a reversal that takes the account over its limit holds cards by the credit rule, and the preview says so', async () => {
  const company = await insertCustomer(owner, { limit_cents: 5000, hold_rule: 'hold' })
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const wrong = await pay(invoice, 100)
  const card = await insertCardOf(owner, company)
  expect(await preview(wrong)).toMatchObject({
    mistake: { cards_held: 1, restores_nsf: false },
    passes_credit_limit: true,
  })
  expect((await reverse(wrong, mistake)).body.cards_changed).toBe(1)
  expect([await statusOf(card), (await invoiceOf(invoice.id)).is_nsf]).toEqual(['HOLD', false])
})

test('PAY-7 when six users reverse one payment at once for either reason, one succeeds and only its reason takes effect', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company)
  for (let round = 0; round < 4; round++) {
    const invoice = await insertSentInvoice(owner, company, 10_000)
    const id = await pay(invoice, 100)
    const fees = await feesOf(company)
    const answers = await Promise.all([nsf, mistake, nsf, mistake, nsf, mistake].map((body) => reverse(id, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const kind = answers.find(({ status }) => status === 201)?.body.reversal_kind
    expect([kind, (await feesOf(company)) - fees, (await invoiceOf(invoice.id)).is_nsf, await statusOf(card)]).toEqual(
      kind === 'nsf' ? ['nsf', 1, true, 'HOLD'] : ['mistake', 0, false, 'RELEASE'],
    )
    await pay(invoice, 100)
  }
})
