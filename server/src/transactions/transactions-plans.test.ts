import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../demo/demo.queries.ts'
import { customerScope, staffScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { explain, type PlanNode, planNodesOf, statementsOf } from '../testing/plans.ts'
import { settle } from '../testing/settled.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database, urls } = await testApp()
/** Copies of the demo's transactions, enough for the planner to prefer indexes. */
const size = 100_000

beforeAll(async () => {
  await seedDemo(urls.ownerUrl, { companies: 300, cards: 3000 })
  await owner.query(
    `insert into transactions (company_id, provider_id, authentication_id, txn_at, card_number, site_number, location, province, currency, amount_cents, source, flags, driver_name, vehicle)
     select (select min(id) from companies where kind = 'customer') + n % 300, provider_id, 'P' || n, txn_at - n % 400 * interval '1 day', card_number, site_number,
       location, province, currency, amount_cents, 'import', case when n % 2000 = 0 then '{no_rate}'::text[] else '{}' end,
       'Driver ' || n % 5000, 'T-' || n % 4000
     from generate_series(1, $1::int) n join transactions on transactions.id = 1 + n % 1500`,
    [size],
  )
  await settle(owner, 'transactions', 'transaction_counts', 'transaction_lines')
}, 180_000)

async function plansOf(who: string, query: Record<string, string>): Promise<PlanNode[]> {
  const statements = await statementsOf(['transactions', 'transaction_lines'], async () => {
    const answer = await ask(who, transactions.list, { query })
    expect([query, answer.status, answer.body.transactions.length > 0]).toEqual([query, 200, true])
  })
  const { rows } = await owner.query(`select company_id::int from users where email = $1`, [who])
  const scope = who === people.staff ? staffScope(rows[0].company_id) : customerScope(rows[0].company_id)
  return (await explain(database, scope, statements)).flatMap(planNodesOf)
}
const faults = (nodes: readonly PlanNode[]): string[] =>
  nodes
    .filter((node) => /Seq Scan/.test(node['Node Type']) && /^transaction(s|_lines)$/.test(node['Relation Name'] ?? ''))
    .map((node) => `scans all of ${node['Relation Name']}`)
const indexes = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node['Index Name'] ?? [])

test('TXN-1 LIST-1 for staff, the first page and a far one use the sort’s index in both directions, with an exact total', async () => {
  for (const [sort, index] of [
    ['txn_date', 'transactions_time'],
    ['authentication_id', 'transactions_code'],
  ] as const)
    for (const way of ['asc', 'desc'])
      for (const page of ['1', '6000']) {
        const plans = await plansOf(people.staff, { sort: `${sort},${way}`, page })
        expect([sort, way, page, faults(plans)]).toEqual([sort, way, page, []])
        expect(indexes(plans)).toContain(index)
        expect(indexes(plans)).toContain('transaction_lines_place')
      }
  const { metadata } = (await ask(people.staff, transactions.list)).body
  const { rows } = await owner.query('select count(*)::int from transactions')
  expect(metadata).toMatchObject({ total_count: rows[0].count, total_kind: 'exact' })
  expect(rows[0].count).toBeGreaterThan(size)
})

test('TXN-1 LIST-1 the lists of a company, card, day, code, to review and reviewed each use their index', async () => {
  const { rows } = await owner.query(
    `select card_number, authentication_id from transactions where source = 'import' order by id limit 1`,
  )
  const asked: [string, Record<string, string>, string][] = [
    [people.northline, {}, 'transactions_company'],
    [people.staff, { filter: `card_number:${rows[0].card_number}` }, 'transactions_card_number'],
    [people.staff, { filter: `authentication_id:${rows[0].authentication_id}` }, 'transactions_code'],
    [people.staff, { filter: 'txn_date:2026-09-01' }, 'transactions_time'],
    [people.staff, { filter: 'review:open' }, 'transactions_review'],
    [people.staff, { filter: 'review:accepted' }, 'transactions_reviewed'],
  ]
  for (const [who, query, index] of asked) {
    const plans = await plansOf(who, query)
    expect([query, faults(plans)]).toEqual([query, []])
    expect([query, indexes(plans)]).toEqual([query, expect.arrayContaining([index])])
  }
})

test('UX-3 LIST-1 driver, unit and litres are found through their index, also if nothing matches', async () => {
  const asked: [string, string][] = [
    ['driver_name::driver 4321', 'transactions_driver'],
    ['driver_name:Driver 4321', 'transactions_driver'],
    ['driver_name::no such driver', 'transactions_driver'],
    ['vehicle::T-3999', 'transactions_unit'],
    ['vehicle:T-none', 'transactions_unit'],
    ['litres:9999990..', 'transaction_lines_litres'],
  ]
  for (const [filter, index] of asked) {
    const statements = await statementsOf(['transactions', 'transaction_lines'], () =>
      ask(people.staff, transactions.list, { query: { filter } }),
    )
    const plans = (await explain(database, staffScope(1), statements)).flatMap(planNodesOf)
    // The probe looks at the first rows only, whatever their order.
    expect([filter, indexes(plans)]).toEqual([filter, expect.arrayContaining([index])])
  }
})

test('LIST-7 a far page sorted by time is the correct slice, whichever end and month it is found from', async () => {
  for (const way of ['asc', 'desc']) {
    const { rows } = await owner.query(`select id::int from transactions order by txn_at ${way}, id ${way}`)
    for (const page of [21, 700, 1250, 2001]) {
      const { body } = await ask(people.staff, transactions.list, {
        query: { sort: `txn_date,${way}`, size: '50', page: String(page) },
      })
      expect([way, page, body.transactions.map(({ id }: { id: number }) => id)]).toEqual([
        way,
        page,
        rows.slice((page - 1) * 50, page * 50).map(({ id }) => id),
      ])
    }
  }
})

test('LIST-1 a sort without an index is rejected across all companies and allowed within one', async () => {
  const sort = 'txn_amount,desc'
  expect((await ask(people.staff, transactions.list, { query: { sort } })).body.error.code).toBe(
    'list.sort-needs-filter',
  )
  expect(
    (await ask(people.staff, transactions.list, { query: { sort, filter: 'currency:CAD' } })).body.error.code,
  ).toBe('list.sort-needs-filter')
  expect(
    (await ask(people.staff, transactions.list, { query: { sort, filter: 'company_name:Northline Haulage' } })).status,
  ).toBe(200)
  expect((await ask(people.northline, transactions.list, { query: { sort } })).status).toBe(200)
})
