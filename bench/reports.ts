import type pg from 'pg'
import { callPortal } from './calls.ts'
import { growPurchases } from './fleets/many-purchases.ts'
import { cellsOf, measuredHeads, numberFrom, onGrownPortal } from './grown-portal.ts'

const size = {
  companies: numberFrom('COMPANIES', 200),
  cards: numberFrom('CARDS', 20_000),
  transactions: numberFrom('TRANSACTIONS', 200_000),
}
const all = numberFrom('ALL_TRANSACTIONS', 2_000_000)
const lines = numberFrom('LINES', 100_000)
const units = numberFrom('UNITS', 300)
const requests = numberFrom('REQUESTS', 5)
const port = 18093

async function prepare(owner: pg.Client, _postmaster: number, superuserUrl: string): Promise<void> {
  const { rows } = await owner.query(`select id from companies where name = 'Northline Haulage'`)
  const fleet = Number(rows[0].id)
  await growPurchases(superuserUrl, fleet, { transactions: all, lines, units })
  await owner.query('vacuum analyze')
  const counted = await owner.query(
    `select (select count(*) from transaction_lines where company_id = $1) as own, (select count(*) from transactions) as transactions,
       (select count(*) from transaction_lines) as lines, (select count(*) from invoices) as invoices, pg_size_pretty(pg_database_size(current_database())) as size`,
    [fleet],
  )
  console.log(counted.rows[0])
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
const to = '2026-11-14'
const periods = {
  'a year': { from: daysBefore(to, 364), to },
  'a month': { from: '2026-10-01', to: '2026-10-31' },
} as const
const by = (name: string, values: readonly string[]) => values.map((value) => ({ [name]: value }))
/** What each report is asked beside the period. Those that are not named are asked with their defaults. */
const choices: Readonly<Record<string, readonly object[]>> = {
  spend: by('group_by', ['driver', 'unit', 'card', 'site', 'province', 'product']),
  'purchase-lines': by('product', ['OIL', 'OTH']),
  'why-it-moved': [{}, { against: 'last-year' }],
  'fuel-economy': by('detail', ['units', 'outliers']),
  'input-tax-credits': by('by', ['province', 'document']),
  margin: by('group_by', ['provider', 'site', 'customer', 'product', 'week']),
  'sales-tax-return': by('by', ['province', 'document']),
  exceptions: by('group_by', ['rule', 'unit', 'each']),
  cards: by('which', ['dormant', 'on-hold', 'over-limit']),
}

type Report = { key: string; parameters: { properties: Record<string, unknown> } }
/** Every report of the library (REPT-8). Target: 2 s for a year of the fleet. `ONLY=margin,spend` runs these alone. */
await onGrownPortal({ port, size, prepare }, async ({ signIn, get, measure }) => {
  const listReports = async (headers: Record<string, string>): Promise<Report[]> =>
    JSON.parse(await get('/v2/reports', headers))
  const only = process.env.ONLY?.split(',')
  const runAll = async (
    who: string,
    reports: Report[],
    headers: Record<string, string>,
    span: keyof typeof periods,
  ) => {
    const send = (key: string, parameters: object) =>
      callPortal(port, 'POST', `/v2/reports/${key}/run`, headers, { parameters })
    for (const { key, parameters } of reports.filter((report) => only?.includes(report.key) ?? true))
      for (const more of choices[key] ?? [{}]) {
        const asked = { ...('from' in parameters.properties ? periods[span] : {}), ...more }
        const name = [key, ...Object.values(more)].join(', ')
        let jobs = 0
        const once = async () => {
          const made = JSON.parse((await send(key, asked)).text)
          if (made.status !== 'done') jobs++
          return made
        }
        const { status, rows_count, error } = await once()
        const cells = status === 'done' ? cellsOf(await measure(requests, once)) : ' | |'
        const note = jobs === 0 ? rows_count : (error?.message ?? `${rows_count ?? ''} a job, after 4 s`)
        console.log(`| ${who}, ${span} | ${name} | ${note} | ${cells} |`)
      }
  }
  console.log(`| of | report | rows | ${measuredHeads} |\n|---|---|---|---|---|---|`)
  const fleet = await signIn('admin@northline.test')
  const own = await listReports(fleet)
  await runAll('the fleet', own, fleet, 'a year')
  const staff = await signIn('admin@provider.test')
  const others = (await listReports(staff)).filter(({ key }) => !own.some((report) => report.key === key))
  await runAll('all customers', others, staff, 'a month')
  await runAll('all customers', others, staff, 'a year')
})
