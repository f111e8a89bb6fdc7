import { test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { walkChanges } from '../../testing/walks/change-walks.ts'

const service = await testApp()

test.each(Array.from({ length: 25 }, (_, n) => 1000 + n))(
  'INTEG-2 N1 random transactions and readings %i, 500 steps',
  (seed) => walkChanges(service, seed, 500),
)
