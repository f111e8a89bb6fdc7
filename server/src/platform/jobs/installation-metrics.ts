import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { Database } from '../../db/connect.ts'
import { knownMigrations } from '../../db/migrations.ts'
import { portalVersion } from '../../process/version.ts'
import { staffScope } from '../access/scope.ts'
import { type InstallationFacts, readDisk, readFacts } from './installation.ts'
import { registry } from './registry.ts'

/** Several scrapers cost no more than one. */
const cacheMs = 5000
/** A scrape does not wait longer for the database. */
const patienceMs = 2000
const delayMs = 10

type Installation = { database: Database; dataDir: string }
let installation: Installation | undefined
let cached: { until: number; facts: Promise<InstallationFacts | null> } | undefined

/** Null while the database is away: then the gauges have no value, and the scrape still succeeds. */
async function askFacts({ database }: Installation): Promise<InstallationFacts | null> {
  const asked = database.transaction(staffScope(0), readFacts, { readOnly: true }).catch(() => null)
  return Promise.race([asked, sleep(patienceMs, null, { ref: false })])
}
function factsNow(): Promise<InstallationFacts | null> {
  if (!installation) return Promise.resolve(null)
  if (!cached || performance.now() > cached.until)
    cached = { until: performance.now() + cacheMs, facts: askFacts(installation) }
  return cached.facts
}
const ageSeconds = (at: string | null): number =>
  at === null ? 0 : Math.max(0, (Date.now() - new Date(at).getTime()) / 1000)

type Value = { labels?: Record<string, string>; value: number }
/** A gauge whose values are read when it is scraped. Null means unknown, and the gauge then has no values. */
function gauge(name: string, help: string, labelNames: string[], read: () => Promise<Value[] | null>): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = await read().catch(() => null)
      this.reset()
      if (labelNames.length === 0 && !values) this.remove()
      for (const { labels = {}, value } of values ?? []) this.set(labels, value)
    },
  })
}
const fact = (name: string, help: string, value: (facts: InstallationFacts) => number): void =>
  gauge(name, help, [], async () => {
    const facts = await factsNow()
    return facts && [{ value: value(facts) }]
  })

gauge('portal_database_up', 'Whether the database answered this scrape: 1 or 0', [], async () =>
  installation ? [{ value: (await factsNow()) ? 1 : 0 }] : null,
)
gauge('portal_queue_depth', 'Records of a queue by state, counted when scraped', ['queue', 'state'], async () => {
  const facts = await factsNow()
  return (
    facts && [
      { labels: { queue: 'mail', state: 'waiting' }, value: facts.mail_waiting },
      { labels: { queue: 'mail', state: 'failed' }, value: facts.mail_failed },
      { labels: { queue: 'webhooks', state: 'waiting' }, value: facts.webhooks_waiting },
      { labels: { queue: 'imports', state: 'waiting' }, value: facts.imports_queued },
      { labels: { queue: 'imports', state: 'running' }, value: facts.imports_running },
      { labels: { queue: 'billing', state: 'waiting' }, value: facts.runs_queued },
      { labels: { queue: 'billing', state: 'running' }, value: facts.runs_running },
      { labels: { queue: 'documents', state: 'waiting' }, value: facts.documents_waiting },
      { labels: { queue: 'documents', state: 'failed' }, value: facts.documents_failed },
    ]
  )
})
gauge('portal_queue_oldest_seconds', 'Age of the oldest waiting record of a queue; 0 if none', ['queue'], async () => {
  const facts = await factsNow()
  return (
    facts && [
      { labels: { queue: 'mail' }, value: ageSeconds(facts.mail_oldest_at) },
      { labels: { queue: 'webhooks' }, value: ageSeconds(facts.webhooks_oldest_at) },
      { labels: { queue: 'imports' }, value: ageSeconds(facts.imports_oldest_at) },
      { labels: { queue: 'billing' }, value: ageSeconds(facts.runs_oldest_at) },
      { labels: { queue: 'documents' }, value: ageSeconds(facts.documents_oldest_at) },
    ]
  )
})
fact('portal_seal_unsealed_entries', 'Audit entries that wait for their seal, up to 10,000', (facts) => facts.unsealed)
fact('portal_seal_oldest_unsealed_seconds', 'Age of the oldest audit entry without a seal; 0 if none', (facts) =>
  ageSeconds(facts.oldest_unsealed_at),
)
fact('portal_seal_last_timestamp_seconds', 'When the newest sealed audit entry was written; 0 if none', (facts) =>
  facts.last_sealed_at ? new Date(facts.last_sealed_at).getTime() / 1000 : 0,
)
fact('portal_seal_unsigned_entries', 'Seals of the audit log that wait for their signature', (facts) => facts.unsigned)
fact('portal_seal_oldest_unsigned_seconds', 'Age of the oldest sealed entry without a signature; 0 if none', (facts) =>
  ageSeconds(facts.oldest_unsigned_at),
)
fact('portal_database_size_bytes', 'Size of the database', (facts) => facts.database_bytes)

const disk = (name: string, help: string, key: 'free_bytes' | 'total_bytes'): void =>
  gauge(name, help, [], async () => (installation ? [{ value: (await readDisk(installation.dataDir))[key] }] : null))
disk('portal_storage_free_bytes', 'Free space on the disk of DATA_DIR', 'free_bytes')
disk('portal_storage_size_bytes', 'Size of the disk of DATA_DIR', 'total_bytes')

gauge('portal_build_info', 'The version and its newest migration; always 1', ['version', 'migration'], async () => {
  const migration = (await knownMigrations()).at(-1)?.name.replace(/\.sql$/, '') ?? ''
  return [{ labels: { version: portalVersion, migration }, value: 1 }]
})

const delay = monitorEventLoopDelay({ resolution: delayMs })
/** The timer's own interval is no lag. */
gauge('portal_event_loop_lag_seconds', 'Event-loop lag since the last scrape, 99th percentile', [], async () => {
  const lag = delay.count > 0 ? delay.percentile(99) / 1e9 - delayMs / 1000 : 0
  delay.reset()
  return [{ value: Math.max(0, lag) }]
})

/** Names the database and folder that the gauges are about, and starts to measure the event loop. */
export function measureInstallation(watched: Installation): void {
  installation = watched
  cached = undefined
  delay.enable()
}
