import { expect, test } from 'vitest'
import { moneyWalks } from '../testing/walks/money-walks.ts'

const walk = await moneyWalks()
const seeds = Array.from({ length: 30 }, (_, n) => n + 2)

test.each(seeds)('RECV-11 walk %i of forty steps: the money is the oracle’s after each', async (seed) => {
  expect(Object.keys(await walk(seed, 40)).length).toBeGreaterThan(6)
})
