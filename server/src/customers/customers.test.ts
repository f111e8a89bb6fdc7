import { accounts } from '@portal/contract/accounts/accounts.ts'
import { customers } from '@portal/contract/customers/customers.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { lookups } from '@portal/contract/lookups/lookups.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { billTransactions, insertTransaction, people, setInvoiceStatus } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const idOf = async (name: string): Promise<number> =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const cobalt = await idOf('Cobalt Transport')
const asked = { params: { id: cobalt } }
const get = async () => (await ask(people.staff, customers.get, asked)).body
const put = (body: object, id = cobalt) => ask(people.staff, customers.update, { params: { id }, body })

test('CUST-1 CUST-5 the list counts transactions and invoices instead of storing entered numbers', async () => {
  const before = (await ask(people.staff, customers.list, { query: { filter: 'name:Cobalt Transport' } })).body
    .customers[0]
  expect(before).toMatchObject({
    id: cobalt,
    name: 'Cobalt Transport',
    phone: '7055550177',
    crm_id: expect.stringMatching(/^CRM-/),
    rate: null,
  })
  const made = await insertTransaction(owner, cobalt)
  const other = await insertTransaction(owner, cobalt)
  await billTransactions(owner, [made])
  const voided = await billTransactions(owner, [other])
  const count = async () =>
    (await ask(people.staff, customers.list, { query: { filter: 'name:Cobalt Transport' } })).body.customers[0]
  expect(await count()).toMatchObject({ order_cnt: before.order_cnt + 2, invoice_cnt: before.invoice_cnt + 2 })
  await owner.query('update transactions set invoice_id = null where id = $1', [other])
  await owner.query(`update invoices set status = 'VOID' where id = $1`, [voided])
  await owner.query('delete from transactions where id = $1', [other])
  expect(await count()).toMatchObject({ order_cnt: before.order_cnt + 1, invoice_cnt: before.invoice_cnt + 1 })
})

test('CUST-1 COMP-7 a company waiting for approval is not a customer yet', async () => {
  const waiting = await idOf('Blue Heron Express')
  const list = await ask(people.staff, customers.list, { query: { size: '50' } })
  expect(list.body.customers.map(({ id }: { id: number }) => id)).not.toContain(waiting)
  expect((await ask(people.staff, customers.get, { params: { id: waiting } })).status).toBe(404)
})

test('CUST-2 name, currency, e-mail and billing address are required, each reported at its field', async () => {
  const missing = await put({})
  expect([missing.status, missing.body.error.fields]).toEqual([
    400,
    {
      name: 'This field is required.',
      currency_id: 'This field is required.',
      email: 'This field is required.',
      address1: 'This field is required.',
    },
  ])
  const empty = await put({ name: ' ', currency_id: '', email: '', address1: '' })
  expect(Object.values(empty.body.error.fields)).toEqual(Array(4).fill('This field is required.'))
  const base = { name: 'Cobalt Transport', currency_id: 'CAD', email: 'a@b.test', address1: '1 Main' }
  const bad = await put({
    ...base,
    due_days: 400,
    credit_limit: 1.005,
    site_url: 'javascript:alert(1)',
    document_email: 'no',
    hold_rule: 'maybe',
    nonsense: 1,
  })
  expect(bad.body.error.fields).toEqual({
    due_days: 'Must be 365 or less.',
    credit_limit: 'Use at most 2 decimals.',
    site_url: 'Enter a web address.',
    document_email: 'Please enter a valid email.',
    hold_rule: 'Choose one of: warn, hold.',
    nonsense: 'This field is not supported here.',
  })
  const words = {
    due_days: 'Use a whole number.',
    tax_id: 'Choose one from the list.',
    revenue_id: 'Choose one from the list.',
  }
  expect((await put({ ...base, due_days: 1.5, tax_id: 'VAT', revenue_id: 7 })).body.error.fields).toEqual(words)
  expect((await put({ ...base, due_days: 'soon', billing_country: 'Canada' })).body.error.fields).toEqual({
    due_days: 'Enter a number.',
    billing_country: 'Choose a country from the list.',
  })
  expect((await put(JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1}'))).status).toBe(400)
  expect((await put({ ...base, currency_id: 'EUR' })).body.error.fields).toEqual({ currency_id: 'Choose CAD or USD.' })
})

test('RECV-8 a limit for each currency is set and removed by itself, also under the name of the only one', async () => {
  const { name, currency_id, email, address1 } = await get()
  const base = { name, currency_id, email, address1 }
  const limits = async (change: object) => {
    const { body } = await put({ ...base, ...change })
    return [body.credit_limit, body.credit_limits]
  }
  expect(await limits({ credit_limits: { CAD: 36_000, USD: 500 } })).toEqual([36_000, { CAD: 36_000, USD: 500 }])
  expect(await limits({ credit_limits: { USD: 600 } })).toEqual([36_000, { CAD: 36_000, USD: 600 }])
  expect(await limits({ credit_limit: 70 })).toEqual([70, { CAD: 70, USD: 600 }])
  // A whole record sent back with one of the two names changed.
  const record = await get()
  expect(await limits({ ...record, credit_limit: 80 })).toEqual([80, { CAD: 80, USD: 600 }])
  const both = { ...(await get()), credit_limit: 81, credit_limits: { CAD: 90, USD: 600 } }
  expect(await limits(both)).toEqual([90, { CAD: 90, USD: 600 }])
  // In the other currency, the same name means the other limit.
  expect(await limits({ currency_id: 'USD', credit_limit: 650 })).toEqual([650, { CAD: 90, USD: 650 }])
  expect(await limits({ credit_limits: { CAD: null, USD: null } })).toEqual([null, { CAD: null, USD: null }])
  const refused = await put({ ...base, credit_limits: { CAD: -1, USD: 1.005, EUR: 1 } })
  expect(refused.status).toBe(400)
})

test('CUST-2 CUST-3 every field reads back as saved, omitted fields stay, and the audit log records the difference', async () => {
  const record = await get()
  const wanted = {
    ...record,
    name: 'Cobalt Transport Ltd',
    currency_id: 'C',
    rate: 1.2345,
    credit_limit: 25_000.5,
    hold_rule: 'hold',
    due_days: 10,
    language: 'fr',
    billing_cycle: 'weekly',
    is_capped_at_retail: true,
    broker: 'yes',
    broker_ids: ['B-1', 'B-2'],
    info: 'First line\nSecond line',
    shipping_country: 'CA',
    shipping_state: 'CA-QC',
    shipping_city: 'CA-QC-montreal',
    address2: '9 Dock',
    tax_id: 'HST',
    revenue_id: 'OTHER',
  }
  const saved = await put(wanted)
  expect(saved.status).toBe(200)
  const expected = {
    ...wanted,
    currency_id: 'CAD',
    credit_limits: { CAD: 25_000.5, USD: null },
    broker_id: 'B-1',
    version: record.version + 1,
    updated_at: expect.any(String),
  }
  expect(saved.body).toEqual(expected)
  expect(await get()).toEqual(expected)
  const { rows } = await owner.query(
    `select before, after from audit_log where action = 'customers.update' and record_id = $1 order by id desc limit 1`,
    [cobalt],
  )
  expect(rows[0].after).toMatchObject({ name: 'Cobalt Transport Ltd', due_days: 10, credit_limit_cad: 25_000.5 })
  expect(rows[0].before).toMatchObject({ name: 'Cobalt Transport', due_days: 15, credit_limit_cad: null })
  expect(rows[0].after).not.toHaveProperty('phone')

  const { name, currency_id, email, address1 } = saved.body
  const kept = await put({ name, currency_id, email, address1, phone: null })
  expect(kept.body).toMatchObject({
    phone: null,
    due_days: 10,
    info: 'First line\nSecond line',
    broker_ids: ['B-1', 'B-2'],
  })
})

test('FORM-7 a customer that another user saved meanwhile is not overwritten', async () => {
  const { version, name, currency_id, email, address1 } = await get()
  const body = { name, currency_id, email, address1 }
  expect((await put({ ...body, crm_id: 'ONE', version })).status).toBe(200)
  const second = await put({ ...body, crm_id: 'TWO', version })
  expect([second.status, second.body.error.code]).toEqual([409, 'record.stale'])
  expect((await get()).crm_id).toBe('ONE')
})

test('CUST-2 COMP-5 a city of another province is rejected at its field, for both addresses', async () => {
  const { name, currency_id, email, address1 } = await get()
  const body = { name, currency_id, email, address1 }
  const billing = await put({ ...body, billing_country: 'CA', billing_state: 'CA-ON', billing_city: 'CA-QC-montreal' })
  expect(billing.body.error.fields).toEqual({ billing_city: 'Choose a city of this state.' })
  const shipping = await put({ ...body, shipping_country: 'US', shipping_state: 'CA-ON', shipping_city: null })
  expect(shipping.body.error.fields).toEqual({ shipping_state: 'Choose a state of this country.' })
})

test('CUST-5 the page’s figures: cards, unbilled transactions, open invoices and their age', async () => {
  const acadia = await idOf('Acadia Trucking')
  const overview = async () => (await ask(people.staff, customers.overview, { params: { id: acadia } })).body
  const account = async () =>
    (await ask(people.staff, accounts.get, { params: { id: acadia } })).body.balances.find(
      ({ currency }: { currency: string }) => currency === 'CAD',
    )
  const [before, owedBefore] = [await overview(), await account()]
  expect(before).toMatchObject({ open_count: 0, open_invoices: [], users: 0 })
  const cards = await owner.query('select count(*)::int as count from cards where company_id = $1', [acadia])
  expect(before.cards.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(cards.rows[0].count)
  const ids = []
  for (let made = 0; made < 4; made++) ids.push(await insertTransaction(owner, acadia))
  expect((await account()).unbilled).toBeCloseTo((owedBefore?.unbilled ?? 0) + 4, 2)
  for (const [index, days] of [10, 0, -1, -45].entries()) {
    const invoice = await billTransactions(owner, [ids[index] as number])
    await owner.query(
      `update invoices set status = 'SENT', issued_date = current_date - 90, due_date = (now() at time zone 'America/Toronto')::date + $2::int where id = $1`,
      [invoice, days],
    )
  }
  const after = await overview()
  expect(await account()).toMatchObject({
    current: 2,
    days_1_30: 1,
    days_31_60: 1,
    days_61_90: 0,
    days_91: 0,
    unpaid: 4,
  })
  expect(after.open_count).toBe(4)
  expect(
    after.open_invoices.map(({ badge, is_overdue, overdue_days }: never) => [badge, is_overdue, overdue_days]),
  ).toEqual([
    ['Open', true, 45],
    ['Open', true, 1],
    ['Open', false, 0],
    ['Open', false, 0],
  ])
})

test('UX-1 what waits for a customer is counted as its lists filter it, as are the markups that still apply', async () => {
  const [id, name] = [await idOf('Prairie Freight'), 'Prairie Freight']
  const overview = async () => (await ask(people.staff, customers.overview, { params: { id } })).body
  const waiting = await insertTransaction(owner, id)
  await owner.query(`update transactions set flags = '{no_markup}' where id = $1`, [waiting])
  await owner.query(
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body, status)
     values ($1, 'invoice', 'freshfuels', 'a@b.test', 's', 't', 'failed')`,
    [id],
  )
  const { waiting: counts, documents, markups: priced } = await overview()
  const listed = async (endpoint: Endpoint, ...filter: string[]) =>
    (await ask(people.staff, endpoint, { query: { filter: [`company_name:${name}`, ...filter], size: '50' } })).body
      .metadata.total_count
  expect(counts).toEqual({
    unbilled: await listed(transactions.list, 'billing:open'),
    to_review: await listed(transactions.list, 'review:open'),
    drafts: await listed(invoices.list, 'status:DRAFT'),
    failed_mails: 1,
  })
  expect(counts.to_review).toBeGreaterThan(0)
  expect(priced).toBeGreaterThan(0)
  expect(documents).toEqual([])
  await owner.query(`update markups set to_date = current_date - 2 where company_id = $1 and to_date is null`, [id])
  expect((await overview()).markups).toBe(0)
})

test('UX-1 the newest documents are issued invoices, receipts and credit notes, each as it was issued', async () => {
  const id = await idOf('Prairie Freight')
  const billed = async (status: 'DRAFT' | 'SENT' | 'FULLY_PAID') => {
    const invoice = await billTransactions(owner, [await insertTransaction(owner, id)])
    await setInvoiceStatus(owner, invoice, status)
    return invoice
  }
  await billed('DRAFT')
  const paid = await billed('FULLY_PAID')
  const voided = await billed('SENT')
  await setInvoiceStatus(owner, voided, 'VOID')
  const { documents } = (await ask(people.staff, customers.overview, { params: { id } })).body
  const dates = documents.map(({ date }: { date: string }) => date)
  expect(dates).toEqual(dates.toSorted().reverse())
  const shown = documents.map(({ kind, status, amount }: never) => [kind, status, amount]).sort()
  expect(shown).toEqual([
    ['credit_note', null, 1],
    ['invoice', 'FULLY_PAID', 1],
    ['invoice', 'VOID', 1],
    ['receipt', null, 1],
  ])
  expect(
    documents
      .filter(({ kind }: { kind: string }) => kind === 'invoice')
      .map((one: { id: number }) => one.id)
      .sort(),
  ).toEqual([paid, voided].sort())
})

test('BRAND-3 UX-10 the brand of a customer’s documents is changed with its terms, and only if it is sent', async () => {
  const { name, currency_id, email, address1, brand } = await get()
  const base = { name, currency_id, email, address1 }
  expect(brand).toBe('freshfuels')
  expect((await put({ ...base, brand: 'fleets' })).body.brand).toBe('fleets')
  expect((await put(base)).body.brand).toBe('fleets')
  expect((await put({ ...base, brand: 'nowhere' })).body.error.fields).toHaveProperty('brand')
  const logged = await owner.query(
    `select before ->> 'brand' as before, after ->> 'brand' as after from audit_log
     where record_type = 'customer' and record_id = $1 and after ? 'brand' order by id desc limit 1`,
    [String(cobalt)],
  )
  expect(logged.rows).toEqual([{ before: 'freshfuels', after: 'fleets' }])
})

test('CUST-4 INV-6 currencies and types are lists of keys and values', async () => {
  expect((await ask(people.northline, lookups.currencies)).body).toEqual([
    { key: 'CAD', value: 'CAD' },
    { key: 'USD', value: 'USD' },
  ])
  const types = async (type: string) => (await ask(people.northline, lookups.types, { query: { type } })).body
  expect(await types('INVOICE_STATUS')).toContainEqual({ key: 'PARTIALLY_PAID', value: 'Partially Paid' })
  expect((await types('TAX_TYPE')).map(({ key }: { key: string }) => key)).toEqual(['GST', 'HST', 'PST', 'QST'])
  expect(await types('REVENUE_TYPE')).toContainEqual({ key: 'FUEL', value: 'Fuel' })
  expect((await ask(people.northline, lookups.types, { query: { type: 'constructor' } })).status).toBe(400)
})
