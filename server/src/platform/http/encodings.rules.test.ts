import { expect, test } from 'vitest'
import { acceptedEncoding, isCompressible } from './encodings.rules.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.4, gzip;q=0.9', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0, br', 'br'],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['*', 'gzip'],
  ['*;q=0', null],
  ['gzip;q=0, *', null],
  ['deflate', null],
])('INTEG-4 an answer to Accept-Encoding %j is encoded as %j', (header, expected) => {
  expect(acceptedEncoding(header)).toBe(expected)
})

test('INTEG-4 text is compressed, and what is compressed already is not', () => {
  const texts = ['application/json; charset=utf-8', 'text/csv; charset=utf-8', 'text/html', 'image/svg+xml']
  const others = ['application/pdf', 'application/zip', 'image/webp', 'application/octet-stream', 'font/woff2']
  const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  expect(texts.map(isCompressible)).toEqual(texts.map(() => true))
  expect([...others, workbook].map(isCompressible)).toEqual([...others, workbook].map(() => false))
})
