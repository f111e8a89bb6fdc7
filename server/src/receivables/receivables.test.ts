import { accounts } from '@portal/contract/accounts/accounts.ts'
import { receivables } from '@portal/contract/receivables/receivables.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { insertCustomer, insertPaymentOf, insertSentInvoice } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'
import { receivableHistories } from '../testing/walks/receivable-histories.ts'

const app = await testApp()
const { ask, owner, tokenOf } = app

type Row = { company_id: number; company_name: string; currency: string; total: number; [field: string]: unknown }
const listed = async (as_of: string, query: object = {}) =>
  (await ask(people.staff, receivables.list, { query: { as_of, paged: 'false', ...query } })).body
const rowsOf = async (companyId: number, as_of: string): Promise<Row[]> =>
  (await listed(as_of)).receivables.filter((row: Row) => row.company_id === companyId)
const documentsOf = async (id: number, as_of: string, query: object = {}) =>
  (await ask(people.staff, receivables.documents, { params: { id }, query: { as_of, paged: 'false', ...query } })).body
const addReceipt = (companyId: number, cents: number, day: string) =>
  owner.query(
    `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, 'CAD', $2, $3, 'eft', 'EFT 7')`,
    [companyId, cents, day],
  )
const cents = (amount: number) => Math.round(amount * 100)
const sumOf = (rows: readonly Row[], field = 'total') => rows.reduce((sum, row) => sum + cents(row[field] as number), 0)

test('RECV-7 amounts are by days past due on the day asked for, with money on account below zero in the first', async () => {
  const id = await insertCustomer(owner, { name: 'Dawson Freight' })
  await insertSentInvoice(owner, id, 10_000, { issued: '2026-06-01', due: '2026-07-01' })
  const late = await insertSentInvoice(owner, id, 20_000, { issued: '2026-08-01', due: '2026-08-31' })
  await insertSentInvoice(owner, id, 40_000, { issued: '2026-09-15', due: '2026-10-15' })
  await insertSentInvoice(owner, id, 80_000, { issued: '2026-09-15', due: '2026-10-15', currency: 'USD' })
  await insertPaymentOf(owner, late.id, 5000, { date: '2026-09-20' })
  await addReceipt(id, 700, '2026-09-25')
  const cad = { company_id: id, company_name: 'Dawson Freight', currency: 'CAD', days_61_90: 0 }
  expect(await rowsOf(id, '2026-05-31')).toEqual([])
  expect(await rowsOf(id, '2026-09-01')).toMatchObject([
    {
      ...cad,
      current: 0,
      days_1_30: 200,
      days_31_60: 0,
      days_61_90: 100,
      days_91: 0,
      total: 300,
      oldest_due: '2026-07-01',
    },
  ])
  // One day later the first is 63 days late; the payment and the receipt count from their own days.
  expect(await rowsOf(id, '2026-09-30')).toMatchObject([
    { ...cad, current: 393, days_1_30: 150, days_31_60: 0, days_91: 100, total: 643 },
    { currency: 'USD', current: 800, total: 800, oldest_due: '2026-10-15' },
  ])
  expect(await rowsOf(id, '2026-10-16')).toMatchObject([
    { ...cad, current: -7, days_1_30: 400, days_31_60: 150, days_91: 100, total: 643 },
    { currency: 'USD', current: 0, days_1_30: 800, total: 800 },
  ])
  const { as_of, company_name, documents, totals } = await documentsOf(id, '2026-09-30', { currency: 'CAD' })
  expect({ as_of, company_name }).toEqual({ as_of: '2026-09-30', company_name: 'Dawson Freight' })
  expect(documents).toMatchObject([
    { kind: 'invoice', due_date: '2026-07-01', overdue_days: 91, amount: 100, open: 100 },
    { kind: 'invoice', document: late.invoice_number, date: '2026-08-01', overdue_days: 30, amount: 200, open: 150 },
    { kind: 'invoice', due_date: '2026-10-15', overdue_days: 0, amount: 400, open: 400 },
    { kind: 'receipt', document: 'EFT 7', date: '2026-09-25', due_date: null, overdue_days: 0, amount: -7, open: -7 },
  ])
  expect(totals).toEqual([
    { currency: 'CAD', current: 393, days_1_30: 150, days_31_60: 0, days_61_90: 0, days_91: 100, total: 643 },
  ])
})

test('RECV-7 the oldest amount comes first, totals are of all rows that match, and a page past the end is the last', async () => {
  const { receivables: rows, totals } = await listed('2026-11-17')
  const due = rows.map((row: Row) => row.oldest_due ?? '9999-12-31')
  expect(due).toEqual(due.toSorted())
  for (const currency of ['CAD', 'USD'] as const) {
    const mine = rows.filter((row: Row) => row.currency === currency)
    const filtered = await listed('2026-11-17', { filter: `currency:${currency}` })
    expect(filtered.receivables).toEqual(mine)
    expect(filtered.totals).toEqual(totals.filter((one: Row) => one.currency === currency))
    expect((await listed('2026-11-17', { currency })).receivables).toEqual(mine)
    for (const field of ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'days_91', 'total'])
      expect(cents(filtered.totals[0]?.[field] ?? 0)).toBe(sumOf(mine, field))
  }
  const { body } = await ask(people.staff, receivables.list, {
    query: { as_of: '2026-11-17', size: '1', page: '900', filter: 'company_name::dawson' },
  })
  expect([body.metadata, body.totals]).toEqual([
    { page: 2, size: 1, total_count: 2, total_pages: 2, total_kind: 'exact' },
    (await listed('2026-11-17', { filter: 'company_name::dawson' })).totals,
  ])
})

test('RECV-7 a bad day is named, and CSV holds the day’s rows', async () => {
  for (const as_of of ['2026-02-30', 'today', '1'])
    expect((await ask(people.staff, receivables.list, { query: { as_of } })).body.error.fields).toHaveProperty('as_of')
  const { body } = await ask(people.staff, accounts.get, { params: { id: 1 }, query: { as_of: '2026-11-17' } })
  expect(body.error.code).toBeDefined()
  const csv = await app.app.inject({
    url: '/v2/receivables?as_of=2026-09-01&format=csv&filter=company_name:Dawson%20Freight',
    headers: { authorization: await tokenOf(people.staff) },
  })
  expect(csv.body.slice(1).trimEnd().split('\r\n')).toEqual([
    'Company,Currency,Not due yet,1–30 days,31–60 days,61–90 days,91 days and more,Total,Oldest due date',
    'Dawson Freight,CAD,0,200,0,100,0,300,2026-07-01',
  ])
  const { rows } = await owner.query(
    `select after from audit_log where action = 'receivables.list.export' order by id desc limit 1`,
  )
  expect(rows[0].after).toMatchObject({ format: 'csv', as_of: '2026-09-01' })
})

test('RECV-7 page, statements and open documents have one sum on any day of a random history', () =>
  receivableHistories(app)(11))
