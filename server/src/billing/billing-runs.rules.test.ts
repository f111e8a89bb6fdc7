import { expect, test } from 'vitest'
import { outcomeOf } from './billing-runs.rules.ts'

test('INV-11 a positive total becomes an invoice, zero or less is carried, and no transactions produce nothing', () => {
  const outcome = (transactions: number, total_cents: number) => outcomeOf({ transactions, total_cents })
  expect([outcome(0, 0), outcome(1, 1), outcome(2, 0), outcome(2, -1)]).toEqual([
    'nothing',
    'invoice',
    'carried',
    'carried',
  ])
})
