import { expect, test } from 'vitest'
import { csvCell, csvLine, withoutGuard } from './csv.ts'

test('LIST-11 E1 text that a spreadsheet would run is neutralised, and a number stays a number', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', '＝1', '＋1', '－1', '＠x'])
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
  expect([csvCell(-12.34), csvCell(0), csvCell('Zoé'), csvCell(null), csvCell(true)]).toEqual([
    '-12.34',
    '0',
    'Zoé',
    '',
    'true',
  ])
  expect(csvLine(['a,b', 'say "x"', 'two\nlines'])).toBe('"a,b","say ""x""","two\nlines"\r\n')
})

test('CARD-18 LIST-11 neutralised text reads back unchanged, its own apostrophes included', () => {
  for (const text of ['=1', "'=1", "''=1", "' -x", '-', "'", "l'été", "'quoted'", 'Zoé'])
    expect([text, withoutGuard(csvCell(text))]).toEqual([text, text])
})
