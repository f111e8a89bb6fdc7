import { test } from 'vitest'
import { pointInTimeDrill } from '../../testing/drills/point-in-time.ts'

test('OPS-1 C7 a base backup and archived log give the database as of the moment before a wrong deletion', () =>
  pointInTimeDrill(console.log))
