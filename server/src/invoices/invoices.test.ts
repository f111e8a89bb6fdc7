import {
  canBecome,
  type InvoiceField,
  type InvoiceStatus,
  invoiceFields,
  invoiceStatusKeys,
  isLocked,
} from '@portal/contract/invoices/invoice-status.rules.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { logs } from '@portal/contract/logs/logs.ts'
import { describe, expect, test } from 'vitest'
import { billTransactions, insertTransaction, people, setInvoiceStatus } from '../testing/factories.ts'
import { redateInvoices } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await idOf('Northline Haulage')
const prairie = await idOf('Prairie Freight')

/** An invoice with three transactions of one dollar each. */
async function newInvoice(status: InvoiceStatus = 'DRAFT', company = northline): Promise<number> {
  const ids = await Promise.all([1, 2, 3].map(() => insertTransaction(owner, company)))
  const id = await billTransactions(owner, ids)
  await setInvoiceStatus(owner, id, status)
  return id
}
const read = async (id: number | string, who: string = people.staff) =>
  (await ask(who, invoices.get, { params: { id } })).body
const dtoOf = async (id: number) => (await read(id)).invoice_dto
const put = (body: object, who: string = people.staff) => ask(who, invoices.update, { body })

describe('INV-7 reading', () => {
  test('returns an invoice by id and by number, with its transactions under the table’s field names', async () => {
    const id = await newInvoice()
    const byId = await read(id)
    expect(byId.invoice_dto).toMatchObject({
      id,
      company_name: 'Northline Haulage',
      status: { key: 'DRAFT', value: 'Draft' },
      badge: null,
      is_overdue: false,
      overdue_days: 0,
      total_amount: 3,
      amount_due: 3,
      paid_amount: 0,
      voided_amount: null,
      transaction_count: 3,
      currency: 'CAD',
      version: 1,
    })
    expect(byId.fuel_transaction_dto_list).toHaveLength(3)
    expect(byId.fuel_transaction_dto_list[0]).toEqual({
      txn_id: expect.any(Number),
      auth_code: expect.stringMatching(/^MADE-/),
      timestamp: '2026-11-02T08:00:00',
      merchant_number: null,
      merchant_city: null,
      amount: 1,
    })
    expect(await read(byId.invoice_dto.invoice_number)).toEqual(byId)
    // The response must not start with a status field (INV-15).
    expect(Object.keys(byId)).toEqual(['invoice_dto', 'fuel_transaction_dto_list'])
  })

  test('INV-1 INV-9 the list supports total_elements, sortParam, filters by key and label, badges and overdue days', async () => {
    const made: Record<string, number> = {}
    for (const status of invoiceStatusKeys) made[status] = await newInvoice(status, prairie)
    await redateInvoices(owner, `issued_date = '2020-01-01', due_date = current_date - 2 where company_id = ${prairie}`)
    const of = async (query: Record<string, string | string[]>) =>
      (
        await ask(people.staff, invoices.list, {
          query: { ...query, filter: ['company_name:Prairie Freight', ...[query.filter ?? []].flat()] },
        })
      ).body
    const all = await of({ sortParam: 'invoice_number', sortingOrder: 'desc' })
    expect(all.total_elements).toBe(5)
    const shown = ({ status, badge, is_overdue, overdue_days }: never) => [
      (status as { value: string }).value,
      badge,
      is_overdue,
      overdue_days > 0,
    ]
    expect(all.invoices.map(shown)).toEqual([
      ['Void', 'Closed', false, false],
      ['Fully Paid', 'Closed', false, false],
      ['Partially Paid', 'Open', true, true],
      ['Sent', 'Open', true, true],
      ['Draft', null, false, false],
    ])
    for (const filter of ['status:PARTIALLY_PAID', 'status:Partially Paid', 'amount_due:1.5'])
      expect([filter, (await of({ filter })).invoices.map(({ id }: { id: number }) => id)]).toEqual([
        filter,
        [made.PARTIALLY_PAID],
      ])
    const csv = (
      await ask(people.staff, invoices.list, { query: { format: 'csv', filter: 'company_name:Prairie Freight' } })
    ).text
    expect(csv.split('\r\n')[0]).toBe(
      '\uFEFFInvoice number,Company,Issued,Due,From,To,Status,Total,Amount due,Currency',
    )
    expect(csv).toContain(',Partially Paid,3,1.5,CAD')
    expect(
      (await ask(people.staff, invoices.list, { query: { paged: 'false' } })).body.total_elements,
    ).toBeGreaterThanOrEqual(5)
    await redateInvoices(owner, `due_date = current_date + 2 where company_id = ${prairie}`)
    expect((await of({})).invoices.map(({ is_overdue }: never) => is_overdue)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })

  test('INV-16 LIST-14 Open, Closed and NSF find the invoices with that badge, in any letter case', async () => {
    const listed = (filter: string) =>
      ask(people.staff, invoices.list, { query: { filter: ['company_name:Prairie Freight', filter], size: '50' } })
    const found = async (filter: string): Promise<[number, string][]> =>
      (await listed(filter)).body.invoices.map(({ id, badge }: never) => [id, badge])
    for (const status of invoiceStatusKeys) await newInvoice(status, prairie)
    const returned = await newInvoice('SENT', prairie)
    await owner.query('update invoices set is_nsf = true where id = $1', [returned])
    expect(await found('state:nsf')).toEqual([[returned, 'NSF']])
    for (const state of ['Open', 'Closed']) {
      const rows = await found(`state:${state.toUpperCase()}`)
      expect([state, rows.length > 0, rows.filter(([, badge]) => badge !== state)]).toEqual([state, true, []])
    }
    expect((await found('state::o')).every(([, badge]) => badge === 'Open' || badge === 'Closed')).toBe(true)
    await owner.query('update invoices set is_nsf = false where id = $1', [returned])
    expect(await found('state:NSF')).toEqual([])
  })

  test('INV-7 PERM-7 a customer sees no Drafts, no invoices voided before sending, and no other company’s invoices', async () => {
    const [draft, sent, foreign, never] = [
      await newInvoice(),
      await newInvoice('SENT'),
      await newInvoice('SENT', prairie),
      await newInvoice(),
    ]
    await put({ ...(await dtoOf(never)), status: 'VOID' })
    expect((await read(sent, people.desk)).invoice_dto.id).toBe(sent)
    for (const id of [draft, foreign, never])
      for (const endpoint of [invoices.get, invoices.history])
        expect([id, (await ask(people.northline, endpoint, { params: { id } })).body.error?.code]).toEqual([
          id,
          'record.not-found',
        ])
    const rows = (await ask(people.northline, invoices.list, { query: { size: '50' } })).body.invoices as {
      id: number
      company_name: string
    }[]
    expect(new Set(rows.map(({ company_name }) => company_name))).toEqual(new Set(['Northline Haulage']))
    expect(rows.map(({ id }) => id)).toContain(sent)
    expect(rows.map(({ id }) => id)).not.toContain(draft)
    expect((await put(await dtoOf(sent), people.northline)).status).toBe(403)
  })
})

/** A different value for each field. */
const others: Record<Exclude<InvoiceField, 'status'>, unknown> = {
  invoice_number: 'INV-1',
  company_name: 'Prairie Freight',
  total_amount: 99,
  amount_due: 0.01,
  currency: 'USD',
  issued_date: '2026-01-02',
  due_date: '2040-01-01',
  start_date: '2020-01-01',
  end_date: '2040-01-01',
}
describe.each(invoiceStatusKeys)('INV-5 M9 changes allowed in %s', (status) => {
  test('changing each field alone by API: locked fields are refused by name, open fields are saved', async () => {
    const id = await newInvoice(status)
    for (const field of invoiceFields) {
      if (field === 'status') continue
      const before = await dtoOf(id)
      const { status: code, body } = await put({ ...before, [field]: others[field] })
      const after = await dtoOf(id)
      if (isLocked(status, field)) {
        expect([field, code, body.error?.code, Object.keys(body.error?.fields ?? {})]).toEqual([
          field,
          409,
          'record.field-locked',
          [field],
        ])
        expect([field, after]).toEqual([field, before])
      } else expect([field, code, after[field], after.version]).toEqual([field, 200, others[field], before.version + 1])
    }
  })

  test('setting each status by hand', async () => {
    for (const to of invoiceStatusKeys) {
      const before = await dtoOf(await newInvoice(status))
      const { status: code, body } = await put({ ...before, status: { key: to, value: to } })
      if (canBecome(status, to)) expect([to, code, body.status?.key]).toEqual([to, 200, to])
      else {
        expect([to, code, body.error?.code, Object.keys(body.error?.fields ?? {})]).toEqual([
          to,
          409,
          'record.field-locked',
          ['status'],
        ])
        expect(await dtoOf(before.id)).toEqual(before)
      }
    }
  })
})

describe('INV-5 INV-6 INV-7 updating', () => {
  test('accepts the specification’s body with its marker; refuses any extra key in the status or beside it', async () => {
    const { id, issued_date, due_date, start_date, end_date, amount_due, currency } = await dtoOf(await newInvoice())
    const body = { id, issued_date, due_date, start_date, end_date, amount_due, currency }
    for (const status of [{ key: 'DRAFT', value: 'Draft', priority: 'Urgent' }, 'DRAFT', 'Draft'])
      expect([status, (await put({ ...body, status })).status]).toEqual([status, 200])
    const refused: [object, string][] = [
      [{ status: { key: 'DRAFT', value: 'Draft', priority: 'Low' } }, 'status'],
      [{ status: { key: 'LOST' } }, 'status'],
      [{ status: null }, 'status'],
      [{}, 'status'],
      [{ status: 'DRAFT', nonsense: 1 }, 'nonsense'],
      [{ status: 'DRAFT', due_date: '' }, 'due_date'],
      [{ status: 'DRAFT', issued_date: '2026-05-02', due_date: '2026-05-01' }, 'due_date'],
      [{ status: 'DRAFT', start_date: '2026-05-02', end_date: '2026-05-01' }, 'end_date'],
      [{ status: 'DRAFT', start_date: '2026-02-30' }, 'start_date'],
    ]
    for (const [change, field] of refused) {
      const answer = await put({ ...body, ...change })
      expect([change, answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([change, 400, [field]])
    }
    expect((await put({ ...body, status: 'DRAFT', id: 987_654_321 })).body.error.code).toBe('record.not-found')
    expect((await put({ ...body, status: 'DRAFT', company_id: prairie })).body.error.fields).toHaveProperty(
      'company_name',
    )
  })

  test('FORM-7 a stale version is refused, also after a payment', async () => {
    const draft = await dtoOf(await newInvoice())
    expect((await put({ ...draft, due_date: '2041-01-01' })).status).toBe(200)
    expect((await put({ ...draft, due_date: '2042-01-01' })).body.error.code).toBe('record.stale')
    const sent = await dtoOf(await newInvoice('SENT'))
    await setInvoiceStatus(owner, sent.id, 'PARTIALLY_PAID')
    expect((await put({ ...sent, status: 'VOID' })).body.error.code).toBe('record.stale')
    expect((await dtoOf(sent.id)).status.key).toBe('PARTIALLY_PAID')
  })

  test('marking as sent stores the time and makes the invoice visible to its company', async () => {
    const draft = await dtoOf(await newInvoice())
    expect((await ask(people.desk, invoices.get, { params: { id: draft.id } })).status).toBe(404)
    const sent = (await put({ ...draft, status: 'SENT' })).body
    expect([sent.status.value, sent.badge]).toEqual(['Sent', 'Open'])
    expect(Math.abs(Date.parse(sent.sent_at) - Date.now())).toBeLessThan(60_000)
    expect((await ask(people.desk, invoices.get, { params: { id: draft.id } })).status).toBe(200)
  })

  test('INV-13 TXN-13 voiding makes the transactions billable again and keeps the former total', async () => {
    for (const status of ['DRAFT', 'SENT'] as const) {
      const before = await read(await newInvoice(status))
      const { id } = before.invoice_dto
      const body = (await put({ ...before.invoice_dto, status: 'VOID', reason: 'Billed twice' })).body
      expect(body).toMatchObject({
        status: { key: 'VOID' },
        badge: 'Closed',
        total_amount: 0,
        amount_due: 0,
        voided_amount: 3,
        transaction_count: 0,
      })
      expect((await read(id)).fuel_transaction_dto_list).toEqual([])
      const freed = before.fuel_transaction_dto_list.map(({ txn_id }: { txn_id: number }) => txn_id)
      const { rows } = await owner.query(
        'select count(*)::int from transactions where id = any($1) and invoice_id is null',
        [freed],
      )
      expect(rows[0].count).toBe(3)
      expect((await dtoOf(await billTransactions(owner, freed))).total_amount).toBe(3)
    }
  })

  test('INV-13 voiding an invoice larger than one batch releases all its transactions', async () => {
    const { rows } = await owner.query<{ id: number }>(
      `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       select $1, 'MANY-' || n, '2026-11-02 08:00', 'CAD', 100, 'manual' from generate_series(1, 2001) n returning id::int`,
      [northline],
    )
    const id = await billTransactions(
      owner,
      rows.map((row) => row.id),
    )
    const { status: _, ...body } = await dtoOf(id)
    const voided = await put({ ...body, status: 'VOID' })
    expect([voided.status, voided.body.total_amount, voided.body.voided_amount]).toEqual([200, 0, 2001])
    const left = await owner.query(
      `select count(*)::int as n from transactions where authentication_id like 'MANY-%' and invoice_id is null`,
    )
    expect(left.rows[0].n).toBe(2001)
    await owner.query(`delete from transactions where authentication_id like 'MANY-%'`)
  })

  test('INV-13 an invoice below zero cannot be issued, and no transaction joins a sent invoice, even with a zero sum', async () => {
    const [first, second, third] = [
      await insertTransaction(owner, northline),
      await insertTransaction(owner, northline),
      await insertTransaction(owner, northline),
    ]
    await owner.query('update transactions set amount_cents = -500 where id = $1', [first])
    const id = await billTransactions(owner, [first])
    await expect(setInvoiceStatus(owner, id, 'SENT')).rejects.toThrow('an invoice below zero cannot be issued')
    await owner.query('update transactions set invoice_id = null where id = $1', [first])
    await owner.query('update transactions set amount_cents = 100, invoice_id = $2 where id = $1', [first, id])
    await setInvoiceStatus(owner, id, 'SENT')
    await owner.query('update transactions set amount_cents = -100 where id = $1', [third])
    const joining = (set: string) =>
      owner.query(`update transactions set invoice_id = $1 where id = any($2)`, [
        id,
        set === 'both' ? [second, third] : [second],
      ])
    for (const set of ['both', 'one']) await expect(joining(set)).rejects.toThrow('transactions can only join a Draft')
    const body = (await put({ ...(await dtoOf(id)), status: 'VOID' })).body
    expect(body).toMatchObject({ status: { key: 'VOID' }, total_amount: 0, voided_amount: 1 })
  })

  test('INV-9 PAY-5 a returned payment shows as NSF until the invoice is voided', async () => {
    const id = await newInvoice('PARTIALLY_PAID')
    await owner.query(
      `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, reverses_id, receipt_id, settled_on)
       select kind, company_id, invoice_id, currency, -amount_cents, payment_date, payment_mode, 'NSF', id, receipt_id, settled_on from settlements where invoice_id = $1`,
      [id],
    )
    const returned = await dtoOf(id)
    expect([returned.status.key, returned.badge]).toEqual(['SENT', 'NSF'])
    expect((await put({ ...returned, status: 'VOID' })).body.badge).toBe('Closed')
  })

  test('INV-5 the database enforces the order of statuses', async () => {
    const id = await newInvoice('SENT')
    const scope = { role: 'portal_staff', company_id: northline } as const
    for (const status of ['DRAFT', 'FULLY_PAID'])
      await expect(
        database.transaction(scope, (db) => db.updateTable('invoices').set({ status }).where('id', '=', id).execute()),
      ).rejects.toThrow('by hand')
  })
})

type Change = { field: string; before: string; after: string }
type Entry = { kind: string; words: string; changes: Change[]; by: string; note: string }
test('INV-4 NAV-7 the history shows who did what, with payments and mails; a customer sees its own part', async () => {
  const draft = await dtoOf(await newInvoice())
  const dated = (await put({ ...draft, due_date: '2041-01-01' })).body
  const sent = (await put({ ...dated, status: 'SENT' })).body
  await owner.query(
    `insert into outbox (company_id, kind, brand, to_address, subject, text_body, status, last_error, invoice_id)
     values ($1, 'invoice', 'freshfuels', 'fleet@northline.test', 'Invoice', 'Words.', 'failed', 'No such address', $2)`,
    [northline, sent.id],
  )
  await setInvoiceStatus(owner, sent.id, 'FULLY_PAID')
  const history = async (who: string) =>
    (await ask(who, invoices.history, { params: { id: sent.invoice_number } })).body.entries.map(
      ({ kind, words, changes, by, note }: Entry) => [
        kind,
        words,
        by,
        note,
        Object.fromEntries(
          changes.map(({ field, before, after }) => [field, before === null ? after : [before, after]]),
        ),
      ],
    )
  const today = new Date().toISOString().slice(0, 10)
  const payment = [
    'payment',
    null,
    null,
    null,
    { amount: '3', payment_mode: 'cheque', reference_id: `CHQ-${sent.id}`, payment_date: today },
  ]
  const mail = ['mail', null, null, 'No such address', { to_address: 'fleet@northline.test', mail_status: 'Failed' }]
  expect(await history(people.clerk)).toEqual([
    payment,
    mail,
    ['changed', 'Marked an invoice as sent', 'Amélie Okafor', null, { status: ['Draft', 'Sent'] }],
    ['changed', 'Changed an invoice', 'Amélie Okafor', null, { due_date: [draft.due_date, '2041-01-01'] }],
    ['created', null, null, null, {}],
  ])
  expect(await history(people.desk)).toEqual([payment, mail, ['sent', null, null, null, {}]])
  const other = (await put({ ...(await dtoOf(await newInvoice())), status: 'VOID', reason: 'Billed twice' })).body
  const [made] = (await ask(people.staff, invoices.history, { params: { id: other.id } })).body.entries
  expect(made).toMatchObject({ words: 'Voided an invoice', note: 'Billed twice', by: 'Amélie Okafor' })
  const auditLog = (await ask(people.staff, logs.list, { query: { filter: 'record_type:invoice', size: '1' } })).body
    .logs
  expect(auditLog[0]).toMatchObject({ action: 'invoices.void', record_label: other.invoice_number })
})
