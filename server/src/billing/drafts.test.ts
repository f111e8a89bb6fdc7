import { drafts } from '@portal/contract/billing/drafts.ts'
import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { beforeAll, expect, test } from 'vitest'
import { insertTransaction, people } from '../testing/factories.ts'
import { insertCustomer } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, clock } = await testApp()
// Already the 16th in UTC, still the 15th in the provider's time zone.
clock.now = new Date('2026-11-16T04:59:00Z')
const period = { currency: 'CAD', start_date: '2026-10-01', end_date: '2026-10-31' }
let northline = 0
let prairie = 0
beforeAll(async () => {
  const company = async (name: string) =>
    Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
  northline = await company('Northline Haulage')
  prairie = await company('Prairie Freight')
})
const unbilled = async (company_id: number, more: object = {}) =>
  (
    await ask(people.staff, drafts.unbilled, {
      query: { company_id: String(company_id), ...period, ...more } as Record<string, string>,
    })
  ).body
const create = (txn_ids: number[], more: object = {}) =>
  ask(people.staff, drafts.create, { body: { company_id: northline, ...period, txn_ids, ...more } })
type Unbilled = { txn_id: number; amount: number; is_billable: boolean; timestamp: string; auth_code: string }
const cents = (rows: readonly Unbilled[]) => rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)

test('INV-10 unbilled transactions of a company, currency and period are listed with their total, and chosen ones become a Draft', async () => {
  const { transactions, total, flagged } = await unbilled(northline)
  const billable: Unbilled[] = transactions.filter((one: Unbilled) => one.is_billable)
  expect(billable.length).toBeGreaterThan(5)
  expect([Math.round(total * 100), transactions.length - billable.length]).toEqual([cents(billable), flagged])
  expect(transactions.every(({ timestamp }: Unbilled) => timestamp.startsWith('2026-10'))).toBe(true)
  await owner.query(
    `update customers set due_days = 15, language = 'fr', address1 = '5 Elm St', billing_city = 'CA-SK-regina', billing_state = 'CA-SK', billing_country = 'CA'
     where company_id = $1`,
    [northline],
  )
  const chosen = billable.slice(0, 3)
  const made = await create(chosen.map(({ txn_id }) => txn_id))
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      invoice_number: 'INV-2026-000001',
      company_name: 'Northline Haulage',
      status: { key: 'DRAFT', value: 'Draft' },
      issued_date: '2026-11-15',
      due_date: '2026-11-30',
      total_amount: cents(chosen) / 100,
      amount_due: cents(chosen) / 100,
    },
  ])
  const { rows } = await owner.query('select language, bill_to, billing_run_id from invoices where id = $1', [
    made.body.id,
  ])
  expect(rows[0]).toMatchObject({
    language: 'fr',
    billing_run_id: null,
    bill_to: { name: 'Northline Haulage', address1: '5 Elm St', city: 'Regina', state: 'SK', country: 'Canada' },
  })
  // Billed transactions leave the unbilled list, and the next Draft gets the next number.
  const left = (await unbilled(northline)).transactions.map(({ txn_id }: Unbilled) => txn_id)
  expect(left).not.toContain(chosen[0]?.txn_id)
  const next = await create([billable[3]?.txn_id as number])
  expect(next.body.invoice_number).toBe('INV-2026-000002')
})

test('INV-10 an empty period returns the days that have unbilled transactions, by currency', async () => {
  expect((await unbilled(northline)).elsewhere).toEqual([])
  const { transactions, elsewhere } = await unbilled(northline, { start_date: '2020-01-01', end_date: '2020-01-31' })
  expect(transactions).toEqual([])
  const { rows } = await owner.query(
    `select currency, count(*)::int as count, min(txn_at)::date::text as start_date, max(txn_at)::date::text as end_date
     from transactions where company_id = $1 and invoice_id is null group by 1 order by 1`,
    [northline],
  )
  expect(rows.map(({ currency }) => currency)).toEqual(['CAD', 'USD'])
  expect(elsewhere).toEqual(rows)
})

test('INV-10 transactions that cannot be billed are refused on their field, and no Draft or number is created', async () => {
  const waiting = await insertTransaction(owner, northline)
  const credit = await insertTransaction(owner, northline)
  await owner.query(`update transactions set txn_at = '2026-10-09 10:00' where id = any($1)`, [[waiting, credit]])
  await owner.query(`update transactions set amount_cents = -500, flags = '{}' where id = $1`, [credit])
  await owner.query('update transaction_lines set amount_cents = -500, pre_cents = -500 where transaction_id = $1', [
    credit,
  ])
  const { transactions } = await unbilled(northline)
  const [first, second] = transactions.filter((one: Unbilled) => one.is_billable && one.amount > 0)
  const flagged = transactions.find((one: Unbilled) => one.txn_id === waiting)
  const [foreign] = (await unbilled(prairie)).transactions
  const [dollars] = (await unbilled(northline, { currency: 'USD', start_date: '2026-08-01' })).transactions
  const [november] = (await unbilled(northline, { start_date: '2026-11-01', end_date: '2026-11-14' })).transactions
  const before = (await owner.query('select last_number from document_series')).rows
  const faultOf = async (ids: number[]) => {
    const { status, body } = await create([first.txn_id, ...ids])
    return [status, body.error?.fields?.txn_ids]
  }
  expect(await faultOf([flagged.txn_id])).toEqual([409, `Review and accept these first: ${flagged.auth_code}.`])
  expect(await faultOf([foreign.txn_id])).toEqual([
    409,
    'Some of these transactions do not exist, or belong to another company.',
  ])
  expect(await faultOf([987_654_321])).toEqual([
    409,
    'Some of these transactions do not exist, or belong to another company.',
  ])
  if (dollars) expect(await faultOf([dollars.txn_id])).toEqual([409, `Not in CAD: ${dollars.auth_code}.`])
  expect(await faultOf([november.txn_id])).toEqual([409, `Not in this period: ${november.auth_code}.`])
  expect((await create([credit])).body.error.fields.txn_ids).toContain('zero or less')
  expect((await create([])).body.error.fields.txn_ids).toBe('Choose at least one transaction.')
  const provider = (await owner.query(`select id::int from companies where kind = 'provider'`)).rows[0].id
  // Neither an unknown company nor the provider itself is billed.
  for (const company_id of [987_654, provider])
    expect((await create([first.txn_id], { company_id })).body.error.fields.company_id).toBeDefined()
  expect((await owner.query('select last_number from document_series')).rows).toEqual(before)
  // Another user billed one of them first.
  expect((await create([second.txn_id])).status).toBe(201)
  expect(await faultOf([second.txn_id])).toEqual([409, `Already on an invoice: ${second.auth_code}.`])
})

test('INV-10 M7 one of many concurrent requests bills a transaction, and one idempotency key creates one invoice', async () => {
  const [next, later] = (await unbilled(northline)).transactions.filter((one: Unbilled) => one.is_billable)
  const answers = await Promise.all(Array.from({ length: 8 }, () => create([next.txn_id])))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  const keyed = () =>
    ask(people.staff, drafts.create, {
      body: { company_id: northline, ...period, txn_ids: [later.txn_id] },
      headers: { 'idempotency-key': 'draft-of-one' },
    })
  const [one, other] = [await keyed(), await keyed()]
  expect([one.status, other.status, other.body.id]).toEqual([201, 201, one.body.id])
})

test('INV-10 M8 Drafts of several customers made at the same moment get consecutive numbers', async () => {
  const companies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => insertCustomer(owner)))
  const chosen: [number, number[]][] = []
  for (const company of companies) chosen.push([company, [await insertTransaction(owner, company)]])
  await owner.query('update transactions set accepted_at = now() where company_id = any($1)', [companies])
  const lastNumber = async () =>
    (await owner.query(`select coalesce(max(last_number), 0)::int as last from document_series where prefix = 'INV'`))
      .rows[0].last
  const before = await lastNumber()
  const answers = await Promise.all(
    chosen.map(([company_id, ids]) => create(ids, { company_id, start_date: '2020-01-01', end_date: '2030-12-31' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const numbers = answers.map(({ body }) => Number(body.invoice_number.slice(-6))).sort((a, b) => a - b)
  expect(numbers).toEqual(answers.map((_, n) => before + 1 + n))
  expect(await lastNumber()).toBe(before + answers.length)
})

test('INV-5 INV-14 a Draft cannot be sent before its issued date, by hand or by mail, but can be on that day', async () => {
  const transaction = await insertTransaction(owner, northline)
  await owner.query(`update transactions set accepted_at = now() where id = $1`, [transaction])
  const { body: made } = await create([transaction], { start_date: '2026-11-01', end_date: '2026-11-14' })
  const { id, start_date, end_date } = made
  const body = { id, start_date, end_date, issued_date: '2026-11-16', due_date: '2026-12-16' }
  const put = (more: object) => ask(people.staff, invoices.update, { body: { ...body, ...more } })
  const dated = await put({ status: 'DRAFT' })
  expect([dated.status, dated.body.issued_date]).toEqual([200, '2026-11-16'])
  const tooEarly = 'An invoice cannot be sent before its issued date. Choose today or an earlier day.'
  const refused = await put({ status: 'SENT' })
  expect([refused.status, refused.body.error.fields]).toEqual([400, { issued_date: tooEarly }])
  const mailed = await ask(people.staff, invoiceMail.email, { query: { type: 'spol/invoices', id: String(made.id) } })
  expect([mailed.status, mailed.body.error.message]).toEqual([400, `${made.invoice_number}: ${tooEarly}`])
  expect((await owner.query('select status, sent_at from invoices where id = $1', [made.id])).rows).toEqual([
    { status: 'DRAFT', sent_at: null },
  ])
  clock.now = new Date('2026-11-16T05:01:00Z')
  expect((await put({ status: 'SENT' })).body.status.key).toBe('SENT')
})
