import { expect, test } from 'vitest'
import { anyAccents, bestHits } from './search.rules.ts'

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

test('UX-3 a name is found without its accents, and signs mean themselves', () => {
  expect(anyAccents('Côté')).toBe('[cç][oôö]t[eéèêë]')
  expect(anyAccents('cote')).toBe(anyAccents('CÔTÉ'))
  expect(anyAccents('.*_\\(š')).toBe('\\.\\*\\_\\\\\\(š')
  expect(bestHits('cote', [{ label: 'Ann Côté' }, { label: 'Côté et fils' }]).map(({ label }) => label)).toEqual([
    'Côté et fils',
    'Ann Côté',
  ])
})
