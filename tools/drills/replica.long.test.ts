import { test } from 'vitest'
import { replicaDrill } from '../../server/src/testing/drills/replica-drill.ts'
import { figure } from './drill.ts'

test('OPS-8 T3 T5 a real replica: own changes at once, lag, loss, hanging and promotion without a failed request', () =>
  replicaDrill(figure))
