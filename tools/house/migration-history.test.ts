import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checksumOf,
  editedBeforeRelease,
  formerLists,
  landedMigrations,
  listFaults,
  migrationFolder,
  missingHistory,
  readReleased,
  releasedList,
  releaseFaults,
} from './migration-history.ts'
import { root } from './source-files.ts'

const released = readReleased(readFileSync(join(root, releasedList), 'utf8'))
const files = readdirSync(join(root, migrationFolder))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, sum: checksumOf(readFileSync(join(root, migrationFolder, name))) }))

test('OPS-7 released migrations are unchanged', () => {
  expect(released.filter(({ version }) => version === '0.1.0')).toHaveLength(33)
  expect(releaseFaults(released, files)).toEqual([])
})

test('OPS-7 edited or removed migrations and changed list lines are reported', () => {
  const one = { version: '0.1.0', name: '0001_a.sql', sum: 'a' }
  expect(releaseFaults([one], [{ name: '0001_a.sql', sum: 'a' }])).toEqual([])
  expect(releaseFaults([one], [{ name: '0001_a.sql', sum: 'b' }])).toEqual([
    '0001_a.sql was edited after it was released with 0.1.0; write a new migration instead.',
  ])
  expect(releaseFaults([one], [])).toEqual(['0001_a.sql was released with 0.1.0 but is missing.'])
  expect(listFaults([one], [one, { ...one, name: '0002_b.sql' }])).toEqual([])
  const changed = 'The line of 0001_a.sql (0.1.0) in released.txt was changed or removed.'
  expect(listFaults([one], [{ ...one, sum: 'b' }])).toEqual([changed])
  expect(listFaults([one, one], [])).toEqual([changed])
})

test('OPS-7 git history shows no edit of a landed migration, except six before the first release', ({ skip }) => {
  const missing = missingHistory()
  if (missing) return skip(missing)
  const landed = new Map(landedMigrations().map(({ name, sum }) => [name, sum]))
  const edited = released.filter(
    ({ version, name, sum }) => version === '0.1.0' && landed.get(name) !== sum && editedBeforeRelease[name] !== sum,
  )
  expect(edited).toEqual([])
  expect(formerLists().flatMap((former) => listFaults(former, released))).toEqual([])
})
