import { expect, test } from 'vitest'
import { leftOf, oldestFirst } from './line-texts.ts'

test('RECV-1 what is left after the parts is exact to the cent', () => {
  expect(leftOf(100.3, [0.1, 0.2, null])).toBe(100)
  expect(leftOf(10, [10.01])).toBe(-0.01)
})
test('RECV-1 the oldest invoices are paid first, and the last in part', () => {
  expect(oldestFirst(0.3, [0.1, 0.2, 5])).toEqual([0.1, 0.2, null])
  expect(oldestFirst(6, [5, 5, 5])).toEqual([5, 1, null])
})
