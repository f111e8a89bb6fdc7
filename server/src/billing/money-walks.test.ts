import { expect, test } from 'vitest'
import { moneyWalks } from '../testing/walks/money-walks.ts'

const walk = await moneyWalks()

test('RECV-11 M3 RATE-4 TAX-1 TXN-19 TXN-21 after every import, correction, move, credit, bill and void the money is the oracle’s', async () => {
  expect(Object.keys(await walk(1, 16)).length).toBeGreaterThan(4)
})
