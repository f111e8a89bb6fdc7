import { english, partsOf } from '@portal/contract/english.ts'
import { AppError, type ErrorBody } from '@portal/contract/errors.ts'
import type { MessageParts } from '@portal/contract/message.ts'
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
/** What the database cannot hold, such as a NUL inside a string or a day in the year 0. */
const unstorable = new Set(['22021', '22P05', '22003', '22007', '22008'])
/** Connection trouble, shutdown, too many clients, and the statement and lock timeouts. */
const unavailable = /^(08|57P|53)|^57014$|^55P03$|^40P01$|^25P03$/
const networkTrouble = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  // A failover that moves the name or the route.
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
])

/** Whether it may go well the next time: the connection broke, somebody was in the way, the machine was full. */
export function isUnavailable(error: Error & { code?: unknown }): boolean {
  if (error instanceof pg.DatabaseError) return unavailable.test(error.code ?? '')
  if (typeof error.code === 'string' && networkTrouble.has(error.code)) return true
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout/.test(
    error.message,
  )
}

/**
 * Whatever went wrong, as one of the catalogue's refusals. What nobody foresaw is a plain 500 without a word of its
 * own.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const known = error as FastifyError
  const code = frameworkErrors[known.code]
  if (code) return new AppError(code)
  if (known instanceof pg.DatabaseError && unstorable.has(known.code ?? '')) return new AppError('request.malformed')
  if (known instanceof Error && isUnavailable(known))
    return new AppError('service.unavailable', undefined, { retryAfterSeconds: 3 })
  if (known.code === 'FST_ERR_MAX_PARAM_LENGTH' || known.statusCode === 414) return new AppError('record.not-found')
  if (known.statusCode === 400) return new AppError('request.malformed')
  return new AppError('service.unexpected')
}

type Fields = Pick<ErrorBody['error'], 'fields' | 'field_messages'>
/** Each field's sentence in English, and in its parts for a page that speaks another language (UX-5). */
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
  }
  // The framework closes a connection whose body it refuses, and a caller that is still sending then loses the answer.
  // Ours is drained instead (SEC-7).
  reply.removeHeader('connection')
  // A request that the framework refuses has not passed the hook that sets them.
  reply.headers({ ...securityHeaders, 'x-request-id': reply.request.id })
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(error.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** The one way an error becomes an answer. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asAppError(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  return sendError(reply, refusal)
}
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(refuse)
}

/** Somebody else held for too long what was waited for. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'
/** Turns the breach of one named constraint into a refusal; anything else goes on as it is. */
export const refuseOn =
  (constraint: string, refusal: AppError) =>
  (error: unknown): never => {
    throw error instanceof pg.DatabaseError && error.constraint === constraint ? refusal : error
  }
