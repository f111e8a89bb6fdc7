import { expect, test } from 'vitest'
import { citedNumbers, compare, findMismatches, readRequirements, withUpdatedMarks } from './requirements.ts'
import { sourceFile } from './source-files.ts'

test('docs/requirements.md matches the numbers that tests cite', () => {
  const { requirements, faults } = compare()
  expect(faults).toEqual([])
  expect(requirements.length).toBeGreaterThan(250)
})

// An area that the portal does not have, so that these do not count as citations.
const page = `- **ZED-1** One.\n- **ZED-2** Two. · not built yet\n- **ZED-3** Three. · in part\n`
const cite = (...numbers: number[]) => new Map(numbers.map((number) => [`ZED-${number}`, 'zed.test.ts']))

test('a number without a test, a false mark and an unknown citation are reported', () => {
  const faultsOf = (...numbers: number[]) => findMismatches(readRequirements(page), cite(...numbers))
  expect(faultsOf(1, 3)).toEqual([])
  expect(faultsOf(3)).toEqual([expect.stringContaining('No test cites ZED-1')])
  expect(faultsOf(1)).toEqual([expect.stringContaining("No test cites ZED-3, which is marked 'in part'")])
  expect(faultsOf(1, 2, 3)).toEqual([
    expect.stringContaining("ZED-2 is marked 'not built yet' but zed.test.ts cites it"),
  ])
  expect(faultsOf(1, 3, 4)).toEqual(['zed.test.ts cites ZED-4, which is not in docs/requirements.md.'])
  expect(findMismatches(readRequirements(page.replace('ZED-2', 'ZED-5')), cite(1, 3))).toHaveLength(2)
})

test('a stale mark is updated', () => {
  expect(findMismatches(readRequirements(withUpdatedMarks(page, cite(1, 2, 3))), cite(1, 2, 3))).toEqual([])
  expect(withUpdatedMarks(page, cite(1, 3))).toBe(page)
})

test('a citation is a number in a test title, not in a comment', () => {
  const number = ['ZED', 7].join('-')
  const file = (text: string, path = 'a.test.ts') => sourceFile(path, text)
  expect([...citedNumbers([file(`test('${number} works', () => {})`)]).keys()]).toEqual([number])
  expect([...citedNumbers([file(`// '${number}'\n`), file(`const a = '${number}'`, 'a.ts')]).keys()]).toEqual([])
})
