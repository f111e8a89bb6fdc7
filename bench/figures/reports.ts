import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Figure } from '../runner/bench.ts'
import type { CallHeaders } from '../runner/http.ts'
import { fleet, sizeOf } from '../seed/dataset.ts'

const most = 2
const year = { from: '2025-11-15', to: '2026-11-14' }
const month = { from: '2026-10-01', to: '2026-10-31' }
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
type Run = { id: number; status: string; rows_count: number | null; error?: { message: string } | null }

/** Seconds from the request to the finished report; one that takes long becomes a job, which is waited for. */
async function secondsOf({ site }: Bench, headers: CallHeaders, key: string, parameters: object) {
  const started = performance.now()
  let run = JSON.parse(await site.post(`/v2/reports/${key}/run`, headers, { parameters })) as Run
  while (run.status === 'queued' || run.status === 'running') {
    await sleep(50)
    run = JSON.parse(await site.get(`/v2/report-runs/${run.id}`, headers)) as Run
  }
  return { seconds: (performance.now() - started) / 1000, run }
}

async function runAll(bench: Bench, who: string, headers: CallHeaders, reports: readonly Report[], period: object) {
  let worst = { name: '', seconds: 0 }
  for (const { key, parameters } of reports)
    for (const more of choices[key] ?? [{}]) {
      const asked = { ...('from' in parameters.properties ? period : {}), ...more }
      const name = [key, ...Object.values(more)].join(', ')
      await secondsOf(bench, headers, key, asked)
      const { seconds, run } = await secondsOf(bench, headers, key, asked)
      bench.note(`| ${who} | ${name} | ${run.error?.message ?? run.rows_count ?? run.status} | ${seconds.toFixed(2)} |`)
      if (seconds > worst.seconds) worst = { name, seconds }
    }
  return worst
}

/** Every report of the library: of a fleet over a year, which is wanted in two seconds, and of all customers over a month. */
export const reportsFigure: Figure = {
  name: 'reports',
  async measure(bench) {
    const { site, scale, note } = bench
    const list = async (headers: CallHeaders) => JSON.parse(await site.get('/v2/reports', headers)) as Report[]
    const own = await site.signIn(fleet.email)
    const staff = await site.signIn('admin@provider.test')
    note('| of | report | rows | seconds |\n|---|---|---|---|')
    const offered = await list(own)
    const worst = await runAll(bench, 'the fleet, a year', own, offered, year)
    const others = (await list(staff)).filter(({ key }) => !offered.some((report) => report.key === key))
    await runAll(bench, 'all customers, a month', staff, others, month)
    return [
      {
        figure: `any report of a fleet’s year of ${sizeOf(scale).fleetLines.toLocaleString('en-CA')} lines: the worst`,
        wanted: `≤ ${most} s`,
        ours: `${worst.seconds.toFixed(1)} s: ${worst.name}`,
        met: worst.seconds <= most,
      },
    ]
  },
}
