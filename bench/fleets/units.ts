import type pg from 'pg'
import { cpuOf } from '../runner/cpu.ts'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from '../runner/demo-site.ts'
import { fillForAll } from '../seed/caches.ts'
import { addUnits, chooseCopies, historyOf, writeCopies } from '../seed/copies.ts'
import { pastTriggers } from '../seed/sql.ts'

const size = {
  companies: numberFrom('COMPANIES', 200),
  cards: numberFrom('CARDS', 4000),
  transactions: numberFrom('TRANSACTIONS', 20_000),
}
const grown = {
  transactions: numberFrom('ALL_TRANSACTIONS', 2_000_000),
  lines: numberFrom('LINES', 100_000),
  units: numberFrom('UNITS', 2000),
}
const requests = numberFrom('REQUESTS', 10)

/** Copies without lines. */
const copyEarlier = `
  insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, vehicle, odometer)
  select t.company_id, 'C' || $1::int || '-' || t.id, t.txn_at - interval '3 years', t.currency, t.amount_cents, 'import', t.vehicle, t.odometer
  from transactions t order by t.id limit $2`
/** What one more index costs an import: 50,000 transactions with and without it, rolled back. */
async function costOfIndex(owner: pg.Client, postmaster: number): Promise<void> {
  const rows = 50_000
  for (const round of [1, 2, 3])
    for (const isKept of [true, false]) {
      await owner.query('begin')
      if (!isKept) await owner.query('drop index transactions_unit')
      const before = cpuOf(process.pid, postmaster).database
      await owner.query(copyEarlier, [round * 100, rows])
      const cpu = cpuOf(process.pid, postmaster).database - before
      console.log(
        `round ${round}: ${rows} transactions ${isKept ? 'with' : 'without'} transactions_unit: ${Math.round((cpu * 1000) / rows)} µs each`,
      )
      await owner.query('rollback')
    }
}

async function prepare(owner: pg.Client, postmaster: number, superuserUrl: string): Promise<void> {
  const fleet = (await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id
  const fleets = Math.round(grown.lines / 1.6)
  await pastTriggers(superuserUrl, async (client) => {
    await chooseCopies(
      client,
      historyOf(fleet, { own: fleets, others: grown.transactions - size.transactions - fleets, units: grown.units }),
    )
    await writeCopies(client)
    await addUnits(client, fleet, grown.units)
    await fillForAll(client)
  })
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(
    `select (select count(*) from units where company_id = $1)::int as units, (select count(*) from transactions)::int as bought,
       (select count(*) from transactions where company_id = $1)::int as own, pg_size_pretty(pg_relation_size('transactions_unit')) as index`,
    [fleet],
  )
  const { units, bought, own, index } = rows[0]
  console.log(
    `${bought} transactions; the fleet: ${units} units, ${own} transactions; index transactions_unit ${index}`,
  )
  await costOfIndex(owner, postmaster)
}

/** What Truck Care asks of a fleet of thousands of units (CARE-1 to CARE-3). Target: 150 ms of PostgreSQL for a page of the list. */
await onGrownPortal({ size, prepare }, async ({ signIn, get, measure }) => {
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
