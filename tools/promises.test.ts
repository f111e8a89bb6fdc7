import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './house/source-files.ts'
import { chapters } from './promises/chapters.ts'
import { promisesPage, promisesPath } from './promises.ts'

const all = chapters.flatMap(({ promises }) => promises)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('docs/promises.md is up to date: npm run promises', () => {
  expect(readFileSync(promisesPath, 'utf8')).toBe(promisesPage())
})

/** The numbers of the design. Those that were given up are not used again. */
const series = { M: 16, I: 8, T: 9, S: 11, U: 8, E: 5, H: 1, A: 4, C: 14, P: 1, N: 1, W: 3 }
const givenUp = ['U5', 'U6', 'E4', 'C6', 'C8']
const numbers = Object.entries(series)
  .flatMap(([letter, last]) => Array.from({ length: last }, (_, n) => `${letter}${n + 1}`))
  .filter((id) => !givenUp.includes(id))

test('every promise of the design is on the page', () => {
  const named = all.map(({ id }) => id)
  expect(named.sort()).toEqual(numbers.sort())
})

test('each promise is named once, and its files and tests exist', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { id, kept, proof } of all) {
    expect([id, kept.filter((file) => !existsSync(join(root, file)))]).toEqual([id, []])
    expect([
      id,
      proof.filter(({ file, test: name }) => !existsSync(join(root, file)) || !read(file).includes(name)),
    ]).toEqual([id, []])
  }
})

test('the first proof can be run by its name: it has nothing that a case fills in', () => {
  expect(all.filter(({ proof: [first] }) => first?.test.includes('%')).map(({ id }) => id)).toEqual([])
})

test('each defect still fits the code: its text is there once', () => {
  for (const { id, defect } of all) {
    const times = read(defect.file).split(defect.from).length - 1
    expect([id, defect.file, times]).toEqual([id, defect.file, 1])
    expect(defect.to).not.toBe(defect.from)
  }
})
