import { expect, test } from 'vitest'
import { type Row, resultsPage, rowText } from './table.ts'

const met: Row = { figure: 'a card by id ÷ bare', wanted: '≤ 1.8', ours: '0.5 ms', ratio: '1.70', met: true }
const missed: Row = { figure: 'second start', wanted: '≤ 3 s', ours: '4 s', met: false }
const unknown: Row = { figure: 'a million', wanted: '≤ 60 s', ours: '', met: null }

test('a row says what was wanted, what was measured and whether that is met', () => {
  expect(rowText(met)).toBe('| a card by id ÷ bare | ≤ 1.8 | 0.5 ms | 1.70 | yes |')
  expect(rowText(missed)).toBe('| second start | ≤ 3 s | 4 s |  | **no** |')
  expect(rowText({ ...unknown, ours: 'a|b' })).toBe('| a million | ≤ 60 s | a\\|b |  | long form only |')
})

test('the page counts the rows that are not met, and has what the run stood on and what the figures noted', () => {
  const notes = [
    { name: 'cards', lines: ['- 10 bytes'] },
    { name: 'silent', lines: [] },
  ]
  const page = resultsPage([met, missed, unknown], [{ title: 'machine', value: '2 × X' }], notes)
  expect(page).toContain('1 of 3 rows are not met.')
  expect(page).toContain('| machine | 2 × X |')
  expect(page).toContain('## cards\n\n- 10 bytes')
  expect(page).not.toContain('silent')
  expect(resultsPage([met], [], [])).toContain('Every row is met.')
})
