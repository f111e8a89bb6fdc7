import { expect, test } from 'vitest'
import { customersNamed, payerKey } from './payers.rules.ts'

const customers = [
  'Northline Haulage',
  'Northline Haulage West Ltd.',
  'Prairie Freight',
  'Transport Lévesque ltée',
  'Same Name Inc.',
  'Same Name Ltd.',
  'Ace',
].map((name, id) => ({ id, key: payerKey(name) }))

test('RECV-1 names are compared without case, accents, signs and the form of the company', () => {
  expect(payerKey('Transport Lévesque, ltée')).toBe('TRANSPORT LEVESQUE')
  expect(payerKey('Same Name Inc.')).toBe(payerKey('SAME NAME LTD'))
  expect(payerKey('Ltd')).toBe('LTD')
  expect(payerKey("O'Brien L.L.C.")).toBe('OBRIEN')
})

test.each([
  ['NORTHLINE HAULAGE INC', [0]],
  ['Northline Haulage West', [1]],
  ['EFT 123 NORTHLINE HAULAGE WEST', [1]],
  ['EFT 123 Prairie Freight Ltd', [2]],
  ['TRANSPORT LEVES', [3]],
  ['NORTHLINE HA', [0, 1]],
  ['Same name', [4, 5]],
  ['Ace', [6]],
  ['Ace of Base', []],
  ['TRANSPORT', []],
  ['', []],
])('RECV-1 the text %s names the customers %j, never one of several', (text, ids) => {
  expect(customersNamed(text, customers)).toEqual(ids)
})
