import { type Endpoint, takesVersion } from '@portal/contract/endpoint.ts'
import { errorStatuses } from '@portal/contract/errors.ts'
import { z } from 'zod'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return plain as Record<string, unknown>
}
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function successOf({ reply, status = 200 }: Endpoint): Record<string, unknown> {
  if (reply === 'file') return { 200: { description: 'The file', content: { '*/*': {} } } }
  if (reply instanceof z.ZodNull) return { 204: { description: 'Done' } }
  return { [status]: { description: 'Done', content: { 'application/json': { schema: schemaOf(reply, 'output') } } } }
}

const endingsNote = (endings?: readonly string[]) => (endings ? ` One of: ${endings.join(', ')}.` : '')
const formOf = ({ field, maxBytes, form = [], endings }: NonNullable<Endpoint['upload']>) => ({
  type: 'object',
  required: [field],
  properties: {
    [field]: { type: 'string', format: 'binary', description: `Up to ${maxBytes} bytes.${endingsNote(endings)}` },
    ...Object.fromEntries(form.map((name) => [name, { type: 'string' }])),
  },
})

/** The risk of omitting the version, as the documents' own payloads do (FORM-11). */
const versionNote =
  'Send the `version` that you read. If the record has changed since, the call returns 409 `record.stale` and saves nothing. Without `version` there is no ' +
  'check, and such a change is overwritten without notice. The response has the new `version`.'

function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const needs =
    endpoint.can === 'public'
      ? 'Open to everyone.'
      : endpoint.can === 'signed-in'
        ? 'Needs a session.'
        : `Needs the permission ${endpoint.can}.`
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: endpoint.summary,
    description: takesVersion(endpoint) ? `${needs} ${versionNote}` : needs,
    ...(endpoint.can === 'public' ? { security: [] } : {}),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.upload
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(endpoint.upload) } } } }
      : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: { ...successOf(endpoint), default: { $ref: '#/components/responses/Refused' } },
  }
}

const refusal = {
  description: 'Refused. `code` is the reason and `fields` lists the invalid fields.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['code', 'message', 'requestId'],
            properties: {
              code: { type: 'string', enum: Object.keys(errorStatuses) },
              message: { type: 'string' },
              key: { type: 'string' },
              params: { type: 'object' },
              fields: { type: 'object', additionalProperties: { type: 'string' } },
              field_messages: { type: 'object', additionalProperties: { type: 'object' } },
              requestId: { type: 'string' },
            },
          },
        },
      },
    },
  },
}

/** The API as OpenAPI 3.1, generated from the validating schemas (API-1). */
export function openApiOf(endpoints: readonly Endpoint[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = `/v2${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fuel-card portal', version: '2' },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The token returned by POST /v2/login.',
        },
      },
      responses: { Refused: refusal },
    },
    security: [{ session: [] }],
  }
}
