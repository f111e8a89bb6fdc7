import { expect, test } from 'vitest'
import { citedNumbers, compare, disagreements, readRequirements, withFreshMarks } from './requirements.ts'
import { sourceFile } from './source-files.ts'

test('docs/requirements.md agrees with the numbers that the tests cite', () => {
  const { requirements, faults } = compare()
  expect(faults).toEqual([])
  expect(requirements.length).toBeGreaterThan(250)
})

// Numbers of an area that the portal does not have, so that these are no citations of ours.
const page = `- **ZED-1** One.\n- **ZED-2** Two. · not built yet\n- **ZED-3** Three. · in part\n`
const cite = (...numbers: number[]) => new Map(numbers.map((number) => [`ZED-${number}`, 'zed.test.ts']))

test('a number needs a test, a mark needs to be true, and a test cites what is there', () => {
  const faultsOf = (...numbers: number[]) => disagreements(readRequirements(page), cite(...numbers))
  expect(faultsOf(1, 3)).toEqual([])
  expect(faultsOf(3)).toEqual([expect.stringContaining('ZED-1 has no test')])
  expect(faultsOf(1)).toEqual([expect.stringContaining("ZED-3 has no test that cites it but is marked 'in part'")])
  expect(faultsOf(1, 2, 3)).toEqual([
    expect.stringContaining("ZED-2 is marked 'not built yet' but zed.test.ts cites it"),
  ])
  expect(faultsOf(1, 3, 4)).toEqual(['zed.test.ts cites ZED-4, which is not in docs/requirements.md.'])
  expect(disagreements(readRequirements(page.replace('ZED-2', 'ZED-5')), cite(1, 3))).toHaveLength(2)
})

test('a mark that a test has overtaken is brought up to date', () => {
  expect(disagreements(readRequirements(withFreshMarks(page, cite(1, 2, 3))), cite(1, 2, 3))).toEqual([])
  expect(withFreshMarks(page, cite(1, 3))).toBe(page)
})

test('a citation is a number in the title of a test, not in a comment', () => {
  const number = ['ZED', 7].join('-')
  const file = (text: string, path = 'a.test.ts') => sourceFile(path, text)
  expect([...citedNumbers([file(`test('${number} works', () => {})`)]).keys()]).toEqual([number])
  expect([...citedNumbers([file(`// '${number}'\n`), file(`const a = '${number}'`, 'a.ts')]).keys()]).toEqual([])
})
