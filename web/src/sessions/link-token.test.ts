import { expect, test } from 'vitest'
import { linkToken } from './link-token.ts'

test('AUTH-9 the token of an e-mailed link is after the # or in the query', () => {
  expect(linkToken({ hash: '#token=abc-_1', search: {} })).toBe('abc-_1')
  expect(linkToken({ hash: 'token=abc-_1', search: {} })).toBe('abc-_1')
  expect(linkToken({ hash: '', search: { token: 'abc' } })).toBe('abc')
  expect(linkToken({ hash: '', search: {} })).toBeNull()
  expect(linkToken({ hash: '#token=', search: { token: ['a', 'b'] } })).toBeNull()
})
