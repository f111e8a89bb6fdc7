import type pg from 'pg'
import { callPortal, must } from './calls.ts'
import { growPurchases } from './fleets/many-purchases.ts'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from './grown-portal.ts'

const size = {
  companies: numberFrom('COMPANIES', 200),
  cards: numberFrom('CARDS', 20_000),
  transactions: numberFrom('TRANSACTIONS', 200_000),
}
const all = numberFrom('ALL_TRANSACTIONS', 2_000_000)
const lines = numberFrom('LINES', 100_000)
const requests = numberFrom('REQUESTS', 5)
const port = 18093

async function prepare(owner: pg.Client, _postmaster: number, superuserUrl: string): Promise<void> {
  const { rows } = await owner.query(`select id from companies where name = 'Northline Haulage'`)
  const fleet = Number(rows[0].id)
  await growPurchases(superuserUrl, fleet, { transactions: all, lines })
  await owner.query('vacuum analyze')
  const counted = await owner.query(
    `select (select count(*) from transaction_lines where company_id = $1) as own, (select count(*) from transactions) as transactions,
       (select count(*) from transaction_lines) as lines, (select count(*) from invoices) as invoices, pg_size_pretty(pg_database_size(current_database())) as size`,
    [fleet],
  )
  console.log(counted.rows[0])
}

const dayMs = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const year = { from: daysAgo(365), to: daysAgo(0) }
/** What each report is asked beside the year. Those that are not named are asked with their defaults. */
const choices: Readonly<Record<string, readonly object[]>> = {
  spend: ['driver', 'unit', 'card', 'site', 'province', 'product'].map((group_by) => ({ group_by })),
  'purchase-lines': [{ product: 'OIL' }],
}

type Report = { key: string; parameters: { properties: Record<string, unknown> } }
/** A year of a fleet in every report that it can run (REPT-8). Target: 2 s each. */
await onGrownPortal({ port, size, prepare }, async ({ signIn, get, measure }) => {
  const headers = await signIn('admin@northline.test')
  const reports: Report[] = JSON.parse(await get('/v2/reports', headers))
  const run = async (key: string, parameters: object) =>
    JSON.parse(must(await callPortal(port, 'POST', `/v2/reports/${key}/run`, headers, { parameters })))
  console.log(`| report | rows | ${measuredHeads} |\n|---|---|---|---|---|`)
  for (const { key, parameters } of reports) {
    const period = 'from' in parameters.properties ? year : {}
    for (const more of choices[key] ?? [{}]) {
      const asked = { ...period, ...more }
      const name = [key, ...Object.values(more)].join(', ')
      const { status, rows } = await run(key, asked)
      if (status !== 'done') console.log(`| ${name} | ${status} | | | |`)
      else console.log(`| ${name} | ${rows.length} | ${cellsOf(await measure(requests, () => run(key, asked)))} |`)
    }
  }
})
