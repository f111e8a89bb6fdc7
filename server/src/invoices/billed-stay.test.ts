import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import { makeInvoice } from '../testing/invoices.ts'
import { refusedBy } from '../testing/refused-by.ts'
import { testApp } from '../testing/test-app.ts'

const { owner, database } = await testApp()
/** One Northline transaction on a Draft and one that is unbilled. */
let billed = 0
let open = 0
let prairie = 0

beforeAll(async () => {
  const idOf = async (name: string) =>
    Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
  const northline = await idOf('Northline Haulage')
  prairie = await idOf('Prairie Freight')
  const invoice = await makeInvoice(owner, { companyId: northline, lines: 4, status: 'DRAFT' })
  billed = Number(
    (await owner.query('select min(id) as id from transactions where invoice_id = $1', [invoice.id])).rows[0].id,
  )
  open = Number(
    (
      await owner.query('select min(id) as id from transactions where invoice_id is null and company_id = $1', [
        northline,
      ])
    ).rows[0].id,
  )
  await makeInvoice(owner, { companyId: northline, lines: 2, status: 'DRAFT' })
})

/** The columns to copy when adding a line to a transaction. */
let copyOfLine = ''
beforeAll(async () => {
  const { rows } = await owner.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute where attrelid = 'transaction_lines'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = '' and attname not in ('id', 'n')`,
  )
  const { names } = rows[0]
  copyOfLine = `insert into transaction_lines (n, ${names}) select 99, ${names} from transaction_lines where transaction_id = $1 limit 1`
})

const attempt = (statement: string, id: number) => refusedBy(database.pools.portal_staff, statement, [id])

test('TXN-13 M13 the invoiced fields of a billed transaction cannot change, not even on a Draft', async () => {
  const changes = [
    'amount_cents = amount_cents + 1',
    `txn_at = txn_at + interval '1 hour'`,
    `authentication_id = 'other'`,
    `currency = 'USD'`,
    `company_id = ${prairie}`,
    'invoice_id = (select max(id) from invoices)',
    `card_number = '7083'`,
    `province = 'YT'`,
    `flags = '{no_rate}'`,
    'accepted_at = now()',
    'credited_id = (select max(id) from transactions)',
  ]
  for (const change of changes)
    expect([change, await attempt(`update transactions set ${change} where id = $1`, billed)]).toEqual([
      change,
      'transactions_billed_stay',
    ])
  for (const change of changes.slice(0, 4))
    expect([change, await attempt(`update transactions set ${change} where id = $1`, open)]).toEqual([change, 'done'])
  expect(await attempt('update transactions set invoice_id = null where id = $1', billed)).toBe('done')
  expect(await attempt(`update transactions set driver_name = 'Z. Lavoie' where id = $1`, billed)).toBe('done')
})

test('TXN-13 M13 a billed transaction cannot be deleted', async () => {
  expect(await attempt('delete from transactions where id = $1', billed)).toBe('transactions_billed_stay')
  expect(await attempt('delete from transactions where id = $1', open)).toBe('done')
})

test('TXN-13 M13 lines of a billed transaction cannot be changed, deleted or added', async () => {
  for (const statement of [
    'update transaction_lines set pre_cents = pre_cents + 1, amount_cents = amount_cents + 1 where transaction_id = $1',
    'update transaction_lines set quantity_milli = quantity_milli + 1 where transaction_id = $1',
    'delete from transaction_lines where transaction_id = $1',
    copyOfLine,
    'update transaction_lines set n = 98, transaction_id = $1 where ctid = (select min(ctid) from transaction_lines where transaction_id in (select id from transactions where invoice_id is null))',
  ]) {
    expect([statement, await attempt(statement, billed)]).toEqual([statement, 'transactions_billed_stay'])
    expect([statement, await attempt(statement, open)]).toEqual([statement, 'done'])
  }
})

test('M7 M10 a transaction joins no invoice of another company or currency, nor one that is missing', async () => {
  const other = await makeInvoice(owner, { companyId: prairie, lines: 1, status: 'DRAFT' })
  const join = (invoice: string) => attempt(`update transactions set invoice_id = ${invoice} where id = $1`, open)
  const own = '(select invoice_id from transactions where id = $1)'
  expect(await join(String(other.id))).toBe('transactions_one_invoice')
  expect(await join('987654321')).toBe('transactions_one_invoice')
  expect(
    await attempt(
      `update transactions set invoice_id = ${own.replace('$1', String(billed))}, currency = 'USD' where id = $1`,
      open,
    ),
  ).toBe('transactions_one_invoice')
  expect(
    await attempt(
      `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, invoice_id)
       select ${prairie}, 'OTHER', '2026-11-09 08:00', 'CAD', 100, 'manual', invoice_id from transactions where id = $1`,
      billed,
    ),
  ).toBe('transactions_one_invoice')
  const onInvoices = (statement: string) => refusedBy(owner, statement, [billed])
  expect(await onInvoices(`update invoices set company_id = ${prairie} where id = ${own}`)).toBe('invoices_billed_keep')
  expect(await onInvoices(`delete from invoices where id = ${own}`)).toBe('invoices_billed_stay')
})

const draft = async (db: Db) =>
  (
    await sql`
    select total_cents::int as total, due_cents::int as due,
      (select count(*)::int from changes, unnest(ids) id where kind = 'invoices' and id = invoices.id) as noted
    from invoices where invoice_number = 'INV-1997-000001'`.execute(db)
  ).rows[0]

test('INV-13 M3 M7 a Draft is made with all of its transactions and what they add up to, or not at all', async () => {
  const { rows } = await owner.query(
    `select array_agg(id) as ids, min(company_id) as company, sum(amount_cents)::int as total from (
       select * from transactions where company_id = (select company_id from transactions where id = $1) and currency = 'CAD'
         and invoice_id is null and flags = '{}' and credited_id is null order by id limit 3) few`,
    [open],
  )
  const [{ ids, company, total }] = rows as [{ ids: number[]; company: number; total: number }]
  const make = (cents: number, some: number[]) =>
    `select create_draft(${company}, 'INV-1997-000001', 'CAD', '2026-11-15', 30, '2026-11-01', '2026-11-14', 'en', '{}', null, ${cents},
       '{${some.join(',')}}') where $1 > 0`
  const refused = 'invoices_whole_drafts'
  expect(await attempt(make(total + 1, ids), open)).toBe(refused)
  expect(await attempt(make(total, []), open)).toBe(refused)
  expect(await attempt(make(total, [...ids, billed]), open)).toBe(refused)
  expect(await attempt(make(total, ids.slice(1)), open)).toBe(refused)
  expect(await attempt(make(total, ids).replace(`'CAD'`, `'USD'`), open)).toBe('transactions_one_invoice')
  const insert = `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
    select ${company}, 'INV-1997-000002', 'CAD', '2026-11-15', '2026-12-15', '2026-11-01', '2026-11-14', 30 where $1 > 0`
  expect(await attempt(insert, open)).toContain('permission denied')
  // Another transaction with the same amount, which joins later, counts too.
  await owner.query('update transactions set amount_cents = $2 where id = $1', [ids[0], total])
  await owner.query('update transactions set amount_cents = $2 where id = $1', [ids[1], total])
  await database.transaction(staffScope(0), async (db) => {
    await sql.raw(make(total, ids.slice(0, 1)).replace('$1', '1')).execute(db)
    expect(await draft(db)).toEqual({ total, due: total, noted: 1 })
    await sql`update transactions set invoice_id = (select max(id) from invoices) where id = ${ids[1]}`.execute(db)
    expect(await draft(db)).toEqual({ total: 2 * total, due: 2 * total, noted: 2 })
  })
})

test('M7 every way a transaction is billed, released, moved or deleted is in the tables that find it', async () => {
  const found = async () =>
    (
      await owner.query(
        `select id from (
           select id, invoice_id, company_id, case when invoice_id is null then currency end as currency, txn_at from transactions
           except (select transaction_id, null, company_id, currency, txn_at from unbilled_transactions
             union all select transaction_id, invoice_id, company_id, null, txn_at from billed_transactions)) missing
         union all select transaction_id from (
           select transaction_id from unbilled_transactions union all select transaction_id from billed_transactions) all_of
         where (select count(*) from transactions) <> (select count(*) from unbilled_transactions) + (select count(*) from billed_transactions)`,
      )
    ).rows
  const draft = '(select max(id) from invoices where company_id = (select company_id from transactions where id = $1))'
  const some = `id in (select id from transactions where company_id = (select company_id from transactions where id = $1) and currency = 'CAD'
    and flags = '{}' and invoice_id is null and credited_id is null order by id limit 3)`
  for (const statement of [
    `update transactions set invoice_id = ${draft} where ${some} and $1 > 0`,
    'update transactions set driver_name = null where invoice_id = (select invoice_id from transactions where id = $1)',
    'update transactions set invoice_id = null where invoice_id is not null and id <> $1',
    `update transactions set txn_at = txn_at + interval '1 day' where ${some}`,
    `delete from transactions where ${some} and not exists (select from exceptions where transaction_id = transactions.id)`,
  ]) {
    await owner.query(statement, [billed])
    expect([statement, await found()]).toEqual([statement, []])
  }
})
