import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Bindings, type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * Long runs of digits are card numbers, in a filter or in a database error; the last four digits are enough to find a
 * request (API-4). Tokens do not belong in an address, but users paste them there. For an e-mail address the host is
 * enough. Of a service key, the part that names it stays (A3).
 */
export const maskSecrets = (text: string): string => (mayHoldSecret.test(text) ? masked(text) : text)
/** Most lines hold nothing like it; the search for it takes a tenth of the time. */
const mayHoldSecret = /@|\d{6}|fck_|token=|password=/i
const masked = (text: string): string =>
  text
    .replace(/\b(token|password)=[^&#]*/gi, '$1=***')
    .replace(/(fck_[0-9a-f]{8})_[\w-]+/g, '$1_***')
    .replace(/[^\s<>"'(),:;=/@]{1,64}(?=@[\w.-]+\.\w)/g, '***')
    .replace(/\d{6,}/g, (run) => '*'.repeat(run.length - 4) + run.slice(-4))

/** Masks three levels: some errors carry their whole connection. */
function maskAll(value: unknown, depth = 3): unknown {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return undefined
  if (Array.isArray(value)) return value.map((one) => maskAll(one, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskAll(one, depth - 1)]))
}
/** Database errors repeat the values they are about (A3). */
const writeError = (error: Error): unknown => maskAll(pino.stdSerializers.err(error))

const fromError = pino.levels.values.error as number
/** Masks the message too. A line without a message repeats the error's. */
function writeMessage(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [what] = args as unknown[]
  const error = what instanceof Error ? what : (what as { err?: unknown } | null)?.err
  const words = args.length === 1 && error instanceof Error ? [what, error.message] : args
  method.apply(this, words.map((one) => (typeof one === 'string' ? maskSecrets(one) : one)) as Parameters<LogFn>)
  if (level >= fromError) this.flush()
}

export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  redact: ['*.password', '*.token', '*.authorization', '*.cookie'],
  serializers: { err: writeError },
  hooks: { logMethod: writeMessage },
})

/** Lines of requests are written several at a time: a write takes longer than its line. */
const severalLines = { sync: false, minLength: 8192, periodicFlush: 100 }
let lines: DestinationStream | undefined
/**
 * The log of requests, on standard output too. A killed process loses the last tenth of a second of it, but no error:
 * they are written at once.
 */
export const requestLog = (level: string): LoggerOptions & { stream: DestinationStream } => {
  lines ??= pino.destination(severalLines)
  return { ...loggerOptions(level), stream: lines }
}

/** The log outside of requests: one JSON line per event on standard output. */
export const openLog = (level: string): Logger => pino(loggerOptions(level))

/** The log of one request, whose lines name it. It is made with its first line, because most requests write none. */
class LogOfRequest {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  #own: FastifyBaseLogger | undefined
  constructor(parent: FastifyBaseLogger, bindings: Bindings) {
    this.#parent = parent
    this.#bindings = bindings
  }
  get #log(): FastifyBaseLogger {
    this.#own ??= this.#parent.child(this.#bindings)
    return this.#own
  }
  fatal(...line: Parameters<LogFn>): void {
    this.#log.fatal(...line)
  }
  error(...line: Parameters<LogFn>): void {
    this.#log.error(...line)
  }
  warn(...line: Parameters<LogFn>): void {
    this.#log.warn(...line)
  }
  info(...line: Parameters<LogFn>): void {
    this.#log.info(...line)
  }
  debug(...line: Parameters<LogFn>): void {
    this.#log.debug(...line)
  }
  trace(...line: Parameters<LogFn>): void {
    this.#log.trace(...line)
  }
  child(bindings: Bindings): FastifyBaseLogger {
    return this.#log.child(bindings)
  }
}
export const logOfRequest = (parent: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger =>
  new LogOfRequest(parent, bindings) as unknown as FastifyBaseLogger

/** Logs no headers or bodies, so no token or password can leak. */
export function logRequests(app: FastifyInstance): void {
  if (!['trace', 'debug', 'info'].includes(app.log.level)) return
  // Five plain fields hold nothing to redact, and the search would take most of a line's time.
  const { redact: _, stream, ...options } = requestLog('info')
  const log = pino(options, stream)
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, ip } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info({ reqId, method, url: maskSecrets(request.url), status: reply.statusCode, ms, ip }, 'request')
    done()
  })
}
