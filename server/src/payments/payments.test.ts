import { drafts } from '@portal/contract/billing/drafts.ts'
import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { message } from '@portal/contract/message.ts'
import { type PaymentRow, payments } from '@portal/contract/payments/payments.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { settleHolds } from '../accounts/holds.jobs.ts'
import { people, voidDirectly } from '../testing/factories.ts'
import { insertCardOf, insertCustomer, insertSentInvoice, paymentBody, type SentInvoice } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database, clock, tokenOf } = await testApp({ poolSize: 8 })

const newCustomer = (terms = {}) => insertCustomer(owner, terms)
const newCard = (companyId: number, status = 'RELEASE') => insertCardOf(owner, companyId, status)
const pay = (invoice: SentInvoice, due: number, changes: object = {}, headers = {}) =>
  ask(people.staff, payments.register, { body: paymentBody(invoice, due, changes), headers })
const reverse = (id: number, reason = 'Not enough funds') =>
  ask(people.staff, payments.reverse, { params: { id }, body: { reason } })
const invoiceOf = async (id: number) =>
  (
    await owner.query(
      'select status, is_nsf, paid_cents::int as paid, due_cents::int as due from invoices where id = $1',
      [id],
    )
  ).rows[0]
const statusOf = async (id: number): Promise<string> =>
  (await owner.query('select card_status from cards where id = $1', [id])).rows[0].card_status
const eventsOf = async (id: number) =>
  (
    await owner.query(
      `select from_status, to_status, note, user_name from card_events where card_id = $1 and kind = 'status' order by id`,
      [id],
    )
  ).rows

test('PAY-3 the modes are cheque, cash and interac, by name and code', async () => {
  expect((await ask(people.clerk, payments.modes)).body).toEqual({
    payment_mode_list: [
      { name: 'Cheque', code: 'cheque' },
      { name: 'Cash', code: 'cash' },
      { name: 'Interac/debit/credit', code: 'interac_debit_credit' },
    ],
  })
})

test('PAY-4 PAY-5 a partial payment makes the invoice Partially Paid, the rest Fully Paid, and both are in the audit log', async () => {
  const invoice = await insertSentInvoice(owner, await newCustomer(), 100_000)
  const part = await pay(invoice, 1000, { amount_paid: 400.1 })
  expect([part.status, part.body]).toEqual([
    201,
    expect.objectContaining({
      amount_paid: 400.1,
      amount_due: 599.9,
      invoice_status: 'PARTIALLY_PAID',
      referenceId: 'CHQ 1001',
      is_reversed: false,
    }),
  ])
  expect((await pay(invoice, 599.9)).body).toMatchObject({ invoice_status: 'FULLY_PAID', amount_due: 0 })
  expect(await invoiceOf(invoice.id)).toEqual({ status: 'FULLY_PAID', is_nsf: false, paid: 100_000, due: 0 })
  const { rows } = await owner.query(
    `select after from audit_log where action = 'payments.register' and record_id = $1`,
    [part.body.id],
  )
  expect(rows[0].after).toMatchObject({ amount: 400.1, currency: 'CAD', status: 'PARTIALLY_PAID' })
})

type Refusal = ['invoice' | 'draft' | 'paid' | 'gone', object, number, string, Record<string, string>]
const refusals = (tomorrow: string): Refusal[] => [
  [
    'invoice',
    { amount_paid: 100.01 },
    409,
    'payment.exceeds-due',
    { amount_paid: 'Amount paid cannot exceed amount due.' },
  ],
  ['invoice', { currency: 'USD' }, 409, 'payment.currency', { currency: 'Pay the invoice in its own currency.' }],
  [
    'invoice',
    { amount_due: 99, amount_paid: 50 },
    409,
    'payment.stale-due',
    { amount_due: 'The amount due is now 100.00 CAD. Close this dialog and open it again.' },
  ],
  [
    'invoice',
    { payment_date: '1926-11-10' },
    400,
    'payment.too-early',
    { payment_date: 'The payment date is more than a year before the invoice.' },
  ],
  [
    'invoice',
    { payment_date: tomorrow },
    400,
    'payment.future',
    { payment_date: 'The payment date is in the future.' },
  ],
  [
    'invoice',
    { company_name: 'Prairie Freight' },
    400,
    'payment.other-company',
    { company_name: 'This invoice belongs to another company.' },
  ],
  ['invoice', { invoice_id: 'INV-0000-1' }, 404, 'record.not-found', { invoice_id: 'No invoice has this number.' }],
  ['invoice', { amount_paid: -1 }, 400, 'request.invalid', { amount_paid: 'Must be 0.01 or more.' }],
  ['invoice', { amount_paid: 0 }, 400, 'request.invalid', { amount_paid: 'Must be 0.01 or more.' }],
  ['invoice', { amount_paid: 1.005 }, 400, 'request.invalid', { amount_paid: 'Use at most 2 decimals.' }],
  ['invoice', { amount_paid: '12,34' }, 400, 'request.invalid', { amount_paid: 'Enter a number.' }],
  [
    'invoice',
    { payment_mode: 'barter' },
    400,
    'request.invalid',
    { payment_mode: 'Choose one of: cheque, cash, interac_debit_credit.' },
  ],
  ['invoice', { referenceId: ' ' }, 400, 'request.invalid', { referenceId: 'This field is required.' }],
  ['invoice', { payment_date: '10/11/2025' }, 400, 'request.invalid', { payment_date: 'Enter a date as YYYY-MM-DD.' }],
  ['draft', {}, 409, 'payment.invoice-draft', { invoice_id: 'This invoice is a Draft. Send it first.' }],
  ['paid', {}, 409, 'payment.invoice-paid', { invoice_id: 'This invoice is fully paid.' }],
  ['gone', {}, 409, 'payment.invoice-void', { invoice_id: 'A void invoice cannot be paid.' }],
]

test('PAY-2 M10 M12 each rejection has its own code at its field, and nothing is written', async () => {
  const company = await newCustomer()
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const draft = await insertSentInvoice(owner, company, 10_000, { status: 'DRAFT' })
  const paid = await insertSentInvoice(owner, company, 10_000)
  await pay(paid, 100)
  const gone = await insertSentInvoice(owner, company, 10_000)
  await owner.query('update transactions set invoice_id = null where invoice_id = $1', [gone.id])
  await voidDirectly(owner, gone.id)
  const tomorrow = addDays((await owner.query('select provider_day(now())::text as day')).rows[0].day, 1)
  const invoices = { invoice, draft, paid, gone }
  for (const [target, changes, status, code, fields] of refusals(tomorrow)) {
    const answer = await pay(invoices[target], 100, changes)
    expect([changes, answer.status, answer.body.error?.code, answer.body.error?.fields]).toEqual([
      changes,
      status,
      code,
      fields,
    ])
  }
  const { rows } = await owner.query('select count(*)::int as count from receipts where company_id = $1', [company])
  expect(rows[0].count).toBe(1)
})

test('PAY-2 M5 of 24 simultaneous payments of the full amount one succeeds, over several rounds', async () => {
  const [company] = await Promise.all([newCustomer(), tokenOf(people.staff)])
  for (let round = 0; round < 5; round++) {
    const invoice = await insertSentInvoice(owner, company, 12_345)
    const answers = await Promise.all(Array.from({ length: 24 }, () => pay(invoice, 123.45)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(23).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.error.code))).toEqual(
      new Set(['payment.invoice-paid']),
    )
    expect(await invoiceOf(invoice.id)).toEqual({ status: 'FULLY_PAID', is_nsf: false, paid: 12_345, due: 0 })
  }
})

test('PAY-4 M6 the same key pays once, and is rejected with another body', async () => {
  const invoice = await insertSentInvoice(owner, await newCustomer(), 10_000)
  const key = { 'idempotency-key': 'pay-once' }
  const [one, other] = await Promise.all([
    pay(invoice, 100, { amount_paid: 30 }, key),
    pay(invoice, 100, { amount_paid: 30 }, key),
  ])
  expect([one.status, other.status, one.body.id]).toEqual([201, 201, other.body.id])
  expect((await pay(invoice, 100, { amount_paid: 31 }, key)).body.error.code).toBe('idempotency.mismatch')
  expect((await invoiceOf(invoice.id)).paid).toBe(3000)
})

/** Two invoices, of 100 and 200 dollars, whose payments the bank returned. */
async function returnedPair(company: number): Promise<[SentInvoice, SentInvoice]> {
  const pair: [SentInvoice, SentInvoice] = [
    await insertSentInvoice(owner, company, 10_000),
    await insertSentInvoice(owner, company, 20_000),
  ]
  for (const [at, invoice] of pair.entries()) await reverse((await pay(invoice, 100 * (at + 1))).body.id)
  return pair
}
test('PAY-5 M13 a returned payment is reversed by its own row, with a fee, the badge and the cards on hold', async () => {
  const company = await newCustomer({ currency: 'USD' })
  const [card, held, closed] = [
    await newCard(company),
    await newCard(company, 'HOLD'),
    await newCard(company, 'CLOSED'),
  ]
  const invoice = await insertSentInvoice(owner, company, 10_000)
  await pay(invoice, 100, { amount_paid: 25 })
  const paid = await pay(invoice, 75)
  const back = await reverse(paid.body.id)
  expect([back.status, back.body]).toEqual([
    201,
    expect.objectContaining({
      amount_paid: -75,
      reverses_id: paid.body.id,
      invoice_status: 'PARTIALLY_PAID',
      amount_due: 75,
      note: 'Not enough funds',
      cards_changed: 1,
    }),
  ])
  expect(await invoiceOf(invoice.id)).toEqual({ status: 'PARTIALLY_PAID', is_nsf: true, paid: 2500, due: 7500 })
  expect(await Promise.all([card, held, closed].map(statusOf))).toEqual(['HOLD', 'HOLD', 'CLOSED'])
  expect(await eventsOf(card)).toEqual([
    {
      from_status: 'RELEASE',
      to_status: 'HOLD',
      note: message('card.hold-nsf', { invoice: invoice.invoice_number }),
      user_name: null,
    },
  ])
  const fee = (await ask(people.staff, transactions.get, { params: { id: `NSF-${paid.body.receipt_id}` } })).body
  expect(fee).toMatchObject({
    txn_amount: 45,
    currency: 'USD',
    card_number: null,
    source: 'fee',
    is_invoiced: false,
    flags: [],
    txn_company: company,
  })
  expect(fee.txn_attr).toEqual([
    expect.objectContaining({ dtl_prd_cd: 'FEE', dtl_amt: 45, dtl_qty: 1, dtl_net_price: 45 }),
  ])
  expect((await reverse(paid.body.id)).body.error.code).toBe('payment.reversed')
  expect((await reverse(back.body.id)).body.error.code).toBe('payment.is-reversal')
  expect((await reverse(paid.body.id, ' ')).body.error.fields).toEqual({ reason: 'This field is required.' })
  await expect(
    owner.query('select count(*)::int as n from settlements where invoice_id = $1', [invoice.id]),
  ).resolves.toMatchObject({
    rows: [{ n: 3 }],
  })
})

test('PAY-5 two simultaneous reversals of one payment reverse it once, with one fee', async () => {
  const company = await newCustomer()
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const { body } = await pay(invoice, 100)
  const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(body.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect(
    (
      await owner.query(`select count(*)::int as n from transactions where company_id = $1 and source = 'fee'`, [
        company,
      ])
    ).rows[0].n,
  ).toBe(1)
})

test('PAY-5 a returned payment is covered by paying its amount again, before the whole invoice is paid', async () => {
  const company = await newCustomer({})
  const card = await newCard(company)
  const invoice = await insertSentInvoice(owner, company, 10_000)
  const paid = await pay(invoice, 100, { amount_paid: 60 })
  await reverse(paid.body.id)
  await pay(invoice, 100, { amount_paid: 59.99 })
  expect([await invoiceOf(invoice.id), await statusOf(card)]).toEqual([
    { status: 'PARTIALLY_PAID', is_nsf: true, paid: 5999, due: 4001 },
    'HOLD',
  ])
  await pay(invoice, 40.01, { amount_paid: 0.01 })
  expect([await invoiceOf(invoice.id), await statusOf(card)]).toEqual([
    { status: 'PARTIALLY_PAID', is_nsf: false, paid: 6000, due: 4000 },
    'RELEASE',
  ])
})

test('PAY-5 cards are released once every returned payment is covered, except those a user changed', async () => {
  const company = await newCustomer()
  const [free, held, released, closed, again] = [
    await newCard(company),
    await newCard(company, 'HOLD'),
    await newCard(company),
    await newCard(company),
    await newCard(company),
  ]
  const [first, second] = await returnedPair(company)
  expect(await Promise.all([free, held, released, closed, again].map(statusOf))).toEqual(Array(5).fill('HOLD'))
  await ask(people.staff, cardBulk.hold, { body: { cardIds: [again], reason: 'Lost' } })
  await ask(people.staff, cardBulk.release, { body: { cardIds: [released] } })
  await ask(people.staff, cardBulk.hold, { body: { cardIds: [released], reason: 'Changed my mind' } })
  await owner.query(`update cards set card_status = 'CLOSED' where id = $1`, [closed])
  expect((await pay(first, 100)).body.cards_changed).toBe(0)
  expect(await statusOf(free)).toBe('HOLD')
  expect((await pay(second, 200)).body.cards_changed).toBe(1)
  expect(await Promise.all([free, held, released, closed, again].map(statusOf))).toEqual([
    'RELEASE',
    'HOLD',
    'HOLD',
    'CLOSED',
    'HOLD',
  ])
  expect((await eventsOf(free)).at(-1)).toEqual({
    from_status: 'HOLD',
    to_status: 'RELEASE',
    note: 'card.release-nsf',
    user_name: null,
  })
  expect(
    (await owner.query('select count(*)::int as n from automatic_holds where company_id = $1', [company])).rows[0].n,
  ).toBe(0)
})

test('PAY-5 covering the last two returned payments at once leaves no card on hold', async () => {
  const company = await newCustomer()
  const card = await newCard(company)
  for (let round = 0; round < 4; round++) {
    const [first, second] = await returnedPair(company)
    await Promise.all([pay(first, 100), pay(second, 200)])
    expect([round, await statusOf(card)]).toEqual([round, 'RELEASE'])
  }
})

test('PAY-5 a customer cannot release a card held by the rule, the provider can, and a void invoice has nothing to cover', async () => {
  const { rows } = await owner.query<{ id: number }>(`select id::int from companies where name = 'Northline Haulage'`)
  const company = rows[0]?.id as number
  const [card, other] = [await newCard(company), await newCard(company)]
  const invoice = await insertSentInvoice(owner, company, 10_000)
  await reverse((await pay(invoice, 100)).body.id)
  const refused = await ask(people.northline, cardBulk.release, { body: { cardIds: [card] } })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'card.held-by-rule'])
  // A manual hold first does not get around the rule.
  expect((await ask(people.northline, cardBulk.hold, { body: { cardIds: [card], reason: 'Ours' } })).body).toEqual({
    cards: 1,
    changed: 1,
    undo_ids: [],
  })
  expect((await ask(people.northline, cardBulk.release, { body: { cardIds: [card] } })).status).toBe(409)
  expect((await ask(people.staff, cardBulk.release, { body: { cardIds: [card] } })).status).toBe(200)
  await owner.query('update transactions set invoice_id = null where invoice_id = $1', [invoice.id])
  await voidDirectly(owner, invoice.id)
  expect((await invoiceOf(invoice.id)).is_nsf).toBe(false)
  await settleHolds({ database })
  expect(await Promise.all([card, other].map(statusOf))).toEqual(['RELEASE', 'RELEASE'])
})

test('PAY-6 the list shows the reader’s own payments, newest first, and filters by mode', async () => {
  const { rows } = await owner.query<{ id: number }>(`select id::int from companies where name = 'Prairie Freight'`)
  const invoice = await insertSentInvoice(owner, rows[0]?.id as number, 30_000)
  await pay(invoice, 300, { amount_paid: 100, payment_mode: 'cash', payment_date: '2026-02-03' })
  await pay(invoice, 200, { amount_paid: 200, payment_mode: 'interac_debit_credit', payment_date: '2026-02-05' })
  const listed = (await ask(people.prairie, payments.list)).body.payments as PaymentRow[]
  expect(
    listed.map(({ amount_paid, invoice_number, payment_mode }) => [amount_paid, invoice_number, payment_mode]),
  ).toEqual([
    [200, invoice.invoice_number, 'interac_debit_credit'],
    [100, invoice.invoice_number, 'cash'],
  ])
  const cash = (
    await ask(people.staff, payments.list, { query: { filter: ['payment_mode:cash', 'company_name:Prairie Freight'] } })
  ).body
  expect([cash.metadata.total_count, cash.payments[0]]).toEqual([
    1,
    expect.objectContaining({
      company_name: 'Prairie Freight',
      issued_date: '2026-11-01',
      due_date: '2026-12-01',
      payment_date: '2026-02-03',
    }),
  ])
  expect(
    (await ask(people.northline, payments.list, { query: { filter: 'company_name:Prairie Freight' } })).body.payments,
  ).toEqual([])
})

test('LIST-13 a payment accepts its currency in any spelling', async () => {
  const company = await insertCustomer(owner)
  for (const [currency, spellings] of Object.entries({ CAD: ['C', 'CN', 'cad'], USD: ['U', 'US'] }))
    for (const spelling of spellings) {
      const invoice = await insertSentInvoice(owner, company, 1000, { currency })
      const paid = await ask(people.staff, payments.register, {
        body: paymentBody(invoice, 10, { currency: spelling }),
      })
      expect([spelling, paid.status, paid.body.currency]).toEqual([spelling, 201, currency])
    }
  const other = await insertSentInvoice(owner, company, 1000)
  expect(
    (await ask(people.staff, payments.register, { body: paymentBody(other, 10, { currency: 'EUR' }) })).status,
  ).toBe(400)
})

test('INV-10 PAY-5 after a returned payment Add Invoice lists the fee with the other unbilled transactions, timed to the second', async () => {
  const company = await insertCustomer(owner)
  const paid = await ask(people.staff, payments.register, {
    body: paymentBody(await insertSentInvoice(owner, company, 1000), 10),
  })
  clock.now = new Date(Math.floor(Date.now() / 1000) * 1000 + 123)
  expect((await reverse(paid.body.id)).status).toBe(201)
  const query = { company_id: String(company), currency: 'CAD', start_date: '2020-01-01', end_date: '2999-12-31' }
  const { status, body } = await ask(people.staff, drafts.unbilled, { query })
  expect([status, body.transactions.map(({ timestamp }: { timestamp: string }) => timestamp)]).toEqual([
    200,
    [expect.stringMatching(/T\d\d:\d\d:\d\d$/)],
  ])
})
