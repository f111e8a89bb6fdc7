import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/connect.ts'
import { StartError } from './start-error.ts'

const registry = new Registry()
const requests = new Counter({
  name: 'portal_requests_total',
  help: 'Requests by endpoint and status',
  labelNames: ['endpoint', 'status'],
  registers: [registry],
})
const durations = new Histogram({
  name: 'portal_request_seconds',
  help: 'Time to answer, by endpoint',
  labelNames: ['endpoint'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

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

/** Prometheus metrics on a port of their own, so that the main port never shows them (API-4). */
export async function startMetrics(
  { metricsPort, host }: { metricsPort: number | null; host: string },
  database: Database,
): Promise<{ close(): Promise<void> } | null> {
  if (metricsPort === null) return null
  collectDefaultMetrics({ register: registry })
  measurePools(database)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new StartError(`Port ${metricsPort} (METRICS_PORT) is in use or not allowed.`)))
    server.listen(metricsPort, host, resolve)
  })
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}
