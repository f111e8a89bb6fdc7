import { AppError } from '@portal/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sendError } from './errors.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, which it cannot while it stops or while its database is away (API-4). */
export function serveHealth(app: FastifyInstance): void {
  let isReady = true
  app.decorate('setReady', (ready: boolean) => {
    isReady = ready
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const answers = () => app.services.database.gate('select 1 as one', []).then(Boolean, () => false)
    if (isReady && (await answers())) return { status: 'ready' }
    return sendError(reply, new AppError('service.unavailable', undefined, { retryAfterSeconds: 3 }))
  })
}
