import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cards } from '@portal/contract/cards/cards.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { noReplica } from '../../db/replica/replica.ts'
import { people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { form } from '../../testing/uploads.ts'
import { measureInstallation } from './installation-metrics.ts'
import { readMetrics, startMetrics } from './metrics.ts'
import { countedExport } from './usage-metrics.ts'

const { ask, database, folder } = await testApp()
let served: Awaited<ReturnType<typeof startMetrics>>
beforeAll(async () => {
  served = await startMetrics({ metricsPort: 0, host: '127.0.0.1', dataDir: folder }, database, {
    ...noReplica,
    state: () => ({ configured: true, usable: true, lag_seconds: 0, lag_bytes: 0, reason: null }),
  })
})
afterAll(() => served?.close())
const scrape = async () => (await fetch(`http://127.0.0.1:${served?.port}/metrics`)).text()
const readingOf = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line ? Number(line.split(' ').at(-1)) : Number.NaN
}
/** Since an earlier reading: other test files in this process count too. */
const addedTo = (series: string, before: string, after: string): number =>
  readingOf(after, series) - (readingOf(before, series) || 0)

const readDeploy = (file: string) => readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
test('OPS-5 every metric in the alert rules and the dashboard exists, and every alert names its part of the manual', async () => {
  const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }))
  const known = new Set(
    types.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const rules = readDeploy('prometheus/alerts.yml')
  const dashboard = readDeploy('grafana/portal.json')
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
  const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n')
  for (const [file, text] of [
    ['alerts', rules],
    ['dashboard', asked],
  ] as const) {
    const named = [...new Set(text.match(/\b(portal|process|nodejs)_\w+/g))]
    expect(named.length, file).toBeGreaterThan(15)
    expect([file, named.filter((name) => !known.has(name))]).toEqual([file, []])
  }
  const manual = readDeploy('../docs/operations.md')
  const anchors = [...manual.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replace(/\W+/g, '-'))
  const sections = [...rules.matchAll(/section: docs\/operations\.md#(.+)/g)].map(([, anchor = '']) => anchor)
  expect(sections).toHaveLength((rules.match(/- alert:/g) ?? []).length)
  expect(sections.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})

test('OPS-5 failed sign-ins are counted by reason, never by user', async () => {
  const series = 'portal_sign_in_failures_total{reason="wrong"}'
  const before = readingOf(await readMetrics(), series)
  await ask(null, session.login, { body: { username: people.clerk, password: 'wrong' } })
  await ask(null, session.login, { body: { username: 'who@is.test', password: 'wrong' } })
  const text = await readMetrics()
  expect(readingOf(text, series)).toBe(before + 2)
  expect(text).not.toContain('@')
})

test('OPS-5 exports are counted by list and format with their rows, also one that fails midway or is cut', async () => {
  const before = await readMetrics()
  expect((await ask(people.staff, cards.list, { query: { format: 'csv' } })).status).toBe(200)
  const chunks = async function* (isBroken: boolean) {
    yield [1, 2]
    if (isBroken) throw new Error('away')
    yield [3]
  }
  await expect(Array.fromAsync(countedExport('drill', 'csv', chunks(true)))).rejects.toThrow('away')
  for await (const _ of countedExport('drill', 'csv', chunks(false))) break
  await Array.fromAsync(countedExport('drill', 'csv', chunks(false)))
  const text = await readMetrics()
  const count = (outcome: string) =>
    readingOf(text, `portal_exports_total{endpoint="drill",format="csv",outcome="${outcome}"}`)
  expect(['done', 'failed', 'cut'].map(count)).toEqual([1, 1, 1])
  expect(readingOf(text, 'portal_export_rows_total{endpoint="drill",format="csv"}')).toBe(7)
  expect(addedTo('portal_exports_total{endpoint="cards.list",format="csv",outcome="done"}', before, text)).toBe(1)
  expect(addedTo('portal_export_rows_total{endpoint="cards.list",format="csv"}', before, text)).toBeGreaterThan(10)
})

test('OPS-5 refused uploads are counted by endpoint and code', async () => {
  const before = await readMetrics()
  const answer = await ask(people.staff, dailyRates.upload, form({ content: 'no sheet', name: 'a.txt' }))
  const { code } = answer.body.error
  const series = `portal_uploads_refused_total{endpoint="dailyRates.upload",code="${code}"}`
  expect(addedTo(series, before, await readMetrics())).toBe(1)
})

test('OPS-5 the event loop’s lag since the last scrape is measured', async () => {
  await scrape()
  await sleep(50)
  const until = performance.now() + 400
  while (performance.now() < until);
  await sleep(50)
  expect(readingOf(await scrape(), 'portal_event_loop_lag_seconds')).toBeGreaterThan(0.2)
})

test('OPS-5 a scrape succeeds while the database is away: the gauges are left out, and say so', async () => {
  const text = await scrape()
  expect(readingOf(text, 'portal_database_up')).toBe(1)
  expect(readingOf(text, 'portal_queue_depth{queue="imports",state="waiting"}')).toBe(0)
  expect(readingOf(text, 'portal_storage_free_bytes')).toBeGreaterThan(0)
  const away = connect({ appUrl: 'postgres://portal_app:x@127.0.0.1:1/portal' })
  measureInstallation({ database: away, dataDir: folder })
  const without = await scrape()
  expect(readingOf(without, 'portal_database_up')).toBe(0)
  expect(without).not.toMatch(/^portal_(queue_depth|seal_unsealed_entries|database_size_bytes)[ {]/m)
  measureInstallation({ database, dataDir: folder })
  expect(readingOf(await scrape(), 'portal_database_up')).toBe(1)
  await away.end()
})
