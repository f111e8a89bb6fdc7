import { expect, test } from 'vitest'
import { iftaFindingsOf } from './findings.rules.ts'

test('REPT-5 findings have a sentence and its parts, what is missing before the questions', () => {
  const found = iftaFindingsOf({
    base: 'US',
    to: '2026-12-31',
    state: 'running',
    has_distances: false,
    has_elsewhere: false,
    units: [],
    unnamed: [],
    sheets: [],
  })
  expect(found.map(({ kind, code, message }) => [kind, code, message.key])).toEqual([
    ['missing', 'no-distances', 'ifta.no-distances'],
    ['question', 'portal-only', 'ifta.portal-only'],
    ['question', 'running', 'ifta.running'],
  ])
  expect(found.at(-1)?.text).toBe('The quarter ends on 2026-12-31. The figures are those so far.')
})
