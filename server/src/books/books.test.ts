import { booksContract } from '@portal/contract/books/books.ts'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { payments } from '@portal/contract/payments/payments.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { afterEach, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { insertCustomer, insertSentInvoice, paymentBody } from '../testing/paying.ts'
import { refusedBy } from '../testing/refused-by.ts'
import { type Ask, testApp } from '../testing/test-app.ts'

const { ask, owner, clock } = await testApp({ poolSize: 8 })
const { rows: days } = await owner.query<{ today: string }>(`select provider_day($1)::text as today`, [clock.now])
const today = days[0]?.today as string
const close = (through: string | null, changes: object = { reason: 'Month end' }, who: string = people.staff) =>
  ask(who, booksContract.change, { body: { closed_through: through, ...changes } })
afterEach(async () => {
  await owner.query('update books set closed_through = null')
})

let references = 0
/** One of everything that can be undone, booked while the books are open. */
async function prepare() {
  const company = await insertCustomer(owner)
  await owner.query(`update customers set email = 'desk@payer.test' where company_id = $1`, [company])
  const invoice = () => insertSentInvoice(owner, company, 10_000)
  const [spare, paid, returned, credited, written, free, draft, mailed, undone] = [
    await invoice(),
    await invoice(),
    await invoice(),
    await invoice(),
    await invoice(),
    await invoice(),
    await insertSentInvoice(owner, company, 500, { status: 'DRAFT' }),
    await insertSentInvoice(owner, company, 500, { status: 'DRAFT' }),
    await invoice(),
  ]
  // The numbers of these Drafts belong to no year, so that they can be issued today.
  await owner.query(`update invoices set invoice_number = 'DRAFT-' || id where id = any($1)`, [[draft.id, mailed.id]])
  const receipt = async (amount: number, allocations: object[] = []) =>
    (
      await ask(people.staff, receipts.create, {
        body: {
          company_id: company,
          currency: 'CAD',
          amount,
          receipt_date: today,
          payment_mode: 'eft',
          reference: `EFT ${++references}`,
          allocations,
        },
      })
    ).body
  const [onAccount, back, mine, refunded] = [
    await receipt(50),
    await receipt(30, [of(returned, 30)]),
    await receipt(40, [of(undone, 40)]),
    await receipt(10),
  ]
  const amounts = [{ product: 'OTH', province: 'ON', description: 'Agreed', amount: 10 }]
  const { body: note } = await ask(people.staff, creditNotes.create, {
    body: { invoice_number: credited.invoice_number, amounts, reason: 'Agreed', apply: false },
  })
  const { body: applied } = await ask(people.staff, creditNotes.create, {
    body: { invoice_number: credited.invoice_number, amounts, reason: 'Agreed' },
  })
  const { body: writeOff } = await ask(people.staff, writeOffs.create, { body: { ...of(written, 5), reason: 'Small' } })
  const { body: refund } = await ask(people.staff, refunds.create, { body: refundBody(refunded.id) })
  const { rows } = await owner.query('select id::int from settlements where receipt_id = $1', [mine.id])
  return {
    company,
    draft,
    mailed,
    paid,
    free,
    spare,
    credited,
    written,
    onAccount,
    back,
    note,
    applied,
    writeOff,
    refund,
    amounts,
    payment: rows[0].id as number,
  }
}
const of = (one: { invoice_number: string }, amount: number) => ({ invoice_number: one.invoice_number, amount })
const refundBody = (receipt_id: number) => ({
  receipt_id,
  amount: 5,
  refund_date: today,
  payment_mode: 'cheque',
  reference: 'CHQ',
  reason: 'Paid twice',
})
const wire = (company_id: number, receipt_date: string) => ({
  company_id,
  currency: 'CAD',
  amount: 5,
  receipt_date,
  payment_mode: 'wire',
  reference: `W ${++references}`,
})

/** Every way to book something. */
async function waysToBook(booked: Awaited<ReturnType<typeof prepare>>): Promise<[string, Endpoint, Ask][]> {
  const { company, draft, mailed, paid, free, spare, credited, written, onAccount, back, note, applied } = booked
  const { writeOff, refund, amounts, payment } = booked
  const dto = async (one: { id: number }) =>
    (await ask(people.staff, invoices.get, { params: { id: one.id } })).body.invoice_dto
  return [
    [
      'issue',
      invoices.update,
      { body: { ...(await dto(draft)), status: 'SENT', issued_date: today, due_date: today } },
    ],
    ['issue by mail', invoiceMail.email, { query: { type: 'spol/invoices', id: String(mailed.id) } }],
    ['pay', payments.register, { body: paymentBody(paid, 100, { payment_date: today }) }],
    [
      'receive',
      receipts.create,
      {
        body: wire(company, today),
      },
    ],
    [
      'receive back-dated',
      receipts.create,
      {
        body: wire(company, '2026-03-01'),
      },
    ],
    ['allocate', receipts.allocate, { params: { id: onAccount.id }, body: { allocations: [of(free, 5)] } }],
    [
      'allocate back-dated',
      receipts.allocate,
      { params: { id: onAccount.id }, body: { allocations: [of(free, 5)], allocated_on: today } },
    ],
    ['return', receipts.reverse, { params: { id: back.id }, body: { kind: 'nsf', reason: 'NSF' } }],
    ['reverse', payments.reverse, { params: { id: payment }, body: { kind: 'mistake', reason: 'Wrong' } }],
    ['credit', creditNotes.create, { body: { invoice_number: credited.invoice_number, amounts, reason: 'Agreed' } }],
    [
      'credit without an invoice',
      creditNotes.create,
      { body: { company_id: company, currency: 'CAD', amounts, reason: 'Goodwill' } },
    ],
    ['apply', creditNotes.apply, { params: { number: note.credit_note_number }, body: { allocations: [of(free, 5)] } }],
    [
      'unapply',
      creditNotes.unapply,
      {
        params: { number: applied.credit_note_number },
        body: { application_id: applied.applications[0].id, reason: 'x' },
      },
    ],
    ['void', invoices.update, { body: { ...(await dto(spare)), status: 'VOID', reason: 'Wrong' } }],
    ['write off', writeOffs.create, { body: { ...of(written, 5), reason: 'Small' } }],
    ['reverse a write-off', writeOffs.reverse, { params: { id: writeOff.id }, body: { reason: 'Paid' } }],
    ['refund', refunds.create, { body: refundBody(onAccount.id) }],
    ['reverse a refund', refunds.reverse, { params: { id: refund.id }, body: { reason: 'Not cashed' } }],
  ]
}
/** Everything that a closed period must keep. */
const ledger = async (company: number) =>
  (
    await owner.query(
      `select (select jsonb_agg(to_jsonb(i) - 'updated_at' order by id) from invoices i where company_id = $1) as invoices,
        (select count(*) from receipts where company_id = $1) as receipts, (select count(*) from settlements where company_id = $1) as settlements,
        (select count(*) from credit_notes where company_id = $1) as credit_notes, (select count(*) from refunds where company_id = $1) as refunds,
        (select count(*) from outbox where company_id = $1) as mails, (select sum(last_number) from document_series) as numbers`,
      [company],
    )
  ).rows[0]

test('RECV-6 nothing is issued, received, allocated, reversed, credited, voided, written off or refunded in closed books', async () => {
  const booked = await prepare()
  const calls = await waysToBook(booked)
  const { company } = booked
  expect((await close(today)).status).toBe(200)
  const before = await ledger(company)
  for (const [name, endpoint, given] of calls) {
    const answer = await ask(people.staff, endpoint, given)
    expect([name, answer.status, answer.body.error?.message]).toEqual([
      name,
      409,
      `The books are closed through ${today}. Only later dates can be booked.`,
    ])
  }
  expect(await ledger(company)).toEqual(before)
  expect((await close(null, { reason: 'One receipt is missing' })).status).toBe(200)
  for (const [name, endpoint, given] of calls)
    expect([name, (await ask(people.staff, endpoint, given)).status < 300]).toEqual([name, true])
})

test('RECV-6 M15 the database refuses what is dated in closed books, also to the owner, and keeps booked records', async () => {
  const company = await insertCustomer(owner)
  const [invoice, draft] = [
    await insertSentInvoice(owner, company, 10_000, { issued: '2026-10-05', due: '2026-11-05' }),
    await insertSentInvoice(owner, company, 10_000, { status: 'DRAFT', issued: '2026-10-05', due: '2026-11-05' }),
  ]
  await owner.query(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, 'CAD', 500, '2026-11-02', 'eft', 'A')`,
    [company],
  )
  await close('2026-10-31')
  const receipt = `(select max(id) from receipts where company_id = ${company})`
  const cases: [string, string][] = [
    [
      `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values (${company}, 'CAD', 1, '2026-10-31', 'eft', 'B')`,
      'books_closed',
    ],
    [
      `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values (${company}, 'CAD', 1, '2026-11-01', 'eft', 'B')`,
      'done',
    ],
    [
      `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, note, settled_on) values ('write_off', ${company}, ${invoice.id}, 'CAD', 1, 'N', '2026-10-31')`,
      'books_closed',
    ],
    [
      `insert into credit_notes (company_id, currency, credit_note_number, kind, issued_date, total_cents, reason) values (${company}, 'CAD', 'CN-1999-000001', 'amount', '2026-10-01', 1, 'N')`,
      'books_closed',
    ],
    [
      `insert into refunds (company_id, currency, receipt_id, amount_cents, refund_date, payment_mode, reference, note) values (${company}, 'CAD', ${receipt}, 1, '2026-10-31', 'eft', 'R', 'N')`,
      'books_closed',
    ],
    [`update invoices set status = 'SENT' where id = ${draft.id}`, 'books_closed'],
    [`update invoices set issued_date = '2026-11-01' where id = ${invoice.id}`, 'invoices_stay_as_issued'],
    [`update invoices set issued_cents = 1 where id = ${invoice.id}`, 'invoices_stay_as_issued'],
    [`update receipts set receipt_date = '2026-11-03' where id = ${receipt}`, 'booked_records_stay'],
    [`update receipts set amount_cents = 501 where id = ${receipt}`, 'booked_records_stay'],
    [`delete from receipts where id = ${receipt}`, 'booked_records_stay'],
  ]
  for (const [statement, refused] of cases)
    expect([statement, await refusedBy(owner, statement, [])]).toEqual([statement, refused])
})

test('RECV-6 only an Admin of the provider closes the books; opening them again needs a reason; the future stays open', async () => {
  await owner.query(`update users set levels = levels || '{"view_invoices": 1}' where email = $1`, [people.clerk])
  expect((await close(today, {}, people.clerk)).body.error.code).toBe('books.needs-admin')
  const offered = async (who: string) => (await ask(who, booksContract.get, {})).body.can_change
  expect([await offered(people.clerk), await offered(people.staff)]).toEqual([false, true])
  expect((await close('2099-01-01')).body.error.fields).toEqual({
    closed_through: 'The books can be closed through today at the latest.',
  })
  const { body } = await close('2026-10-31', {})
  expect(body).toMatchObject({ closed_through: '2026-10-31', reason: null })
  expect((await close('2026-09-30', {})).body.error.fields).toEqual({ reason: 'Say why the books are opened again.' })
  expect((await close('2026-09-30', { version: body.version, reason: 'A late file' })).status).toBe(200)
  expect((await close('2026-10-31', { version: body.version })).body.error.code).toBe('record.stale')
  const { rows } = await owner.query(
    `select before, after from audit_log where action = 'books.change' order by id desc limit 1`,
  )
  expect(rows[0]).toEqual({
    before: { closed_through: '2026-10-31', reason: null },
    after: { closed_through: '2026-09-30', reason: 'A late file' },
  })
})

test('RECV-6 closing waits for what is being booked, and booking for the closing', async () => {
  const company = await insertCustomer(owner)
  const body = (n: number) => ({
    company_id: company,
    currency: 'CAD',
    amount: 1,
    receipt_date: '2026-10-15',
    payment_mode: 'eft',
    reference: `RACE ${n}`,
  })
  for (let round = 0; round < 3; round++) {
    await owner.query('update books set closed_through = null')
    const answers = await Promise.all([
      ...[1, 2, 3].map((n) => ask(people.staff, receipts.create, { body: body(10 * round + n) })),
      close('2026-10-31', {}),
      ...[4, 5, 6].map((n) => ask(people.staff, receipts.create, { body: body(10 * round + n) })),
    ])
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
    const { rows } = await owner.query(
      `select count(*)::int as n from receipts, books where receipts.company_id = $1 and receipts.created_at > books.updated_at`,
      [company],
    )
    expect(rows[0].n).toBe(0)
  }
})

test('RECV-6 before closing, the open work of the period is counted', async () => {
  const through = '2026-10-31'
  const work = async () => (await ask(people.staff, booksContract.openWork, { query: { through } })).body
  const before = await work()
  const company = await insertCustomer(owner)
  await insertSentInvoice(owner, company, 700, { status: 'DRAFT', issued: '2026-10-20', due: '2026-11-20' })
  await insertSentInvoice(owner, company, 900, { status: 'DRAFT', issued: '2026-11-01', due: '2026-11-20' })
  await owner.query(
    `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source) values ($1, 'OPEN-1', '2026-10-31 23:59', 'CAD', 1234, 'manual'),
       ($1, 'OPEN-2', '2026-11-01 00:00', 'CAD', 1, 'manual')`,
    [company],
  )
  await owner.query(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, 'CAD', 500, '2026-10-02', 'eft', 'A'),
       ($1, 'CAD', 300, '2026-11-01', 'eft', 'B')`,
    [company],
  )
  const after = await work()
  const cad = (list: { currency: string; count: number; amount: number }[]) =>
    list.find(({ currency }) => currency === 'CAD') ?? { count: 0, amount: 0 }
  const moved = (key: 'unbilled' | 'drafts' | 'on_account') => [
    cad(after[key]).count - cad(before[key]).count,
    Math.round(100 * (cad(after[key]).amount - cad(before[key]).amount)),
  ]
  expect([moved('unbilled'), moved('drafts'), moved('on_account')]).toEqual([
    [1, 1234],
    [1, 700],
    [1, 500],
  ])
  expect(after).toMatchObject({ through, quarantined: expect.any(Number) })
  expect(after.untied).toHaveLength(Math.min(10, after.untied_imports))
})
