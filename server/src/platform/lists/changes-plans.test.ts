import { transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { explain, type PlanNode, planNodesOf, statementsOf } from '../../testing/plans.ts'
import { testApp } from '../../testing/test-app.ts'
import { changesReader } from '../../testing/walks/changes-reader.ts'
import { customerScope, staffScope } from '../access/scope.ts'

const service = await testApp()
const { owner, database } = service
const { rows } = await owner.query<{ id: number }>(`select company_id::int as id from users where email = $1`, [
  people.northline,
])
const northline = rows[0]?.id as number

beforeAll(async () => {
  await owner.query(
    `insert into companies (kind, name, brand) select 'customer', 'Fleet ' || n, 'freshfuels' from generate_series(1, 300) n`,
  )
  // Noted as 100 imports of 300 rows would be, without their records.
  await owner.query(
    `insert into changes (kind, xid, company_id, ids) select 'transactions', run::text::xid8, company.id, array[run, run + 1]
     from generate_series(1, 100) run, companies company`,
  )
  await owner.query(
    `insert into transactions (company_id, provider_id, authentication_id, txn_at, currency, amount_cents, source)
     select (select min(id) from companies where kind = 'customer') + n % 300, 1, 'C' || n, timestamp '2026-01-01' + n * interval '1 minute', 'CAD', 100, 'import'
     from generate_series(1, 20000) n`,
  )
  await owner.query('analyze transactions, changes')
})

/** What changes_after sends, which a plan of the call does not show. */
const noted = (company: number | null): string =>
  company === null
    ? `select distinct c.xid, c.company_id from changes c
       where c.kind = 'transactions' and (c.xid, c.company_id) >= ('90'::xid8, 0) and c.xid < '9999999'::xid8 order by 1, 2 limit 200`
    : `select distinct c.xid, c.company_id from changes c
       where c.kind = 'transactions' and c.company_id = ${company} and c.xid >= '90'::xid8 and c.xid < '9999999'::xid8 order by 1, 2 limit 200`
const conditionsOf = (plans: readonly PlanNode[]) =>
  plans.flatMap((node) => ('Index Cond' in node ? [`${node['Index Name']}: ${node['Index Cond']}`] : []))

test('INTEG-2 changes come from an index, of all companies and behind a company’s policy', async () => {
  const [all] = await explain(database, staffScope(1), [{ text: noted(null), values: [] }])
  const [own] = await explain(database, customerScope(northline), [{ text: noted(northline), values: [] }])
  expect(conditionsOf(planNodesOf(all as PlanNode))).toEqual([expect.stringMatching(/^changes_pkey: .*xid/)])
  expect(conditionsOf(planNodesOf(own as PlanNode))).toEqual([expect.stringMatching(/^changes_company: .*xid/)])
})

test('INTEG-2 a page of the first reading and a page of changes scan no table', async () => {
  for (const [who, scope] of [
    [people.staff, staffScope(1)],
    [people.northline, customerScope(northline)],
  ] as const) {
    const reader = changesReader(service, who, transactions.list)
    const first = await statementsOf(['transactions', 'transaction_lines'], async () => {
      const { metadata, items } = await reader.page({ cursor: '', size: '50' })
      expect([items.length, metadata.has_more]).toEqual([50, true])
    })
    const { cursor } = await reader.readOn({ updated_since: '2099-01-01' })
    await owner.query(`update transactions set odometer = $2 where company_id = $1`, [northline, who])
    const next = await statementsOf(['transactions', 'transaction_lines'], async () => {
      expect((await reader.page({ cursor, size: '50' })).items.length).toBe(50)
    })
    const nodes = (await explain(database, scope, [...first, ...next])).flatMap(planNodesOf)
    expect(
      nodes
        .flatMap((node) => (/Seq Scan/.test(node['Node Type']) ? (node['Relation Name'] ?? []) : []))
        .filter((name) => /^transaction/.test(name)),
    ).toEqual([])
  }
})
