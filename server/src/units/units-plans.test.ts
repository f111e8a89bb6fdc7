import { units } from '@portal/contract/units/units.ts'
import { services } from '@portal/contract/units/upkeep.ts'
import { beforeAll, expect, test } from 'vitest'
import { staffScope } from '../platform/access/scope.ts'
import { people } from '../testing/factories.ts'
import { connectWithPlans } from '../testing/nested-plans.ts'
import { explain, type PlanNode, planNodesOf, statementsOf } from '../testing/plans.ts'
import { insertPast, settle } from '../testing/settled.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, database, urls } = await testApp()
const [fleets, unitsOfFleet] = [100, 200]
let fleet = 0

beforeAll(async () => {
  await owner.query(
    `insert into companies (name, kind, brand) select 'Trucking ' || n, 'customer', 'freshfuels' from generate_series(1, $1::int) n`,
    [fleets],
  )
  await owner.query(
    `insert into units (company_id, unit_number, fuel_type, odometer_unit)
     select c.id, 'U' || lpad(n::text, 4, '0'), case n % 9 when 0 then 'gasoline' else 'diesel' end, 'km'
     from companies c, generate_series(1, $1::int) n where c.name like 'Trucking %'`,
    [unitsOfFleet],
  )
  await owner.query(
    `insert into services (company_id, unit_id, kind, day) select company_id, id, 'oil', date '2020-01-01' + (id * n % 2000)::int
     from units, generate_series(1, 2) n where unit_number ~ '^U[0-9]{4}$'`,
  )
  // Sums and units of these purchases are not read here.
  await insertPast(owner, 'transactions', () =>
    owner.query(
      `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, vehicle)
       select company_id, 'U' || id || '-' || n, timestamp '2026-01-01' + n * interval '1 day', 'CAD', 100, 'import', lower(unit_number)
       from units, generate_series(1, 2) n where unit_number ~ '^U[0-9]{4}$'`,
    ),
  )
  await settle(owner, 'units', 'services', 'companies', 'transactions')
  fleet = (await owner.query(`select id::int from companies where name = 'Trucking 7'`)).rows[0].id
}, 180_000)

/** Filtered scans of a whole table, and sorts of more than a page can need. */
const faultsOf = (nodes: readonly PlanNode[]): string[] =>
  nodes.flatMap((node) => [
    ...(/Seq Scan/.test(node['Node Type']) && node.Filter && /^(units|services)$/.test(node['Relation Name'] ?? '')
      ? [`scans for ${node.Filter}`]
      : []),
    ...(node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > 5000
      ? [`sorts ${node.Plans?.[0]?.['Plan Rows']}`]
      : []),
  ])
async function faults(
  table: string,
  endpoint: typeof units.list | typeof services.list,
  query: Record<string, string | string[]>,
) {
  const statements = await statementsOf([table], async () => {
    expect((await ask(people.staff, endpoint as typeof units.list, { query })).status).toBe(200)
  })
  return [query, faultsOf((await explain(database, staffScope(0), statements)).flatMap(planNodesOf))]
}

test('CARE-1 LIST-1 the list of units sorts and filters by indexes', async () => {
  const of = `company_id:${fleet}`
  for (const query of [
    { filter: [of], sort: 'unit_number,desc', page: '20' },
    { filter: ['company_name:Trucking 7'] },
    { filter: [of, 'unit_number:U0007'] },
    { filter: [of, 'fuel_type:gasoline'] },
    { filter: [of, 'odometer_unit:km'] },
    { sort: 'unit_number,asc' },
  ])
    expect(await faults('units', units.list, query)).toEqual([query, []])
})

test('CARE-2 LIST-1 the list of services sorts and filters by indexes', async () => {
  const of = `company_id:${fleet}`
  for (const query of [
    { filter: [of], sort: 'day,asc' },
    { filter: [of, 'kind:oil'] },
    { filter: [of, 'day:2021-01-01..2021-02-01'] },
    { filter: [of, 'unit_number:U0007'] },
    { sort: 'day,desc' },
  ])
    expect(await faults('services', services.list, query)).toEqual([query, []])
  const [{ id }] = (await owner.query(`select id from units where company_id = $1 limit 1`, [fleet])).rows
  expect((await faults('services', services.list, { filter: [`unit_id:${id}`] }))[1]).toEqual([])
})

test('CARE-1 the purchases of named units are read by their index, and no others', async () => {
  const { client, plansOf } = await connectWithPlans(urls.ownerUrl)
  try {
    await client.query(`select set_config('app.company', $1, false)`, [String(fleet)])
    const read = `select * from unit_transactions($1, array['U0003', 'U0005'], '2026-01-01', '2027-01-01', 9)`
    const plans = await plansOf(async () => expect((await client.query(read, [fleet])).rows).toHaveLength(4))
    const nodes = plans.flatMap(({ node }) => planNodesOf(node as never))
    expect(nodes.map((node) => node['Index Name'])).toContain('transactions_unit')
    expect(Math.max(...plans.map(({ rows }) => rows))).toBeLessThan(60)
  } finally {
    await client.end()
  }
})
