import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  editedBeforeRelease,
  formerLists,
  landedMigrations,
  listFaults,
  migrationFolder,
  missingHistory,
  readReleased,
  releasedList,
  releaseFaults,
  sumOf,
} from './migration-history.ts'
import { root } from './source-files.ts'

const released = readReleased(readFileSync(join(root, releasedList), 'utf8'))
const files = readdirSync(join(root, migrationFolder))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, sum: sumOf(readFileSync(join(root, migrationFolder, name))) }))

test('OPS-7 every migration of a released version is as it was released', () => {
  expect(released.filter(({ version }) => version === '0.1.0')).toHaveLength(33)
  expect(releaseFaults(released, files)).toEqual([])
})

test('OPS-7 an edited or removed migration, and a changed line of the list, are told', () => {
  const one = { version: '0.1.0', name: '0001_a.sql', sum: 'a' }
  expect(releaseFaults([one], [{ name: '0001_a.sql', sum: 'a' }])).toEqual([])
  expect(releaseFaults([one], [{ name: '0001_a.sql', sum: 'b' }])).toEqual([
    '0001_a.sql was edited after it was released with 0.1.0; write a new migration instead.',
  ])
  expect(releaseFaults([one], [])).toEqual(['0001_a.sql was released with 0.1.0 and is gone.'])
  expect(listFaults([one], [one, { ...one, name: '0002_b.sql' }])).toEqual([])
  const changed = 'The line of 0001_a.sql in version 0.1.0 of released.txt was changed or removed.'
  expect(listFaults([one], [{ ...one, sum: 'b' }])).toEqual([changed])
  expect(listFaults([one, one], [])).toEqual([changed])
})

test('OPS-7 the history agrees: no released migration was edited after it landed, but for six before the first release', ({
  skip,
}) => {
  const missing = missingHistory()
  if (missing) return skip(missing)
  const landed = new Map(landedMigrations().map(({ name, sum }) => [name, sum]))
  const edited = released.filter(
    ({ version, name, sum }) => version === '0.1.0' && landed.get(name) !== sum && editedBeforeRelease[name] !== sum,
  )
  expect(edited).toEqual([])
  expect(formerLists().flatMap((former) => listFaults(former, released))).toEqual([])
})
