import { accounts } from '@portal/contract/accounts/accounts.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds } from '@portal/contract/write-offs/write-offs.ts'
import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { insertCardOf, insertCustomer, insertSentInvoice, paymentBody, type SentInvoice } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp({ poolSize: 8 })

let references = 0
const receiptOf = (company_id: number, amount: number, changes: object = {}) => ({
  company_id,
  currency: 'CAD',
  amount,
  receipt_date: '2026-11-05',
  payment_mode: 'cheque',
  reference: `CHQ ${++references}`,
  ...changes,
})
const to = (invoice: SentInvoice, amount: number) => ({ invoice_number: invoice.invoice_number, amount })
const record = (body: object) => ask(people.staff, receipts.create, { body })
const allocate = (id: number, body: object) => ask(people.staff, receipts.allocate, { params: { id }, body })
const reverse = (id: number, kind: string) =>
  ask(people.staff, receipts.reverse, { params: { id }, body: { kind, reason: 'Said the bank' } })
const invoiceOf = async (id: number) =>
  (
    await owner.query(
      `select status, due_cents::int as due, paid_cents::int as paid, is_nsf from invoices where id = $1`,
      [id],
    )
  ).rows[0]
const feesOf = async (company: number) =>
  (
    await owner.query(
      `select authentication_id as code, location as words, amount_cents::int as cents from transactions where company_id = $1 and source = 'fee'`,
      [company],
    )
  ).rows
/** What reconcile finds about receivables; the invoices of these tests have no lines and odd numbers. */
const breaches = async () => {
  const client = await owner.connect()
  const found = await reconcile(client).finally(() => client.release())
  return found.breaches.filter(({ rule, what }) => rule.startsWith('RECV') || what.includes('NSF'))
}

test('RECV-1 a receipt pays several invoices, the rest stays on account, and each invoice has its status', async () => {
  const company = await insertCustomer(owner)
  const [first, second, third] = [
    await insertSentInvoice(owner, company, 10_000, { due: '2026-11-10' }),
    await insertSentInvoice(owner, company, 20_000, { due: '2026-11-20' }),
    await insertSentInvoice(owner, company, 30_000, { due: '2026-11-30' }),
  ]
  const { body: open } = await ask(people.staff, receipts.openInvoices, {
    query: { company_id: String(company), currency: 'CAD' },
  })
  expect(open).toMatchObject({ total_due: 600, on_account: 0 })
  expect(open.invoices.map(({ invoice_number }: SentInvoice) => invoice_number)).toEqual(
    [first, second, third].map(({ invoice_number }) => invoice_number),
  )
  const made = await record(
    receiptOf(company, 400, { payment_mode: 'eft', allocations: [to(first, 100), to(second, 200), to(third, 50)] }),
  )
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ amount: 400, allocated: 350, on_account: 50, refunded: 0, payment_mode: 'eft' }),
  ])
  expect(await invoiceOf(first.id)).toMatchObject({ status: 'FULLY_PAID', due: 0 })
  expect(await invoiceOf(third.id)).toMatchObject({ status: 'PARTIALLY_PAID', due: 25_000 })
  const listed = await ask(people.staff, payments.list, {
    query: { filter: [`invoice_number:${first.invoice_number}`] },
  })
  expect(listed.body.payments[0]).toMatchObject({ receipt_id: made.body.id, payment_mode: 'eft', amount_paid: 100 })
  const after = await allocate(made.body.id, { allocations: [to(third, 50)] })
  expect([after.status, after.body.on_account]).toEqual([200, 0])
  expect((await allocate(made.body.id, { allocations: [to(third, 1)] })).body.error.code).toBe('receipt.nothing-left')
  expect(await breaches()).toEqual([])
})

test('RECV-1 each wrong allocation is refused at its field and nothing is written', async () => {
  const [company, other] = [await insertCustomer(owner), await insertCustomer(owner)]
  const mine = await insertSentInvoice(owner, company, 10_000)
  const cases: [object[], number, Record<string, string>][] = [
    [[to(mine, 100.01)], 409, { 'allocations.0.amount': 'Amount paid cannot exceed amount due.' }],
    [[{ invoice_number: 'INV-9', amount: 1 }], 404, { 'allocations.0.invoice_number': 'No invoice has this number.' }],
    [
      [to(mine, 1), to(await insertSentInvoice(owner, other, 100), 1)],
      400,
      { 'allocations.1.invoice_number': 'This invoice belongs to another company.' },
    ],
    [
      [to(await insertSentInvoice(owner, company, 100, { currency: 'USD' }), 1)],
      409,
      { 'allocations.0.invoice_number': 'Pay the invoice in its own currency.' },
    ],
    [
      [to(await insertSentInvoice(owner, company, 100, { status: 'DRAFT' }), 1)],
      409,
      { 'allocations.0.invoice_number': 'This invoice is a Draft. Send it first.' },
    ],
    [[to(mine, 1), to(mine, 2)], 400, { 'allocations.1.invoice_number': 'This invoice is listed twice.' }],
    [[to(mine, 51)], 409, { allocations: '50.00 CAD is left to allocate.' }],
  ]
  for (const [allocations, status, fields] of cases) {
    const answer = await record(receiptOf(company, fields.allocations ? 50 : 500, { allocations }))
    expect([answer.status, answer.body.error.fields]).toEqual([status, fields])
  }
  const tomorrow = await record(receiptOf(company, 5, { receipt_date: '2099-01-01' }))
  expect(tomorrow.body.error.fields).toEqual({ receipt_date: 'The payment date is in the future.' })
  const { rows } = await owner.query('select count(*)::int as n from receipts where company_id = $1', [company])
  expect(rows[0].n).toBe(0)
})

test('RECV-2 an equal receipt is named and taken only when confirmed; Add Payment stays as it is', async () => {
  const company = await insertCustomer(owner)
  const first = await record(receiptOf(company, 80, { reference: 'CHQ 77' }))
  const again = await record(receiptOf(company, 80, { reference: ' chq  77 ', receipt_date: '2026-11-06' }))
  expect([again.status, again.body.error.code, again.body.error.fields]).toEqual([
    409,
    'receipt.possible-duplicate',
    {
      reference: `Receipt ${first.body.id} of 2026-11-05 has this reference and amount.`,
      receipt_id: String(first.body.id),
    },
  ])
  expect((await record(receiptOf(company, 80.01, { reference: 'CHQ 77' }))).status).toBe(201)
  expect((await record(receiptOf(company, 80, { reference: 'CHQ 77', confirm_duplicate: true }))).status).toBe(201)
  const other = await insertCustomer(owner)
  expect((await record(receiptOf(other, 80, { reference: 'CHQ 77' }))).status).toBe(201)
  const invoice = await insertSentInvoice(owner, company, 16_000)
  for (const due of [160, 80])
    expect(
      (
        await ask(people.staff, payments.register, {
          body: paymentBody(invoice, due, { amount_paid: 80, referenceId: 'CHQ 77' }),
        })
      ).status,
    ).toBe(201)
  const racing = await Promise.all(Array.from({ length: 6 }, () => record(receiptOf(other, 9, { reference: 'RACE' }))))
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
})

test('RECV-1 a returned receipt reverses every payment made of it, with one fee, and can be paid again', async () => {
  const company = await insertCustomer(owner)
  const card = await insertCardOf(owner, company)
  const [one, two] = [await insertSentInvoice(owner, company, 10_000), await insertSentInvoice(owner, company, 5_000)]
  const { body: made } = await record(
    receiptOf(company, 160, { reference: 'CHQ BAD', allocations: [to(one, 100), to(two, 50)] }),
  )
  const { body: preview } = await ask(people.staff, receipts.reversal, { params: { id: made.id } })
  expect(preview).toEqual({
    nsf: { fee: 45, fee_currency: 'CAD', cards_held: 1 },
    mistake: { cards_held: 0, restores_nsf: false },
    passes_credit_limit: false,
    puts_on_account: null,
    invoices: [
      { invoice_number: one.invoice_number, amount: 100 },
      { invoice_number: two.invoice_number, amount: 50 },
    ],
  })
  const back = await reverse(made.id, 'nsf')
  expect([back.status, back.body]).toEqual([
    201,
    expect.objectContaining({
      amount: -160,
      reverses_id: made.id,
      reversal_kind: 'nsf',
      on_account: 0,
      cards_changed: 1,
    }),
  ])
  expect(await invoiceOf(one.id)).toEqual({ status: 'SENT', due: 10_000, paid: 0, is_nsf: true })
  expect(await invoiceOf(two.id)).toEqual({ status: 'SENT', due: 5_000, paid: 0, is_nsf: true })
  expect(await feesOf(company)).toEqual([{ code: `NSF-${made.id}`, words: 'NSF fee CHQ BAD', cents: 4500 }])
  expect((await reverse(made.id, 'mistake')).body.error.code).toBe('receipt.reversed')
  expect((await reverse(back.body.id, 'mistake')).body.error.code).toBe('receipt.is-reversal')
  expect((await allocate(made.id, { allocations: [to(one, 1)] })).body.error.code).toBe('receipt.nothing-left')
  await record(receiptOf(company, 150, { allocations: [to(one, 100), to(two, 50)] }))
  expect(await invoiceOf(one.id)).toMatchObject({ status: 'FULLY_PAID', is_nsf: false })
  const { rows } = await owner.query('select card_status from cards where id = $1', [card])
  expect(rows[0].card_status).toBe('RELEASE')
  expect(await breaches()).toEqual([])
})

test('RECV-1 PAY-7 a payment of several reversed as a mistake puts its money on account; the only one reverses its receipt; NSF returns all', async () => {
  const company = await insertCustomer(owner)
  const make = () => Promise.all([1, 2].map(() => insertSentInvoice(owner, company, 10_000)))
  const paymentOf = async (invoice: SentInvoice) =>
    Number((await owner.query('select max(id) as id from settlements where invoice_id = $1', [invoice.id])).rows[0].id)
  const undo = async (invoice: SentInvoice, kind: string) =>
    ask(people.staff, payments.reverse, { params: { id: await paymentOf(invoice) }, body: { kind, reason: 'Wrong' } })
  const [one, two] = (await make()) as [SentInvoice, SentInvoice]
  const { body: made } = await record(receiptOf(company, 200, { allocations: [to(one, 100), to(two, 100)] }))
  const { body: preview } = await ask(people.staff, payments.reversal, { params: { id: await paymentOf(one) } })
  expect(preview).toMatchObject({ puts_on_account: 100, mistake: { cards_held: 0 } })
  expect((await undo(one, 'mistake')).body).toMatchObject({ amount_paid: -100, receipt_id: made.id, amount_due: 100 })
  const receipt = async () => (await ask(people.staff, receipts.get, { params: { id: made.id } })).body
  expect(await receipt()).toMatchObject({ on_account: 100, allocated: 100, is_reversed: false })
  expect((await undo(two, 'mistake')).body.reversal_kind).toBe('mistake')
  expect(await receipt()).toMatchObject({ on_account: 0, allocated: 0, is_reversed: true, reversal_kind: 'mistake' })
  const [three, four] = (await make()) as [SentInvoice, SentInvoice]
  await record(receiptOf(company, 200, { allocations: [to(three, 100), to(four, 100)] }))
  await undo(three, 'nsf')
  expect([await invoiceOf(three.id), await invoiceOf(four.id)]).toEqual(
    [1, 2].map(() => ({ status: 'SENT', due: 10_000, paid: 0, is_nsf: true })),
  )
  expect(await feesOf(company)).toHaveLength(1)
  expect(await breaches()).toEqual([])
})

test('RECV-1 RECV-6 money dated before its invoice is on account until the invoice’s date; a later allocation counts from its day', async () => {
  const company = await insertCustomer(owner)
  const invoice = await insertSentInvoice(owner, company, 10_000, { issued: '2026-09-10', due: '2026-10-10' })
  await record(receiptOf(company, 100, { receipt_date: '2026-08-20', allocations: [to(invoice, 100)] }))
  const statement = async (from: string, day: string) =>
    (await ask(people.staff, accounts.statement, { params: { id: company }, query: { from, to: day } })).body
      .statements[0]
  expect(await statement('2026-08-01', '2026-08-31')).toMatchObject({ closing: -100, paid: 100, invoiced: 0 })
  expect(await statement('2026-09-01', '2026-09-30')).toMatchObject({ opening: -100, closing: 0, invoiced: 100 })
  const { rows } = await owner.query(
    'select settled_on::text, payment_date::text from settlements where invoice_id = $1',
    [invoice.id],
  )
  expect(rows).toEqual([{ settled_on: '2026-09-10', payment_date: '2026-08-20' }])
  const next = await insertSentInvoice(owner, company, 5_000, { issued: '2026-10-01', due: '2026-10-31' })
  const { body: made } = await record(receiptOf(company, 50, { receipt_date: '2026-09-20' }))
  const early = await allocate(made.id, { allocations: [to(next, 50)], allocated_on: '2026-09-30' })
  expect(early.body.error.fields).toEqual({
    allocated_on: 'An allocation cannot be dated before the receipt or the invoice.',
  })
  const far = await allocate(made.id, { allocations: [to(next, 50)], allocated_on: '2099-01-01' })
  expect(far.body.error.fields).toEqual({ allocated_on: 'An allocation cannot be dated in the future.' })
  expect((await allocate(made.id, { allocations: [to(next, 50)], allocated_on: '2026-10-15' })).status).toBe(200)
  expect(await breaches()).toEqual([])
})

test('RECV-1 a customer reads its own receipts and no others, and changes none', async () => {
  const { rows } = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
  const { body: made } = await record(receiptOf(rows[0].id, 12.5))
  const seen = (who: string) => ask(who, receipts.get, { params: { id: made.id } })
  expect((await seen(people.northline)).body).toMatchObject({ amount: 12.5, created_by: null })
  expect((await seen(people.prairie)).status).toBe(404)
  expect((await ask(people.northline, receipts.create, { body: receiptOf(rows[0].id, 1) })).status).toBe(403)
})

test('RECV-1 callers that race over the same receipt and invoices never allocate a cent twice', async () => {
  const company = await insertCustomer(owner)
  for (let round = 0; round < 3; round++) {
    const made = await Promise.all([1, 2, 3].map(() => insertSentInvoice(owner, company, 10_000)))
    const { body } = await record(receiptOf(company, 250))
    const calls = Array.from({ length: 10 }, (_, n) => {
      const [a, b] = [made[n % 3] as SentInvoice, made[(n + 1) % 3] as SentInvoice]
      return n === 7
        ? reverse(body.id, 'mistake')
        : allocate(body.id, { allocations: n % 2 ? [to(a, 40), to(b, 30)] : [to(b, 30), to(a, 40)] })
    })
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await breaches()).toEqual([])
  }
})

test('RECV-2 an equal receipt that is being booked is waited for', async () => {
  const company = await insertCustomer(owner)
  const client = await owner.connect()
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtextextended('receipts of ' || $1::bigint, 0))`, [company])
  let isAnswered = false
  const answer = record(receiptOf(company, 7, { reference: 'TWIN' })).finally(() => {
    isAnswered = true
  })
  const isWaiting = async () =>
    (await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount !== 0
  while (!isAnswered && !(await isWaiting()));
  await client.query(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, 'CAD', 700, '2026-11-05', 'cheque', 'TWIN')`,
    [company],
  )
  await client.query('commit')
  client.release()
  expect((await answer).body.error?.code).toBe('receipt.possible-duplicate')
})

test('LIST-11 downloads of receipts, payments and refunds write the payment mode in words', async () => {
  const name = 'Downloaded Modes'
  const company = await insertCustomer(owner, { name })
  const invoice = await insertSentInvoice(owner, company, 1_000)
  const given = receiptOf(company, 30, { payment_mode: 'pad', allocations: [to(invoice, 10)] })
  const { id } = (await record(given)).body
  await ask(people.staff, refunds.create, {
    body: {
      receipt_id: id,
      amount: 5,
      refund_date: '2026-11-06',
      payment_mode: 'wire',
      reference: 'W 1',
      reason: 'Overpaid',
    },
  })
  const query = { format: 'csv', filter: `company_name:${name}` }
  expect((await ask(people.staff, receipts.list, { query })).text).toContain('Pre-authorized debit')
  expect((await ask(people.staff, refunds.list, { query })).text).toContain('Wire')
  expect((await ask(people.staff, payments.list, { query })).text).toContain('Pre-authorized debit')
})
