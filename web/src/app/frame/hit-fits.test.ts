import { expect, test } from 'vitest'
import { hitFits } from './hit-fits.ts'

test('UX-3 while the next answer is awaited, only hits that fit the whole text are offered', () => {
  const card = { label: '70830500023757', detail: 'Pierre-Luc Côté' }
  expect(['7083', '7083 0500 0237 57', 'luc cote'].map((typed) => hitFits(card, typed))).toEqual([true, true, true])
  expect(hitFits(card, '70830500023758')).toBe(false)
  expect(hitFits({ label: 'T-1', detail: null }, 't-12')).toBe(false)
})
