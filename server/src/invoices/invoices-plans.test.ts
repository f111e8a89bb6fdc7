import { invoiceList, invoices } from '@portal/contract/invoices/invoices.ts'
import { beforeAll, expect, test } from 'vitest'
import { staffScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { explain, type PlanNode, planNodesOf, statementsOf } from '../testing/plans.ts'
import { insertPast, settle } from '../testing/settled.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database } = await testApp()
const size = 100_000
const large = 'INV-1997-LARGE'

beforeAll(async () => {
  await owner.query(
    `insert into companies (name, kind, brand) select 'Invoiced ' || n, 'customer', 'freshfuels' from generate_series(1, 300) n`,
  )
  // What they bring to receivables and documents is not read here.
  await insertPast(
    owner,
    'invoices',
    () =>
      owner.query(
        `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days, status, total_cents)
     select first.id + n % 300, 'INV-1997-' || lpad(n::text, 6, '0'), case n % 50 when 0 then 'USD' else 'CAD' end, date '2020-01-01' + n % 2000,
       date '2020-02-01' + n % 2000, date '2019-12-01' + n % 2000, date '2019-12-31' + n % 2000, 30,
       case n % 100 when 0 then 'DRAFT' when 1 then 'VOID' else 'SENT' end, case n % 100 when 1 then 0 else n end
     from generate_series(1, $1::int) n, (select min(id) as id from companies where name like 'Invoiced %') first`,
        [size],
      ),
    'invoices_inserted_issued',
  )
  // One invoice with 5,000 transactions, like a large fleet's month.
  await owner.query(
    `with made as (
       insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days)
       select min(id), $1, 'CAD', '2026-11-01', '2026-12-01', '2026-10-01', '2026-10-31', 30 from companies where name like 'Invoiced %' returning id, company_id
     ) insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source)
       select company_id, 'L' || n, timestamp '2026-10-01' + n * interval '1 minute', 'CAD', 100, 'import' from made, generate_series(1, 5000) n`,
    [large],
  )
  await owner.query(
    `update transactions set invoice_id = (select id from invoices where invoice_number = $1) where authentication_id ~ '^L[0-9]'`,
    [large],
  )
  await settle(owner, 'invoices', 'companies', 'transactions')
}, 180_000)

async function plansOf(work: () => Promise<{ status: number }>): Promise<PlanNode[]> {
  const statements = await statementsOf(['invoices', 'transactions'], async () => {
    expect((await work()).status).toBe(200)
  })
  return (await explain(database, staffScope(0), statements)).flatMap(planNodesOf)
}
/** Finds filtered full-table scans and sorts above the limit. Counting has its own limit. */
const faultsOf = (nodes: readonly PlanNode[]): string[] =>
  nodes.flatMap((node) => [
    ...(/Seq Scan/.test(node['Node Type']) &&
    node.Filter &&
    /^(invoices|transactions)$/.test(node['Relation Name'] ?? '')
      ? [`scans for ${node.Filter}`]
      : []),
    ...(node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > 20_000
      ? [`sorts ${node.Plans?.[0]?.['Plan Rows']}`]
      : []),
  ])
const listed = (query: Record<string, string>) => () => ask(people.staff, invoices.list, { query })

const indexOf: Record<string, string> = {
  invoice_number: 'invoices_number',
  issued_date: 'invoices_issued',
  due_date: 'invoices_due',
  start_date: 'invoices_start',
  end_date: 'invoices_end',
  total_amount: 'invoices_total',
  amount_due: 'invoices_amount_due',
}
test('INV-1 LIST-1 every sort of 100,000 invoices uses its index, on near and far pages, or is refused until the list is short', async () => {
  for (const field of invoiceList.sort) {
    if (invoiceList.sortsWhenShort.includes(field)) {
      expect((await listed({ sort: `${field},asc` })()).body.error.code).toBe('list.sort-needs-filter')
      expect((await listed({ sort: `${field},asc`, filter: 'company_name:Invoiced 7' })()).status).toBe(200)
      continue
    }
    for (const query of [{ sort: `${field},asc` }, { sort: `${field},desc`, page: '4000' }]) {
      const plans = await plansOf(listed(query))
      expect([query, faultsOf(plans)]).toEqual([query, []])
      expect([query, plans.map((node) => node['Index Name'])]).toEqual([
        query,
        expect.arrayContaining([indexOf[field]]),
      ])
    }
  }
})

test('INV-1 LIST-1 every filter uses an index', async () => {
  const filters = [
    'invoice_number:INV-1997-000123',
    'invoice_number::00123',
    'company_name:Invoiced 7',
    'company_name::voiced 12',
    'status:DRAFT',
    'status:Sent',
    'run:1',
    'delivery:sent',
    'delivery:unsent',
    'state:Open',
    'state:Closed',
    'state:NSF',
    'issued_date:2021-03-01',
    'due_date:2021-03-01..2021-03-05',
    'start_date:2021-03-01',
    'end_date:2021-03-01',
    'currency:USD',
    'currency:CAD',
    'total_amount:500..510',
    'amount_due:123.45',
  ]
  const known = new Set(filters.map((filter) => filter.split(':')[0]))
  expect(Object.keys(invoiceList.filters).filter((field) => !known.has(field))).toEqual([])
  for (const filter of filters)
    for (const sort of ['issued_date,desc', 'total_amount,asc']) {
      const plans = await plansOf(listed({ filter, sort }))
      expect([filter, sort, faultsOf(plans)]).toEqual([filter, sort, []])
    }
})

test('INV-4 an invoice of 5,000 transactions is returned whole and in order, using the index of its transactions', async () => {
  const plans = await plansOf(() => ask(people.staff, invoices.get, { params: { id: large } }))
  expect(faultsOf(plans)).toEqual([])
  expect(plans.map((node) => node['Index Name'])).toContain('billed_transactions_invoice')
  const { body } = await ask(people.staff, invoices.get, { params: { id: large } })
  expect([
    body.fuel_transaction_dto_list.length,
    body.invoice_dto.transaction_count,
    body.invoice_dto.total_amount,
  ]).toEqual([5000, 5000, 5000])
  expect(body.fuel_transaction_dto_list[4999].auth_code).toBe('L5000')
})
