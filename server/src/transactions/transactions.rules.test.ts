import { expect, test } from 'vitest'
import { reviewOf } from './transactions.rules.ts'

test('TXN-23 a flagged transaction needs review until it is accepted or invoiced; one without flags does not', () => {
  const at = '2026-11-15T15:00:00Z'
  const review = (flags: string[], accepted_at: string | null, invoice_id: number | null) =>
    reviewOf({ flags, accepted_at, invoice_id })
  expect(review(['no_rate'], null, null)).toBe('open')
  expect([review(['no_rate'], at, null), review(['no_rate'], null, 1)]).toEqual(['accepted', 'accepted'])
  expect([review([], null, null), review([], at, 1)]).toEqual([null, null])
})
