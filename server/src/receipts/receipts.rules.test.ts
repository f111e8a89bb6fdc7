import { expect, test } from 'vitest'
import { laterOf } from './receipts.rules.ts'

test('RECV-1 the later of two days counts', () => {
  expect([laterOf('2026-01-02', '2026-01-10'), laterOf('2026-02-01', '2026-01-31')]).toEqual([
    '2026-01-10',
    '2026-02-01',
  ])
})
