import { expect, test } from 'vitest'
import { type Piece, planChunks } from './chunk-plan.ts'

const piece = (name: string, bytes: number, entries: number[], imports: number[] = []): Piece => ({
  modules: [name],
  bytes,
  entries,
  imports,
})
/** The modules of each file. */
const filesOf = (pieces: readonly Piece[], most: number): string[][] => {
  const files = Map.groupBy(
    planChunks(pieces, { pages: new Set(pieces.flatMap(({ entries }) => entries)), most, mostLater: most }),
    ([, file]) => file,
  )
  return [...files.values()].map((modules) => modules.map(([id]) => id))
}

test('UX-14 pieces stay apart while no entry needs too many', () => {
  expect(filesOf([piece('cards', 9, [0]), piece('list', 5, [0, 1]), piece('users', 9, [1])], 2)).toEqual([
    ['cards'],
    ['list'],
    ['users'],
  ])
})

test('UX-14 what is joined wastes the fewest bytes of other entries', () => {
  const pieces = [piece('page', 90, [0]), piece('list', 50, [0, 1, 2]), piece('menu', 5, [0, 1])]
  expect(filesOf(pieces, 2)).toEqual([['page'], ['list', 'menu']])
})

test('UX-14 two pieces with a third one between them are not joined, so that files never import each other', () => {
  const pieces = [
    piece('page', 1, [0], [1, 2]),
    piece('form', 100, [0, 1, 2, 3], [2]),
    piece('field', 1, [0, 1, 2, 3, 4, 5], []),
    piece('other', 1, [4], [2]),
  ]
  expect(filesOf(pieces, 2)).toEqual([['page', 'form'], ['field'], ['other']])
})

test('UX-14 the plan is the same for the same pieces', () => {
  const pieces = Array.from({ length: 60 }, (_, index) =>
    piece(
      `m${index}`,
      (index * 7919) % 101,
      Array.from({ length: 20 }, (_, entry) => entry).filter((entry) => (index * 31 + entry * 17) % 3 === 0),
    ),
  )
  const limits = { pages: new Set([0, 1, 2]), most: 4, mostLater: 4 }
  const files = planChunks(pieces, limits)
  expect(planChunks(structuredClone(pieces), limits)).toEqual(files)
  for (let entry = 0; entry < 20; entry++) {
    const needed = pieces
      .filter(({ entries }) => entries.includes(entry))
      .map(({ modules }) => files.get(modules[0] ?? ''))
    expect(new Set(needed).size).toBeLessThanOrEqual(4)
  }
})
