import { expect, test } from 'vitest'
import { moneyWalks } from '../testing/walks/money-walks.ts'

const walk = await moneyWalks()

test.each([1, 2])(
  'RECV-11 RATE-4 TAX-1 TXN-19 TXN-21 walk %i: after every import, correction, move, credit, bill and void the money is the oracle’s',
  async (seed) => {
    expect(Object.keys(await walk(seed, 16)).length).toBeGreaterThan(4)
  },
)
