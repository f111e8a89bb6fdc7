import { expect, test } from 'vitest'
import { patchOf } from './parameter-patch.ts'

const follows = ['against', 'from', 'to']
const parameters = [
  { name: 'against', follows: [] },
  { name: 'from0', follows },
  { name: 'to0', follows },
  { name: 'currency', follows: [] },
]
test('REPT-6 choosing what to compare with, or another period, ends the compared days of one’s own', () => {
  const free = { from0: null, to0: null }
  expect(patchOf(parameters, { against: 'last-year' })).toEqual({ ...free, against: 'last-year' })
  expect(patchOf(parameters, { from: '2026-10-01', to: '2026-10-31' })).toEqual({
    ...free,
    from: '2026-10-01',
    to: '2026-10-31',
  })
  expect(patchOf(parameters, { currency: 'CAD' })).toEqual({ currency: 'CAD' })
  expect(patchOf(parameters, { from0: '2026-09-01' })).toEqual({ from0: '2026-09-01' })
})
