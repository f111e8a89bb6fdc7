import { test } from 'vitest'
import { pointInTimeDrill } from '../../server/src/testing/drills/point-in-time.ts'
import { figure } from './drill.ts'

test('OPS-1 C7 a base backup and archived log give the database as of the moment before a wrong deletion', () =>
  pointInTimeDrill(figure))
