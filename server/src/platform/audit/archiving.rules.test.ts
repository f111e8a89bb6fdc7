import { expect, test } from 'vitest'
import { archivedBefore } from './archiving.rules.ts'

test.each([
  ['2026-11-18T05:00:00Z', 365, '2025-11-01'],
  ['2026-11-18T05:00:00Z', 90, '2026-08-01'],
  ['2026-03-01T00:00:00Z', 90, '2025-12-01'],
])('OPS-6 on %s with %i days to keep, the audit log is archived before %s', (now, days, before) => {
  expect(archivedBefore(new Date(now), days)).toBe(before)
})
