import type { FastifyInstance } from 'fastify'
import { type LogFn, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * A long run of digits is a card number, in a filter or in the words of the database; its last four are enough to find
 * a request again (API-4). A token does not belong into an address, but people paste what they please. Of an e-mail
 * address the host is enough.
 */
export const maskSecrets = (text: string): string =>
  text
    .replace(/\b(token|password)=[^&#]*/gi, '$1=***')
    .replace(/[^\s<>"'(),:;=/@]{1,64}(?=@[\w.-]+\.\w)/g, '***')
    .replace(/\d{6,}/g, (run) => '*'.repeat(run.length - 4) + run.slice(-4))

/** Three levels down is as far as anything is said: some errors carry their whole connection with them. */
function maskAll(value: unknown, depth = 3): unknown {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return undefined
  if (Array.isArray(value)) return value.map((one) => maskAll(one, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskAll(one, depth - 1)]))
}
/** What the database says of a fault repeats the values that it is about (A3). */
const writeError = (error: Error): unknown => maskAll(pino.stdSerializers.err(error))

/** The words of a line, too; without words of its own it repeats the error's. */
function writeWords(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [what] = args as unknown[]
  const error = what instanceof Error ? what : (what as { err?: unknown } | null)?.err
  const words = args.length === 1 && error instanceof Error ? [what, error.message] : args
  method.apply(this, words.map((one) => (typeof one === 'string' ? maskSecrets(one) : one)) as Parameters<LogFn>)
}

export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  redact: ['*.password', '*.token', '*.authorization', '*.cookie'],
  serializers: { err: writeError },
  hooks: { logMethod: writeWords },
})

/** The log of what no request asked for: one JSON line each on standard output. */
export const openLog = (level: string): Logger => pino(loggerOptions(level))

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
