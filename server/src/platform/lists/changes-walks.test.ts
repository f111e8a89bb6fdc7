import { test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { walkChanges } from '../../testing/walks/change-walks.ts'

const service = await testApp()

test.each([1, 2])(
  'INTEG-2 N1 random transactions and readings %i: every copy is the list, nothing is told twice',
  (seed) => walkChanges(service, seed, 120),
)
