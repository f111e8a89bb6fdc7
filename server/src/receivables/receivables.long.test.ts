import { test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { receivableHistories } from '../testing/walks/receivable-histories.ts'

const compare = receivableHistories(await testApp())

test.each([29, 47, 83])('RECV-7 page, statements and open documents have one sum in history %i', compare)
