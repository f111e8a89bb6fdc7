import { everyEndpoint } from '@portal/contract/contracts.ts'
import { takesVersion } from '@portal/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiOf } from './openapi.ts'

type Operation = { operationId: string; description: string }
const document = openApiOf(everyEndpoint) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

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
