import { everyEndpoint } from '@portal/contract/contracts.ts'
import { takesVersion } from '@portal/contract/endpoint.ts'
import { errorStatuses } from '@portal/contract/errors.ts'
import { deliveredEvents, webhookPayloads } from '@portal/contract/webhooks/webhook-events.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { BrandTable } from '../process/brands.ts'
import { readConfig } from '../process/config.ts'
import { catalogue } from './descriptions.ts'
import { fileTypes } from './file-types.data.ts'
import { leftOut } from './left-out.data.ts'
import { openApiOf } from './openapi.ts'
import { operationErrors, otherCodes } from './operation-errors.data.ts'
import type { Schema } from './schema.data.ts'
import { nameOverrides } from './schema-names.data.ts'
import { tags } from './tags.data.ts'

type Parameter = { name: string; in: string; description: string; example: unknown; $ref?: string } & Schema
type Answer = { $ref?: string; headers: object; 'x-codes'?: string[]; content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, Answer>
}
// Addresses as in production: the rules refuse those of a local portal.
const table = Object.fromEntries(
  Object.entries(readConfig({}).brands).map(([brand, settings]) => [
    brand,
    { ...settings, publicUrl: `https://${brand}.provider.test` },
  ]),
) as BrandTable
const { document, descriptions } = await openApiOf(everyEndpoint, table)
const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as unknown as Operation[]
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id) as Operation
const components = document.components as unknown as {
  schemas: Record<string, Schema>
  responses: Record<string, Answer>
  parameters: Record<string, Parameter>
}
const answerOf = (answer: Answer): Answer =>
  answer.$ref ? (components.responses[answer.$ref.split('/').at(-1) as string] as Answer) : answer
const parameterOf = (parameter: Parameter): Parameter =>
  parameter.$ref ? (components.parameters[parameter.$ref.split('/').at(-1) as string] as Parameter) : parameter

/**
 * These set a single value, and the last write wins. A tax rate is never changed in place; its token says what the
 * caller saw (TAX-1).
 */
const unversioned = [
  'taxRates.update',
  'dailyRates.setRegion',
  'dailyRates.setZone',
  'imports.explain',
  'notifications.choose',
  'profile.language',
  'profile.password',
  'smartBuy.changeMail',
  'views.arrange',
  'views.setDensity',
]

test('FORM-11 every PUT takes a version, documents the risk of omitting it, and returns the new one', () => {
  const puts = everyEndpoint.filter(({ method, id }) => method === 'PUT' && !unversioned.includes(id))
  expect(puts.length).toBeGreaterThan(7)
  expect(puts.filter((endpoint) => !takesVersion(endpoint)).map(({ id }) => id)).toEqual([])
  for (const endpoint of everyEndpoint.filter(takesVersion)) {
    expect([endpoint.id, operations.find(({ operationId }) => operationId === endpoint.id)?.description]).toEqual([
      endpoint.id,
      expect.stringMatching(/Without `version` there is no check.*overwritten.*The response has the new `version`\./),
    ])
    const reply = z.toJSONSchema(endpoint.reply as z.ZodType, { io: 'output', unrepresentable: 'any' })
    expect([endpoint.id, reply.required]).toEqual([endpoint.id, expect.arrayContaining(['version'])])
    // The documents' own payloads have no version and still work (LIT-6).
    expect(
      (z.toJSONSchema(endpoint.body as z.ZodType, { io: 'input', unrepresentable: 'any' }).required ?? []).includes(
        'version',
      ),
    ).toBe(false)
  }
  for (const { operationId, description } of operations)
    if (!everyEndpoint.some((endpoint) => endpoint.id === operationId && takesVersion(endpoint)))
      expect(description).not.toContain('version')
})

/** Every schema within another, the named ones apart. */
function* within(schema: Schema): Generator<Schema> {
  yield schema
  const parts = [
    schema.items,
    ...(schema.anyOf ?? []),
    schema.additionalProperties,
    ...Object.values(schema.properties ?? {}),
  ]
  for (const part of parts) if (part && typeof part === 'object') yield* within(part as Schema)
}
const everySchema = () => [
  ...Object.values(components.schemas),
  ...operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)),
  ...operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((answer) =>
      Object.values(answerOf(answer).content ?? {}).map(({ schema }) => schema),
    ),
  ),
]

test('INTEG-4 every property and parameter is described with an example, and the catalogue has nothing else', () => {
  expect(descriptions.missing, 'Describe these in server/src/documentation/words').toEqual([])
  const properties = everySchema()
    .flatMap((schema) => [...within(schema)])
    .flatMap((schema) => Object.entries(schema.properties ?? {}))
  expect(properties.length).toBeGreaterThan(2000)
  expect(properties.filter(([, { description, examples }]) => !description || !examples)).toEqual([])
  const parameters = operations.flatMap((operation) => operation.parameters.map(parameterOf))
  expect(parameters.filter(({ description, example }) => !description || example === undefined)).toEqual([])
  const names = catalogue.flatMap((words) => Object.keys(words))
  expect(
    names.filter((name) => !descriptions.used.has(name)),
    'Nothing has these names any more',
  ).toEqual([])
  expect(
    names.filter((name, at) => names.indexOf(name) !== at),
    'Described twice',
  ).toEqual([])
})

test('INTEG-4 a description says more than its name, in short sentences', () => {
  const texts = catalogue.flatMap((words) =>
    Object.entries(words).map(([name, entry]): [string, string] => [name, [entry].flat()[0] as string]),
  )
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  expect(texts.filter(([name, text]) => plain(text) === plain(name) || !text.endsWith('.'))).toEqual([])
  const long = texts.flatMap(([, text]) =>
    text.split(/(?<=[.;:]) /).filter((sentence) => sentence.split(' ').length > 20),
  )
  expect(long).toEqual([])
})

test('INTEG-4 every object has a name of its own, records and rows under names that follow from the contract', () => {
  const nameless = everySchema().flatMap((schema) =>
    Object.values(schema.properties ?? {}).flatMap((property) =>
      [...within(property)].filter(({ properties }) => properties),
    ),
  )
  // The error's inner object is the one exception: nobody needs its name.
  expect(nameless.map(({ properties }) => Object.keys(properties ?? {})[0])).toEqual(['code'])
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Card', 'CardRow', 'CardInput', 'CardPage', 'Invoice', 'Transaction', 'Customer', 'Error']),
  )
  for (const name of Object.keys(components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z0-9]+$/)
  expect(Object.values(nameOverrides).filter((name) => !components.schemas[name])).toEqual([])
  expect(Object.keys(leftOut).filter((name) => !components.schemas[name])).toEqual([])
})

test('INTEG-4 the example of every body and every answer passes the rules of its call', () => {
  const faults = everyEndpoint.flatMap(({ id, body, reply }) => {
    const { requestBody, responses } = operationOf(id)
    const sent = requestBody?.content['application/json']?.example
    const [answer] = Object.values(responses)
    const schema = answer && answerOf(answer).content?.['application/json']?.schema
    const results = [
      ...(body && sent !== undefined ? [body.safeParse(sent)] : []),
      ...(reply !== 'file' && schema ? [reply.safeParse(descriptions.exampleFor(schema))] : []),
    ]
    return results.filter(({ success }) => !success).map(({ error }) => `${id}: ${error?.message}`)
  })
  expect(faults).toEqual([])
})

test('INTEG-4 a list names its sorts, sizes and filters with their choices', () => {
  const { parameters } = operationOf('cards.list')
  const named = (name: string) => parameters.find((one) => one.name === name) as Parameter
  expect(named('sort').schema).toMatchObject({ default: 'card_number,asc' })
  expect((named('sort').schema as Schema).enum).toContain('driver_name,desc')
  expect(named('size').schema).toMatchObject({ maximum: 1000, default: 10 })
  const sizes = operationOf('units.list').parameters.find(({ name }) => name === 'size')
  expect(sizes?.schema).toMatchObject({ enum: [1, 5, 10, 20, 50] })
  expect(named('filter')).toMatchObject({ style: 'form', explode: true })
  expect(named('filter')['x-filters']).toContainEqual({
    field: 'card_status',
    kind: 'choice',
    operators: [':', '::'],
    values: ['RELEASE', 'HOLD', 'CLOSED'],
  })
  for (const { id, list, query } of everyEndpoint) {
    if (!list || !query) continue
    const example = operationOf(id).parameters.find(({ name }) => name === 'filter')?.example
    expect([id, query.safeParse({ filter: example ?? [] }).success]).toEqual([id, true])
  }
})

test('INTEG-4 headers: request id on every answer, keys on writes, waiting times, tokens and file names', () => {
  for (const { responses } of operations)
    for (const answer of Object.values(responses))
      expect(Object.keys(answerOf(answer).headers)).toContain('X-Request-Id')
  const takesKey = (id: string) =>
    operationOf(id).parameters.some((one) => one.$ref === '#/components/parameters/IdempotencyKey')
  expect([
    takesKey('cards.create'),
    takesKey('cards.update'),
    takesKey('cards.list'),
    takesKey('session.login'),
  ]).toEqual([true, true, false, false])
  const { responses } = operationOf('session.login')
  expect(Object.keys(answerOf(responses['429'] as Answer).headers)).toContain('Retry-After')
  expect(Object.keys(answerOf(responses['200'] as Answer).headers)).toContain('Authorization')
  const download = operationOf('invoices.download').responses['200'] as Answer
  expect(Object.keys(download.headers)).toContain('Content-Disposition')
  expect(Object.keys(download.content ?? {})).toEqual(['application/pdf'])
})

test('INTEG-4 every code of an error is named by the calls that answer it', () => {
  const codesOf = (id: string) =>
    Object.values(operationOf(id).responses).flatMap((answer) => answerOf(answer)['x-codes'] ?? [])
  expect(codesOf('cards.update')).toEqual(
    expect.arrayContaining([
      'request.invalid',
      'auth.required',
      'record.not-found',
      'record.stale',
      'card.number-taken',
    ]),
  )
  expect(codesOf('locations.countries')).toEqual(['service.unexpected', 'service.unavailable'])
  const named = new Set(operations.flatMap(({ operationId }) => codesOf(operationId)))
  const expected = Object.keys(errorStatuses).filter((code) => !(otherCodes as readonly string[]).includes(code))
  expect([...named].sort()).toEqual(expected.sort())
  const ids = [...everyEndpoint.map(({ id }) => id), ...everyEndpoint.map(({ id }) => `${id.split('.')[0]}.*`)]
  expect(
    Object.values(operationErrors)
      .flat()
      .filter((id) => !ids.includes(id)),
  ).toEqual([])
})

test('INTEG-4 tags, servers, scopes and file types', () => {
  const features = new Set(everyEndpoint.map(({ id }) => id.split('.')[0]))
  expect(new Set(tags.flatMap((tag) => tag.features))).toEqual(features)
  expect(document.servers).toContainEqual({ url: table.freshfuels.publicUrl, description: 'Fresh Fuels' })
  expect(operationOf('cards.update').security).toEqual([{ session: [] }, { serviceKey: ['cards.update'] }])
  expect(operationOf('imports.list').security).toEqual([
    { session: [] },
    { serviceKey: ['cards.create'] },
    { serviceKey: ['transactions.create'] },
  ])
  expect(operationOf('session.login').security).toEqual([])
  const files = everyEndpoint.filter(({ reply, orFile }) => reply === 'file' || orFile).map(({ id }) => id)
  expect(Object.keys(fileTypes).sort()).toEqual(files.sort())
})

test('INTEG-4 what the portal posts is in the document, and lists of changes have deletions', () => {
  const webhooks = document.webhooks as Record<string, { post: Operation }>
  expect(Object.keys(webhooks).sort()).toEqual([...deliveredEvents].sort())
  const sent = webhooks['invoice.paid']?.post.requestBody?.content['application/json']?.schema
  expect(sent).toEqual({ $ref: '#/components/schemas/InvoicePaidDelivery' })
  expect(webhookPayloads['invoice.paid'].safeParse(descriptions.exampleFor(sent as Schema)).error).toBeUndefined()
  const { parameters } = operationOf('cards.list')
  expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['cursor', 'updated_since']))
  expect(components.schemas.CardPage?.properties?.cards?.items).toEqual({
    anyOf: [{ $ref: '#/components/schemas/CardRow' }, { $ref: '#/components/schemas/DeletedRow' }],
  })
})

test('INTEG-4 the document lints clean', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The source documents have such paths, and the router prefers the fixed word.
      'no-ambiguous-paths': 'off',
      // A public call without parameters has nothing to refuse.
      'operation-4xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})
