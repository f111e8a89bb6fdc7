import { setImmediate as pause } from 'node:timers/promises'
import { isForKeys, scopesOf } from '@portal/contract/api-keys/scopes.rules.ts'
import { type Endpoint, takesVersion } from '@portal/contract/endpoint.ts'
import { type ErrorCode, errorStatuses } from '@portal/contract/errors.ts'
import { deletedRow } from '@portal/contract/list-changes.ts'
import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import type { z } from 'zod'
import type { BrandTable } from '../process/brands.ts'
import { portalVersion } from '../process/version.ts'
import { Descriptions } from './descriptions.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { formerListParameters, listParameters, type Parameter } from './list-parameters.ts'
import { type NamedSchemas, namedSchemas, referenceTo } from './named-schemas.ts'
import { takesIdempotencyKey } from './operation-errors.ts'
import { headers, responsesOf, shareResponses } from './responses.ts'
import type { Schema } from './schema.data.ts'
import { tagOf, tags } from './tags.data.ts'
import { deliveries, webhooksOf } from './webhooks.ts'

type Operation = { responses: Record<string, unknown> } & Record<string, unknown>
export type OpenApi = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> } & Record<string, unknown>
} & Record<string, unknown>

/** In an address every id is a number. */
const inAddress = (schema: Schema): Schema => {
  const types = [schema.type ?? []].flat()
  if (!types.includes('integer') || !types.includes('string')) return schema
  return { type: 'integer', minimum: 1 }
}
function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  endpoint: Endpoint,
  descriptions: Descriptions,
): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...plain } = descriptions.describe(endpoint.id, name, inAddress(property))
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: String(description),
      schema: plain,
      example: (examples as unknown[] | undefined)?.[0],
    }
  })
}

function formOf({ field, maxBytes, form = [], endings }: NonNullable<Endpoint['upload']>): Schema {
  const limit = `${Math.floor(maxBytes / 1024).toLocaleString('en-CA')} kB`
  return {
    type: 'object',
    required: [field],
    properties: {
      [field]: {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: `The file, up to ${limit}.${endings ? ` One of: ${endings.join(', ')}.` : ''}`,
        examples: ['(the file)'],
      },
      ...Object.fromEntries(
        form.map((name) => [
          name,
          { type: 'string', description: 'The parameter of the same name, as a field.', examples: ['preview'] },
        ]),
      ),
    },
  }
}

/** The risk of omitting the version, as the documents' own payloads do (FORM-11). */
const versionNote =
  'Send the `version` that you read. If the record has changed since, the call returns 409 `record.stale` and saves nothing. Without `version` there is no ' +
  'check, and such a change is overwritten without notice. The response has the new `version`.'

function needsOf(endpoint: Endpoint): string {
  const { can, isForStaff } = endpoint
  const people = isForKeys(endpoint) ? '' : ' Not for service keys.'
  const staff = `${isForStaff ? ' Only for the provider’s staff.' : ''}${people}`
  if (can === 'public') return 'Open to everyone.'
  if (can === 'signed-in') return `Needs a session${isForKeys(endpoint) ? ' or any service key' : ''}.${staff}`
  return `Needs the permission ${can.replace('|', ' or ')}.${staff}`
}
function securityOf(endpoint: Endpoint): unknown[] {
  if (endpoint.can === 'public') return []
  const scopes = scopesOf(endpoint)
  if (!scopes) return [{ session: [] }]
  const keys = scopes.length === 0 ? [[]] : scopes.map((scope) => [scope])
  return [{ session: [] }, ...keys.map((scope) => ({ serviceKey: scope }))]
}

function bodyOf(endpoint: Endpoint, schemas: NamedSchemas, descriptions: Descriptions): unknown {
  if (endpoint.upload)
    return { required: true, content: { 'multipart/form-data': { schema: formOf(endpoint.upload) } } }
  const schema = schemas.bodyOf(endpoint)
  if (!schema) return undefined
  return { required: true, content: { 'application/json': { schema, example: descriptions.exampleFor(schema) } } }
}

function operationOf(endpoint: Endpoint, schemas: NamedSchemas, descriptions: Descriptions): Operation {
  const { list, params, query } = endpoint
  const needs = needsOf(endpoint)
  const body = bodyOf(endpoint, schemas, descriptions)
  return {
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: takesVersion(endpoint) ? `${needs} ${versionNote}` : needs,
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(params, 'path', endpoint, descriptions),
      ...(list ? listParameters(list, endpoint) : parametersOf(query, 'query', endpoint, descriptions)),
      ...(list ? formerListParameters.map(({ name }) => ({ $ref: `#/components/parameters/${name}` })) : []),
      ...(takesIdempotencyKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(endpoint, schemas.replyOf(endpoint)),
  }
}

const text = (description: string, example: string): Schema => ({ type: 'string', description, examples: [example] })
const error: Schema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'Why the call was refused.',
      examples: [
        {
          code: 'record.stale',
          message: 'The record has changed.',
          key: 'record.stale',
          params: {},
          requestId: '0b8f8f6e-53a4-4bd0-a8f1-3d4d5d1d9e55',
        },
      ],
      required: ['code', 'message', 'key', 'params', 'requestId'],
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(errorStatuses),
          description: 'The reason, for programs. New codes can come.',
          examples: ['record.stale' satisfies ErrorCode],
        },
        message: text('The reason in English.', 'The record has changed.'),
        key: text('Key of the message; it can be more specific than the code.', 'record.stale'),
        params: { type: 'object', description: 'Values that the message names.', examples: [{}] },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'What is wrong with each field, by its path.',
          examples: [{ 'txn_attr.0.dtl_qty': 'This field is required.' }],
        },
        field_messages: {
          type: 'object',
          additionalProperties: referenceTo('Message'),
          description: 'The same by key.',
          examples: [{ 'txn_attr.0.dtl_qty': { key: 'field.required', params: {} } }],
        },
        requestId: text('Id of the request, as in `X-Request-Id`.', '0b8f8f6e-53a4-4bd0-a8f1-3d4d5d1d9e55'),
      },
    },
    import_id: { type: 'integer', description: 'Id of the refused import.', examples: [58] },
    errors_total: { type: 'integer', description: 'How many errors the file has.', examples: [3] },
    errors: {
      type: 'array',
      items: referenceTo('ImportError'),
      description: 'Errors of a refused file by row.',
      examples: [[]],
    },
    preview: { description: 'The new preview, if the figures changed since the one confirmed.', examples: [{}] },
  },
}

const deletedSchema: Schema = jsonSchemaOf(deletedRow, 'output')
/** Lists that can be read by what changed have deletions among their rows (INTEG-2). */
function withDeletions(
  endpoints: readonly Endpoint[],
  schemas: NamedSchemas,
  components: Record<string, Schema>,
): Record<string, Schema> {
  const pages = endpoints.flatMap((endpoint) => {
    if (!endpoint.list?.changes) return []
    const name = String(schemas.replyOf(endpoint)?.$ref).split('/').at(-1) as string
    const page = components[name] as Schema
    const rows = page.properties?.[endpoint.list.rows] as Schema
    const items = { anyOf: [rows.items as Schema, referenceTo('DeletedRow')] }
    return [[name, { ...page, properties: { ...page.properties, [endpoint.list.rows]: { ...rows, items } } }] as const]
  })
  return { ...components, ...Object.fromEntries(pages) }
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: 'The token of a person’s session, from the `authorization` header of `POST /v2/login`.',
  },
  serviceKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A service key: `Authorization: Bearer KEY`. It may call what its scopes name, such as `cards.read`.',
  },
}
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Any text of 1 to 200 visible characters. The same key runs the call once and repeats its answer.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]{1,200}$' },
  example: 'order-2026-11-03-0007',
}

const intro =
  'Everything that the portal’s pages do, for programs. The guide is at /v2/docs. Amounts are JSON numbers in the ' +
  'currency beside them. Days are `YYYY-MM-DD`, instants are UTC, and times at a site are local and have no offset. ' +
  'Answers can get further properties: ignore those that you do not know.'

function serversOf(table: BrandTable): unknown[] {
  const named = Object.entries(table).map(([brand, { publicUrl }]) => ({
    url: publicUrl,
    description: brands[brand as BrandKey].name,
  }))
  return named.filter(({ url }, at) => named.findIndex((other) => other.url === url) === at)
}

/** The API as OpenAPI 3.1, made from the validating schemas (API-1, INTEG-4). */
export async function openApiOf(
  endpoints: readonly Endpoint[],
  table: BrandTable,
): Promise<{ document: OpenApi; descriptions: Descriptions }> {
  const schemas = await namedSchemas([...endpoints, ...deliveries])
  const descriptions = new Descriptions(schemas.components)
  const paths: OpenApi['paths'] = {}
  for (const endpoint of endpoints) {
    const path = `/v2${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas, descriptions) }
    await pause()
  }
  const described: [string, Schema][] = []
  for (const [name, schema] of schemas.components) {
    described.push([name, descriptions.describeAll(name, schema)])
    await pause()
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const document: OpenApi = {
    openapi: '3.1.0',
    info: {
      title: 'Fuel-card portal',
      version: portalVersion,
      description: intro,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
    },
    servers: serversOf(table),
    tags: tags.map(({ name, description }) => ({ name, description })),
    security: [{ session: [] }, { serviceKey: [] }],
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      securitySchemes,
      headers,
      parameters: {
        IdempotencyKey: idempotencyKey,
        ...Object.fromEntries(formerListParameters.map((parameter) => [parameter.name, parameter])),
      },
      responses: shareResponses(operations),
      schemas: {
        ...withDeletions(endpoints, schemas, Object.fromEntries(described)),
        DeletedRow: descriptions.describeAll('DeletedRow', deletedSchema),
        Error: error,
      },
    },
  }
  return { document, descriptions }
}
