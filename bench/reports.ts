import type pg from 'pg'
import { callPortal, must } from './calls.ts'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from './grown-portal.ts'

const size = {
  companies: numberFrom('COMPANIES', 200),
  cards: numberFrom('CARDS', 20_000),
  transactions: numberFrom('TRANSACTIONS', 2_000_000),
}
const lines = numberFrom('LINES', 100_000)
const requests = numberFrom('REQUESTS', 5)
const port = 18093

/** Gives Northline so many lines, spread over the last year among its 300 units and drivers. */
async function prepare(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`select id from companies where name = 'Northline Haulage'`)
  const fleet = Number(rows[0].id)
  const { rowCount } = await owner.query('select from transactions where company_id = $1 offset $2 limit 1', [
    fleet,
    lines / 2,
  ])
  if (!rowCount) {
    for (const table of ['transactions', 'transaction_lines'])
      await owner.query(`alter table ${table} disable trigger user`)
    await owner.query(
      `update transactions t set company_id = $1, vehicle = 'T' || t.id % 300, driver_name = 'Driver ' || t.id % 300,
         txn_at = now()::timestamp(0) - (chosen.n * 365.0 / $2::int) * interval '1 day', odometer = (100000 + chosen.n * 5)::text
       from (select transaction_id, row_number() over (order by transaction_id desc) as n from transaction_lines
         where company_id <> $1 order by transaction_id desc limit $2) chosen where t.id = chosen.transaction_id`,
      [fleet, lines],
    )
    await owner.query(
      `update transaction_lines l set company_id = t.company_id from transactions t where t.id = l.transaction_id and l.company_id <> t.company_id`,
    )
    for (const table of ['transactions', 'transaction_lines'])
      await owner.query(`alter table ${table} enable trigger user`)
  }
  await owner.query('vacuum analyze')
  const counted = await owner.query('select count(*)::int as count from transaction_lines where company_id = $1', [
    fleet,
  ])
  console.log(`the fleet has ${counted.rows[0].count} lines`)
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
