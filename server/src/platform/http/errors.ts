import { english, partsOf } from '@portal/contract/english.ts'
import { AppError, type ErrorBody } from '@portal/contract/errors.ts'
import { type MessageParts, message } from '@portal/contract/message.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { securityHeaders } from './headers.ts'

const frameworkErrors: Record<string, AppError['code']> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media-type',
}
/** Values that the database cannot store, such as a NUL in a string or a day in the year 0. */
const unstorable = new Set(['22021', '22P05', '22003', '22007', '22008'])
/** Connection errors, shutdown, too many clients, and statement and lock timeouts. */
const unavailable = /^(08|57P|53)|^57014$|^55P03$|^40P01$|^25P03$/
const networkTrouble = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // A failover that moves the name or the route.
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
])

/** Whether a retry may succeed: the connection broke, a lock was held, or the machine was full. */
export function isUnavailable(error: Error & { code?: unknown }): boolean {
  if (error instanceof pg.DatabaseError) return unavailable.test(error.code ?? '')
  if (typeof error.code === 'string' && networkTrouble.has(error.code)) return true
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout/.test(
    error.message,
  )
}

/** Every path that books something ends here when its date is in closed books (RECV-6). */
const booksClosed = ({ detail }: pg.DatabaseError): AppError =>
  new AppError('books.closed', undefined, { message: message('books.closed-through', { day: detail ?? '' }) })

/** Maps any error to one of the catalogue's errors. An unexpected error is a plain 500 without details. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const known = error as FastifyError
  const code = frameworkErrors[known.code]
  if (code) return new AppError(code)
  if (known instanceof pg.DatabaseError && known.constraint === 'books_closed') return booksClosed(known)
  if (known instanceof pg.DatabaseError && unstorable.has(known.code ?? '')) return new AppError('request.malformed')
  if (known instanceof Error && isUnavailable(known))
    return new AppError('service.unavailable', undefined, { retryAfterSeconds: 3 })
  if (known.code === 'FST_ERR_MAX_PARAM_LENGTH' || known.statusCode === 414) return new AppError('record.not-found')
  if (known.statusCode === 400) return new AppError('request.malformed')
  return new AppError('service.unexpected')
}

type Fields = Pick<ErrorBody['error'], 'fields' | 'field_messages'>
/** Each field's sentence in English, with key and parameters for a page in another language (UX-5). */
function fieldsOf({ fields, facts = {} }: AppError): Fields {
  if (!fields) return {}
  const given = Object.entries<string>(fields)
  const parts = given.flatMap(([name, text]) => [[name, partsOf(text)] as const])
  return {
    fields: Object.fromEntries([...given.map(([name, text]) => [name, english(text)]), ...Object.entries(facts)]),
    field_messages: Object.fromEntries(parts.filter((entry): entry is [string, MessageParts] => entry[1] !== null)),
  }
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const body: ErrorBody = {
    error: {
      code: error.code,
      message: english(error.message),
      ...(partsOf(error.message) ?? { key: error.code, params: {} }),
      ...fieldsOf(error),
      requestId: reply.request.id,
    },
    ...error.report,
    ...(error.preview === undefined ? {} : { preview: error.preview }),
  }
  // The framework closes a connection whose body it rejects, and a client that is still sending loses the reply. The
  // portal drains the body instead (SEC-7).
  reply.removeHeader('connection')
  // A stream can fail before its first byte is sent, when its encoding is announced already.
  reply.removeHeader('content-encoding')
  // A request that the framework rejects has not passed the hook that sets these headers.
  reply.headers({ ...securityHeaders, 'x-request-id': reply.request.id })
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(error.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** The only place where an error becomes a reply. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asAppError(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  return sendError(reply, refusal)
}
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(refuse)
}

/** Another transaction held the lock for too long. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'
/** Maps the violation of one named constraint to an error; rethrows any other error. */
export const refuseOn =
  (constraint: string, refusal: AppError) =>
  (error: unknown): never => {
    throw error instanceof pg.DatabaseError && error.constraint === constraint ? refusal : error
  }
