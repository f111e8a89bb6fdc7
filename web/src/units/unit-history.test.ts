import { expect, test } from 'vitest'
import { economyByDay, monthsSince } from './unit-history.ts'

const fill = (txn_date: string, litres: number, km: number) => ({
  transaction_id: 1,
  txn_date,
  odometer: 1,
  litres,
  km,
  l_per_100km: null,
})

test('CARE-3 fills of a day are one point, and a day without distance none', () => {
  const fills = [
    fill('2026-10-01T08:00:00', 100, 0),
    fill('2026-10-01T09:00:00', 250, 1000),
    fill('2026-10-02T09:00:00', 100, 0),
  ]
  expect(economyByDay(fills)).toEqual([{ day: '2026-10-01', value: 35 }])
})

test('CARE-3 twelve months end with the last', () => {
  expect([monthsSince('2025-12-01')[0], monthsSince('2025-12-01').at(-1)]).toEqual(['2025-12', '2026-11'])
})
