import type pg from 'pg'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from './grown-portal.ts'

/** Some 25 fleets of 2,000 units each, with 40 fills of each unit in 90 days. */
const size = {
  companies: numberFrom('COMPANIES', 25),
  cards: numberFrom('CARDS', 50_000),
  transactions: numberFrom('TRANSACTIONS', 2_000_000),
}
const requests = numberFrom('REQUESTS', 10)

async function prepare(owner: pg.Client): Promise<void> {
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(`
    select (select count(*) from units where company_id = c.id)::int as units, (select count(*) from service_plans where company_id = c.id)::int as plans,
      (select count(*) from transactions where company_id = c.id)::int as bought, pg_size_pretty(pg_relation_size('transactions_unit')) as index
    from companies c where name = 'Northline Haulage'`)
  const { units, plans, bought, index } = rows[0]
  console.log(`the fleet: ${units} units, ${bought} transactions, ${plans} plans; index transactions_unit ${index}`)
}

/** What Truck Care asks of a fleet of thousands of units (CARE-1 to CARE-3). Target: 150 ms of PostgreSQL for a page of the list. */
await onGrownPortal({ port: 18094, size, prepare }, async ({ signIn, get, measure }) => {
  console.log(`| user | request | ${measuredHeads} |\n|---|---|---|---|---|`)
  for (const [who, username] of [
    ['staff', 'admin@provider.test'],
    ['the fleet', 'admin@northline.test'],
  ] as const) {
    const headers = await signIn(username)
    const [unit] = JSON.parse(await get('/v2/units?filter=company_name:Northline%20Haulage&pageSize=1', headers)).units
    const company = `company_id=${unit.company_id}`
    const filter = `filter=company_id:${unit.company_id}`
    const asked: [string, string][] = [
      ...[10, 50].map((rows): [string, string] => [
        `units, page of ${rows}`,
        `/v2/units?${filter}&page=1&pageSize=${rows}`,
      ]),
      ['a unit', `/v2/units/${unit.id}`],
      ['history of a unit', `/v2/units/${unit.id}/history`],
      ['services due', `/v2/services/due?${company}`],
      ['services due of a unit', `/v2/services/due?${company}&unit_id=${unit.id}&state=all`],
      ['purchases proposed', `/v2/services/proposed?${company}`],
      ['to-do', '/v2/todo'],
    ]
    for (const [name, path] of asked)
      console.log(`| ${who} | ${name} | ${cellsOf(await measure(requests, () => get(path, headers)))} |`)
  }
})
