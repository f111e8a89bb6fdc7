import type { FastifyInstance } from 'fastify'
import type { LoggerOptions } from 'pino'

/**
 * A long run of digits in an address is a card number in a filter; its last four are enough to find a request again (API-4).
 * A token does not belong into an address, but people paste what they please.
 */
export const maskSecrets = (text: string): string =>
  text.replace(/\b(token|password)=[^&#]*/gi, '$1=***').replace(/\d{6,}/g, (run) => '*'.repeat(run.length - 4) + run.slice(-4))

export const loggerOptions = (level: string): LoggerOptions => ({ level, redact: ['*.password', '*.token', '*.authorization', '*.cookie'] })

/** Headers and bodies are never logged, so that no token or password can be. */
export function logRequests(app: FastifyInstance): void {
  if (!['trace', 'debug', 'info'].includes(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, url: maskSecrets(request.url), status: reply.statusCode, ms, ip }, 'request')
    done()
  })
}
