import type { Endpoint } from '@portal/contract/endpoint.ts'
import { english } from '@portal/contract/english.ts'
import type { ErrorCode } from '@portal/contract/errors.ts'
import { z } from 'zod'
import { fileTypes } from './file-types.data.ts'
import { referenceTo } from './named-schemas.ts'
import { errorsOf, isCounted } from './operation-errors.ts'
import type { Schema } from './schema.data.ts'

type Header = { description: string; schema: Schema; example: unknown }
type Response = { description: string; headers: Record<string, unknown>; content?: Record<string, unknown> } & {
  'x-codes'?: readonly ErrorCode[]
}

/** Headers of answers; `components.headers` has them once. */
export const headers: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'Id of the request, as in the service’s log. Name it when you report a problem.',
    schema: { type: 'string', format: 'uuid' },
    example: '0b8f8f6e-53a4-4bd0-a8f1-3d4d5d1d9e55',
  },
  'Retry-After': {
    description: 'Seconds to wait before the call is tried again. Absent if the service cannot tell.',
    schema: { type: 'integer', minimum: 1 },
    example: 3,
  },
  'RateLimit-Limit': {
    description: 'Calls that the service key can make in a minute. Only on calls with a key that is limited.',
    schema: { type: 'integer' },
    example: 600,
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left.',
    schema: { type: 'integer' },
    example: 598,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the oldest counted call no longer counts.',
    schema: { type: 'integer' },
    example: 42,
  },
  'Content-Disposition': {
    description: 'How to treat the file, and its name.',
    schema: { type: 'string' },
    example: 'attachment; filename="cards.csv"',
  },
  Authorization: {
    description: 'Token of the new session. Send it as `authorization` with every call. Pages get a cookie instead.',
    schema: { type: 'string' },
    example: 'mF1kq9Zt3vYw0bXc7RdE5g',
  },
}
const headersOf = (...names: string[]): Record<string, unknown> =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const opensSession = ['session.login', 'secondFactor.signIn', 'switching.to', 'switching.back']
const json = (schema: Schema) => ({ 'application/json': { schema } })
const bytes: Schema = { type: 'string', contentMediaType: 'application/octet-stream' }
const filesAs = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: type === 'application/json' ? { type: 'object' } : bytes }]))

function success(endpoint: Endpoint, reply: Schema | null): [status: string, Response] {
  const { id, list, orFile, status = 200 } = endpoint
  const types = fileTypes[id] ?? ['application/octet-stream']
  if (endpoint.reply === 'file')
    return ['200', { description: 'The file.', headers: headersOf('Content-Disposition'), content: filesAs(types) }]
  if (endpoint.reply instanceof z.ZodNull || !reply) return ['204', { description: 'Done.', headers: headersOf() }]
  const files = list ? ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] : types
  return [
    String(status),
    {
      description: status === 202 ? 'Accepted; the work goes on.' : status === 201 ? 'Made.' : 'Done.',
      headers: headersOf(
        ...(opensSession.includes(id) ? ['Authorization'] : list || orFile ? ['Content-Disposition'] : []),
      ),
      content: { ...json(reply), ...(list || orFile ? filesAs(files) : {}) },
    },
  ]
}

function refusal(status: number, codes: readonly ErrorCode[], limits: readonly string[]): Response {
  return {
    description: codes.map((code) => `\`${code}\`: ${english(code)}`).join('\n\n'),
    headers: headersOf(...limits, ...(status === 429 || status === 503 ? ['Retry-After'] : [])),
    content: json(referenceTo('Error')),
    'x-codes': codes,
  }
}

/** What the call can answer: its result, and each status with its codes. */
export function responsesOf(endpoint: Endpoint, reply: Schema | null): Record<string, Response> {
  const [status, result] = success(endpoint, reply)
  const limits = isCounted(endpoint) ? ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] : []
  Object.assign(result.headers, headersOf(...limits))
  const refusals = [...errorsOf(endpoint)].map(([code, codes]) => [String(code), refusal(code, codes, limits)] as const)
  return { [status]: result, ...Object.fromEntries(refusals) }
}

const statusNames: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'Unexpected',
  503: 'Unavailable',
  507: 'NoRoom',
}
type WithResponses = { responses: Record<string, unknown> }
/** Puts the most frequent answer of each status into the components, and refers to it. */
export function shareResponses(operations: readonly WithResponses[]): Record<string, unknown> {
  const shared: Record<string, unknown> = {}
  for (const [status, name] of Object.entries(statusNames)) {
    const having = operations.filter(({ responses }) => responses[status] !== undefined)
    const alike = Map.groupBy(having, ({ responses }) => JSON.stringify(responses[status]))
    const [most] = [...alike.values()].sort((one, other) => other.length - one.length)
    if (!most || most.length < 2) continue
    shared[name] = most[0]?.responses[status]
    for (const operation of most) operation.responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return shared
}
