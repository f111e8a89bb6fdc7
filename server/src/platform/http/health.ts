import { AppError } from '@portal/contract/errors.ts'
import type { Message } from '@portal/contract/message.ts'
import type { FastifyInstance } from 'fastify'
import { type DatabaseFault, databaseFault, refusalFault } from '../../db/readiness.ts'
import { portalVersion } from '../../process/version.ts'
import { sendError } from './errors.ts'

/**
 * Migrations, roles and settings change rarely, so their check is cached briefly. Each probe still queries the
 * database.
 */
const cacheMs = 2000

/** For anyone who can reach the port: without names, addresses or versions, which are in the log. */
const messages: Record<DatabaseFault['reason'], Message> = {
  'database-away': 'service.database-away',
  'database-server': 'service.database-server',
  'database-role': 'service.database-role',
  migrations: 'service.migrations',
}

/** Runs one full check at a time, at most every few seconds, and logs changes. */
function watchDatabase(app: FastifyInstance): () => Promise<DatabaseFault | null> {
  const { database } = app.services
  let cached: { until: number; fault: Promise<DatabaseFault | null> } | undefined
  let lastLogged = ''
  const logChange = (fault: DatabaseFault | null) => {
    // A database can be away for many reasons; log it once.
    const now = fault?.reason === 'database-away' ? fault.reason : (fault?.sentence ?? '')
    if (fault && now !== lastLogged) app.log.error({ reason: fault.reason }, fault.sentence)
    if (!fault && lastLogged) app.log.info('The portal can serve again.')
    lastLogged = now
    return fault
  }
  const askAll = () => {
    const asked = { until: Number.POSITIVE_INFINITY, fault: databaseFault(database) }
    asked.fault.then((fault) => {
      // A database that is away may be back at any moment, so this result is not cached.
      asked.until = fault?.reason === 'database-away' ? 0 : performance.now() + cacheMs
    })
    return asked
  }
  const away = () =>
    database.unscoped('select 1 as one', []).then(
      () => null,
      (error) => refusalFault(error, database.roleNames.portal_customer),
    )
  return async () => {
    if (!cached || performance.now() > cached.until) cached = askAll()
    else {
      const fault = await away()
      if (fault) return logChange(fault)
    }
    return logChange(await cached.fault)
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, except while it stops or its database does not fit (API-4,
 * OPS-2).
 */
export function serveHealth(app: FastifyInstance): void {
  let isReady = true
  app.decorate('setReady', (ready: boolean) => {
    isReady = ready
  })
  const ask = watchDatabase(app)
  app.get('/healthz', async () => ({ status: 'ok', version: portalVersion }))
  app.get('/readyz', async (_request, reply) => {
    const fault = isReady ? await ask() : null
    if (isReady && !fault) return { status: 'ready' }
    const message = fault ? messages[fault.reason] : 'service.stopping'
    return sendError(reply, new AppError('service.unavailable', undefined, { retryAfterSeconds: 3, message }))
  })
}
