import { expect, test } from 'vitest'
import { cleanText, parseBankAmount, parseBankDate } from './bank-cells.rules.ts'

test.each([
  ['2026-11-03', 'YYYY-MM-DD', '2026-11-03'],
  ['2026/11/3', 'YYYY-MM-DD', '2026-11-03'],
  ['20261103', 'YYYY-MM-DD', '2026-11-03'],
  ['2026-11-03 14:05:00', 'YYYY-MM-DD', '2026-11-03'],
  ['03/11/2026', 'DD-MM-YYYY', '2026-11-03'],
  ['03/11/2026', 'MM-DD-YYYY', '2026-03-11'],
  ['03112026', 'DD-MM-YYYY', '2026-11-03'],
  ['3 déc. 2026', 'DD-MM-YYYY', '2026-12-03'],
  ['1 août 2026', 'DD-MM-YYYY', '2026-08-01'],
  ['Nov 3, 2026', 'MM-DD-YYYY', '2026-11-03'],
  ['31/11/2026', 'DD-MM-YYYY', null],
  ['13/11/2026', 'MM-DD-YYYY', null],
  ['03/11/26', 'DD-MM-YYYY', null],
  ['Total', 'DD-MM-YYYY', null],
  ['', 'YYYY-MM-DD', null],
] as const)('RECV-1 the date %s in the order %s is %s', (text, format, day) => {
  expect(parseBankDate(text, format)).toBe(day)
})

test.each([
  ['1234.5', '.', 123_450],
  ['1,234.50', '.', 123_450],
  ['$1,234.50', '.', 123_450],
  ['-89.95', '.', -8_995],
  ['89.95-', '.', -8_995],
  ['(89.95)', '.', -8_995],
  ['−89.95', '.', -8_995],
  ['+12', '.', 1_200],
  ['.75', '.', 75],
  ['12.3400', '.', 1_234],
  ['1 234,50', ',', 123_450],
  ['1\u00a0234,50 $', ',', 123_450],
  ['1\u202f234\u202f567,00', ',', 123_456_700],
  ['1.234,50', ',', 123_450],
  ['12,34', '.', null],
  ['1.234,50', '.', null],
  ['1234.50', ',', null],
  ['12.345', '.', null],
  ['1,23,456', '.', null],
  ['1e3', '.', null],
  ['-', '.', null],
  ['', '.', null],
] as const)('RECV-1 M12 the amount %s with the decimal mark %s is %s', (text, mark, cents) => {
  expect(parseBankAmount(text, mark)).toBe(cents)
})

test('RECV-1 a text is stored on one line without invisible signs', () => {
  expect(cleanText('  A\u00a0 B\tC\u202e\u200b ')).toBe('A B C')
  expect(cleanText('x'.repeat(300))).toHaveLength(200)
})
