import { expect, test } from 'vitest'
import { accepts } from './accepts.rules.ts'

test.each([
  [{ type: 'integer' }, 3, true],
  [{ type: 'integer' }, 3.5, false],
  [{ type: 'number' }, 3, true],
  [{ type: ['integer', 'null'], exclusiveMinimum: 0 }, null, true],
  [{ type: 'integer', exclusiveMinimum: 0 }, 0, false],
  [{ type: 'number', minimum: 0, maximum: 1 }, 2, false],
  [{ type: 'string', format: 'date' }, '2026-11-03', true],
  [{ type: 'string', format: 'date' }, '2026-11', false],
  [{ type: 'string', format: 'date-time' }, '2026-11-03T10:00:00', false],
  [{ type: 'string', pattern: '^\\d+$', maxLength: 3 }, '123', true],
  [{ type: 'string', pattern: '^\\d+$', maxLength: 3 }, '1234', false],
  [{ type: 'string', enum: ['a', null] }, null, true],
  [{ type: 'string', enum: ['a'] }, 'b', false],
  [{ const: 1 }, 1, true],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, null, true],
  [{ type: 'array', items: { type: 'integer' } }, [1, 2], true],
  [{ type: 'array', items: { type: 'integer' } }, ['a'], false],
  [{}, 'anything', true],
])('INTEG-4 an example fits %j: %j is %s', (schema, value, expected) => {
  expect(accepts(schema, value)).toBe(expected)
})
