import { AppError } from '@portal/contract/errors.ts'
import type { Message } from '@portal/contract/message.ts'
import type { FastifyInstance } from 'fastify'
import { type DatabaseFault, databaseFault, refusalFault } from '../../db/readiness.ts'
import { portalVersion } from '../../process/version.ts'
import { sendError } from './errors.ts'

/**
 * Migrations, roles and settings change rarely: what was found holds for a moment. That the database answers is asked
 * each time.
 */
const keptMs = 2000

/** For anyone who can reach the port: without names, addresses or versions, which are in the log. */
const words: Record<DatabaseFault['reason'], Message> = {
  'database-away': 'service.database-away',
  'database-server': 'service.database-server',
  'database-role': 'service.database-role',
  migrations: 'service.migrations',
}

/** Asks the whole question at most once at a time and every few seconds, and tells the log what has changed. */
function watchDatabase(app: FastifyInstance): () => Promise<DatabaseFault | null> {
  const { database } = app.services
  let kept: { until: number; fault: Promise<DatabaseFault | null> } | undefined
  let told = ''
  const tell = (fault: DatabaseFault | null) => {
    // Why a database is away is said in many ways, and once is enough.
    const now = fault?.reason === 'database-away' ? fault.reason : (fault?.sentence ?? '')
    if (fault && now !== told) app.log.error({ reason: fault.reason }, fault.sentence)
    if (!fault && told) app.log.info('The portal can serve again.')
    told = now
    return fault
  }
  const askAll = () => {
    const asked = { until: Number.POSITIVE_INFINITY, fault: databaseFault(database) }
    asked.fault.then((fault) => {
      // A database that is away may be back at any moment.
      asked.until = fault?.reason === 'database-away' ? 0 : performance.now() + keptMs
    })
    return asked
  }
  const away = () =>
    database.gate('select 1 as one', []).then(
      () => null,
      (error) => refusalFault(error, database.roleNames.portal_customer),
    )
  return async () => {
    if (!kept || performance.now() > kept.until) kept = askAll()
    else {
      const fault = await away()
      if (fault) return tell(fault)
    }
    return tell(await kept.fault)
  }
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, which it cannot while it stops or while its database does not
 * fit (API-4, OPS-2).
 */
export function serveHealth(app: FastifyInstance): void {
  let isReady = true
  app.decorate('setReady', (ready: boolean) => {
    isReady = ready
  })
  const ask = watchDatabase(app)
  app.get('/healthz', async () => ({ status: 'ok', portalVersion }))
  app.get('/readyz', async (_request, reply) => {
    const fault = isReady ? await ask() : null
    if (isReady && !fault) return { status: 'ready' }
    const message = fault ? words[fault.reason] : 'service.stopping'
    return sendError(reply, new AppError('service.unavailable', undefined, { retryAfterSeconds: 3, message }))
  })
}
