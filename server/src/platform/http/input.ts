import type { Endpoint } from '@portal/contract/endpoint.ts'
import { messageOfText } from '@portal/contract/english.ts'
import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

/** One message per field, nested as `txn_attr.0.dtl_qty`: the field's first error. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // Without a prototype, so that a field named like one of its members is an ordinary field.
  const fields: FieldErrors = Object.create(null)
  for (const issue of issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of paths) fields[path.join('.').slice(0, 200) || 'body'] ??= messageOfText(issue.message)
  }
  return fields
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('request.invalid', fieldErrors(result.error.issues))
}

const mostKept = 200
const longestKept = 100
const readBefore = new WeakMap<z.ZodType, Map<string, unknown>>()
/** What a query means depends on its text alone, and most requests ask with one of a few. It is shared, so frozen. */
function readQuery(schema: z.ZodType | undefined, { url, query }: FastifyRequest): unknown {
  if (!schema) return undefined
  const known = readBefore.get(schema) ?? new Map<string, unknown>()
  readBefore.set(schema, known)
  const at = url.indexOf('?')
  const text = at < 0 ? '' : url.slice(at)
  const before = known.get(text)
  if (before !== undefined) return before
  const read = frozen(parse(schema, query))
  if (known.size >= mostKept) known.clear()
  if (text.length <= longestKept) known.set(text, read)
  return read
}
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const one of Object.values(Object.freeze(value))) frozen(one)
  return value
}

/** Drops read-only fields of a record that is sent back, and renames aliases (API-2). */
function readBody(endpoint: Endpoint, body: unknown): unknown {
  if (Array.isArray(body) && endpoint.arrayAs) return { [endpoint.arrayAs]: body }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body ?? {}
  const { ignores = [], aliases = {} } = endpoint
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const real = Object.hasOwn(aliases, name) ? aliases[name] : undefined
    if (real) read[real] ??= value
    else if (!ignores.includes(name)) read[name] = value
  }
  return read
}

/** A malformed id gets the same reply as an unknown one (T8). */
function readParams(endpoint: Endpoint, params: unknown): unknown {
  const result = endpoint.params?.safeParse(params)
  if (result && !result.success) throw new AppError('record.not-found')
  return result?.data
}

export const readInput = (endpoint: Endpoint, request: FastifyRequest) => ({
  params: readParams(endpoint, request.params),
  query: readQuery(endpoint.query, request),
  body: endpoint.body && parse(endpoint.body, readBody(endpoint, request.body)),
})
