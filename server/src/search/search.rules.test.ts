import { expect, test } from 'vitest'
import { bestHits } from './search.rules.ts'

test('UX-3 hits that start with the text come first, and at most five are shown', () => {
  const found = ['Pat Marsh', 'Marsha Lee', 'Omar Said', 'Mark Dunn', 'Tamar Ito', 'Amara Okoro'].map((label) => ({
    label,
  }))
  expect(bestHits('mar', found).map(({ label }) => label)).toEqual([
    'Mark Dunn',
    'Marsha Lee',
    'Amara Okoro',
    'Omar Said',
    'Pat Marsh',
  ])
})
