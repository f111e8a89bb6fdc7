import { createServer } from 'node:http'
import type { Config } from '../config.ts'

/** A worker serves nobody, but what watches over it asks the same two questions as of an API process (API-4). */
export async function startHealth(config: Pick<Config, 'host' | 'port'>): Promise<{ setReady(value: boolean): void; close(): Promise<void> }> {
  let isReady = false
  const server = createServer((request, response) => {
    const status = request.url === '/healthz' ? 200 : request.url !== '/readyz' ? 404 : isReady ? 200 : 503
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify({ ok: status === 200 }))
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(config.port, config.host, resolve)
  await promise
  return {
    setReady: (value) => {
      isReady = value
    },
    close: async () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>()
      server.close(() => done())
      server.closeAllConnections()
      await closed
    },
  }
}
