import { expect, test } from 'vitest'
import { type Made, whatToDo } from './kept.ts'

const wanted: Made = { seeder: 2, scale: 0.1, migrations: ['a  0001', 'b  0002', 'c  0003'] }

test('kept data is used as it is if seeder, scale and migrations are the same', () => {
  expect(whatToDo({ ...wanted }, wanted)).toBe('use')
})

test('kept data that lacks the newest migrations gets them', () => {
  expect(whatToDo({ ...wanted, migrations: ['a  0001', 'b  0002'] }, wanted)).toBe('migrate')
})

test.each<[string, Made | null]>([
  ['there is none', null],
  ['another seeder made it', { ...wanted, seeder: 1 }],
  ['it has another scale', { ...wanted, scale: 1 }],
  ['a migration changed', { ...wanted, migrations: ['a  0001', 'x  0002', 'c  0003'] }],
  ['it has a migration that this version lacks', { ...wanted, migrations: [...wanted.migrations, 'd  0004'] }],
])('data is built again if %s', (_, kept) => {
  expect(whatToDo(kept, wanted)).toBe('build')
})
