import { expect, test } from 'vitest'
import type { AnyColumn } from '../list-types.ts'
import { arranged, missingColumns, usualColumns } from './arrangement.ts'
import { withMoved, withShown, withWidth } from './rearrange.ts'

const offered: AnyColumn[] = [
  { key: 'a', header: 'A' },
  { key: 'b', header: 'B', optional: true },
  { key: 'c', header: 'C' },
  { key: 'd', header: 'D', optional: true, always: true },
]
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key).join('')

test('LIT-2 the usual columns are the specified ones in their order', () => {
  expect(keys(usualColumns(offered))).toBe('ac')
  expect(keys(arranged(offered, usualColumns(offered)))).toBe('acd')
})
test('UX-6 columns are drawn in the user’s order with their widths; one that is gone is left out and named', () => {
  const chosen = [{ key: 'c', width: 90 }, { key: 'gone' }, { key: 'a' }]
  expect(arranged(offered, chosen).map(({ key, width }) => [key, width])).toEqual([
    ['c', 90],
    ['a', undefined],
    ['d', undefined],
  ])
  expect(missingColumns(offered, chosen)).toEqual(['gone'])
})
test('UX-6 a column is shown last, moved one place at a time and made wider within limits', () => {
  const chosen = [{ key: 'c', width: 90 }, { key: 'a' }]
  expect(withShown(chosen, ['a', 'c', 'b'])).toEqual([{ key: 'c', width: 90 }, { key: 'a' }, { key: 'b' }])
  expect(keys(withShown(chosen, ['a']))).toBe('a')
  expect([keys(withMoved(chosen, 'a', -1)), keys(withMoved(chosen, 'a', 1)), keys(withMoved(chosen, 'x', 1))]).toEqual([
    'ac',
    'ca',
    'ca',
  ])
  expect([withWidth(chosen, 'a', 10)[1], withWidth(chosen, 'a', 120.4)[1], withWidth(chosen, 'c', 9999)[0]]).toEqual([
    { key: 'a', width: 48 },
    { key: 'a', width: 120 },
    { key: 'c', width: 640 },
  ])
})
