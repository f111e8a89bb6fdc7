import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReplicaState } from '@portal/contract/operations/operations.ts'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client'
import type { Database } from '../../db/connect.ts'
import type { Replica } from '../../db/replica/replica.ts'
import { StartError } from '../../process/start-error.ts'
import { measureInstallation } from './installation-metrics.ts'
import { registry } from './registry.ts'

const requests = new Counter({
  name: 'portal_requests_total',
  help: 'Requests by endpoint and status',
  labelNames: ['endpoint', 'status'],
  registers: [registry],
})
const durations = new Histogram({
  name: 'portal_request_seconds',
  help: 'Response time by endpoint',
  labelNames: ['endpoint'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

const turns = new Counter({
  name: 'portal_job_turns_total',
  help: 'Passes of jobs by outcome: done or failed',
  // Prometheus has a label `job` of its own.
  labelNames: ['name', 'outcome'],
  registers: [registry],
})
const lastDone = new Gauge({
  name: 'portal_job_last_done_timestamp_seconds',
  help: 'When a pass of the job was last done',
  labelNames: ['name'],
  registers: [registry],
})
const mails = new Counter({
  name: 'portal_mail_attempts_total',
  help: 'Attempts to send a mail by outcome: sent, queued (to be retried) or failed (given up)',
  labelNames: ['outcome'],
  registers: [registry],
})
const endedImports = new Counter({
  name: 'portal_import_attempts_total',
  help: 'Attempts to import a file by kind and outcome: done, again (to be retried), refused (the file) or failed',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
})
const webhooks = new Counter({
  name: 'portal_webhook_attempts_total',
  help: 'Attempts to send to a webhook by outcome: delivered, queued (to be retried) or failed (given up)',
  labelNames: ['outcome'],
  registers: [registry],
})
const endedRuns = new Counter({
  name: 'portal_billing_runs_total',
  help: 'Billing runs by outcome: done, again (to be resumed), incomplete or failed',
  labelNames: ['outcome'],
  registers: [registry],
})
const reads = new Counter({
  name: 'portal_reads_total',
  help: 'Reads that may lag, by server (replica or primary) and why',
  labelNames: ['from', 'why'],
  registers: [registry],
})
const forgotten = new Counter({
  name: 'portal_forgotten_rejections_total',
  help: 'Unhandled promise rejections; each is a defect, with its stack in the log',
  registers: [registry],
})

// Initialized to 0, so that the first failure shows as an increase.
for (const outcome of ['sent', 'queued', 'failed']) mails.inc({ outcome }, 0)
for (const outcome of ['delivered', 'queued', 'failed']) webhooks.inc({ outcome }, 0)
for (const outcome of ['done', 'again', 'incomplete', 'failed']) endedRuns.inc({ outcome }, 0)
for (const kind of ['cards', 'rates', 'transactions'])
  for (const outcome of ['done', 'again', 'refused', 'failed']) endedImports.inc({ kind, outcome }, 0)

/** Counts a pass of a job as done or failed (OPS-5). The metric keeps its older name. */
export function countPass(job: string, isDone: boolean): void {
  turns.inc({ name: job, outcome: 'done' }, isDone ? 1 : 0)
  turns.inc({ name: job, outcome: 'failed' }, isDone ? 0 : 1)
  if (isDone) lastDone.setToCurrentTime({ name: job })
}
export const countMail = (outcome: 'sent' | 'queued' | 'failed') => mails.inc({ outcome })
export const countWebhook = (outcome: 'delivered' | 'queued' | 'failed') => webhooks.inc({ outcome })
export const countImport = (kind: string, outcome: 'done' | 'again' | 'refused' | 'failed') =>
  endedImports.inc({ kind, outcome })
export const countRun = (outcome: 'done' | 'again' | 'incomplete' | 'failed') => endedRuns.inc({ outcome })
/** `why` is `fresh`, `not-fresh` (the replica lacks a change of the asker), `failed`, or what is wrong with the replica (OPS-8). */
export const countRead = (from: 'replica' | 'primary', why: string) => reads.inc({ from, why })
export const countForgotten = () => forgotten.inc()
/** In Prometheus format. */
export const readMetrics = (): Promise<string> => registry.metrics()

export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = (request.routeOptions.config as { endpoint?: string }).endpoint ?? 'other'
    requests.inc({ endpoint, status: reply.statusCode })
    durations.observe({ endpoint }, reply.elapsedTime / 1000)
    done()
  })
}

function measurePools(database: Database): void {
  new Gauge({
    name: 'portal_pool_connections',
    help: 'Database connections by role and state',
    labelNames: ['role', 'state'],
    registers: [registry],
    collect() {
      for (const [role, pool] of Object.entries(database.pools)) {
        this.set({ role, state: 'idle' }, pool.idleCount)
        this.set({ role, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ role, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
}

function measureReplica(replica: Replica): void {
  if (!replica.state().configured) return
  const gauge = (name: string, help: string, read: (state: ReplicaState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read(replica.state()) ?? Number.NaN)
      },
    })
  gauge('portal_replica_usable', '1 while lists and reports are read from the replica', ({ usable }) => Number(usable))
  gauge('portal_replica_lag_seconds', 'How long the replica is behind', ({ lag_seconds }) => lag_seconds)
  gauge('portal_replica_lag_bytes', 'How much of the log the replica has not replayed', ({ lag_bytes }) => lag_bytes)
}

const backupsQuery = `select extract(epoch from max(finished_at))::float8 as done, (array_agg(size_bytes order by id desc))[1]::float8 as size,
    (select extract(epoch from max(tested_at))::float8 from backups) as tested,
    (select (test_failure is null)::int from backups where tested_at is not null order by tested_at desc limit 1) as passed
  from backups where size_bytes is not null`
const backupGauges = {
  portal_backup_last_success_timestamp_seconds: ['When the last complete backup ended', 'done'],
  portal_backup_last_size_bytes: ['The size of the last complete backup', 'size'],
  portal_backup_last_test_timestamp_seconds: ['When a backup was last restored on trial', 'tested'],
  portal_backup_last_test_ok: ['1 if the last trial restore was proved, 0 if it failed', 'passed'],
} as const
/** Read from the table when scraped, so that every process tells the same (OPS-1). Without a backup there is no value. */
function measureBackups(database: Database): void {
  for (const [name, [help, column]] of Object.entries(backupGauges))
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await database.pools.portal_staff.query(backupsQuery).catch(() => null)
        const value = found?.rows[0]?.[column]
        if (typeof value === 'number') this.set(value)
        else this.remove()
      },
    })
}

/** Serves Prometheus metrics on their own port, so that the main port never exposes them (API-4). */
export async function startMetrics(
  { metricsPort, host, dataDir }: { metricsPort: number | null; host: string; dataDir: string },
  database: Database,
  replica: Replica,
): Promise<{ port: number; close(): Promise<void> } | null> {
  if (metricsPort === null) return null
  collectDefaultMetrics({ register: registry })
  measurePools(database)
  measureReplica(replica)
  measureBackups(database)
  measureInstallation({ database, dataDir })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    readMetrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new StartError(`Port ${metricsPort} (METRICS_PORT) is in use or not allowed.`)))
    server.listen(metricsPort, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
