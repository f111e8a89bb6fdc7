import { describe, expect, test } from 'vitest'
import {
  economyOf,
  kmOf,
  latestReading,
  litresPer100Km,
  milesPerGallon,
  type RoadFuelPurchase,
  readingOf,
} from './economy.rules.ts'

let id = 0
const fill = (day: number, odometer: string | null, litres: number, more: Partial<RoadFuelPurchase> = {}) => ({
  transaction_id: ++id,
  txn_at: `2026-10-${String(day).padStart(2, '0')}T08:00:00`,
  odometer,
  litres_milli: litres * 1000,
  credited_id: null,
  ...more,
})
const summary = (fills: readonly RoadFuelPurchase[], unit: 'km' | 'mi' | null = 'km') => {
  const { km_milli, litres_milli, l_per_100km_e2, chains, broken } = economyOf(fills, unit)
  return [km_milli / 1000, litres_milli / 1000, l_per_100km_e2, chains, broken.map(({ reason }) => reason)]
}

describe('CARE-1 REPT-2 fuel economy', () => {
  test('counts the litres after the first odometer up to and including the last, for the distance between', () => {
    const fills = [fill(1, '100000', 400), fill(2, '101000', 350), fill(4, '102000', 370)]
    expect(summary(fills)).toEqual([2000, 720, 3600, 1, []])
    const { fills: each, last, fills_used } = economyOf(fills, null)
    expect(each.map(({ km_milli, l_per_100km_e2 }) => [km_milli, l_per_100km_e2])).toEqual([
      [1_000_000, 3500],
      [1_000_000, 3700],
    ])
    expect([fills_used, last]).toEqual([
      3,
      { transaction_id: fills[2]?.transaction_id, txn_at: '2026-10-04T08:00:00', odometer_milli: 102_000_000 },
    ])
  })

  test('converts miles, and says miles per US gallon too', () => {
    const fills = [fill(1, '10000', 400), fill(2, '10500.5', 300), fill(3, '11000', 300)]
    expect(summary(fills, 'mi')).toEqual([1609.344, 600, 3728, 1, []])
    expect(economyOf(fills, 'mi').mpg_e2).toBe(631)
    expect(kmOf(1000, 'mi')).toBe(1609)
    expect([litresPer100Km(350_000, 1_000_000), litresPer100Km(1, 0), milesPerGallon(0, 1)]).toEqual([3500, null, null])
  })

  test('says nothing from two fills', () => {
    expect(summary([fill(1, '100000', 400), fill(2, '101000', 350)])).toEqual([1000, 350, null, 1, []])
    expect(summary([])).toEqual([0, 0, null, 0, []])
    expect(summary([fill(1, '5', 400), fill(2, '5', 350), fill(2, '5', 350)])).toEqual([0, 0, null, 0, []])
  })

  test.each([
    [null, 'missing'],
    [' ', 'missing'],
    ['12 000', 'unreadable'],
    ['100500', 'backwards'],
    ['103501', 'jump'],
  ])('a fill with the odometer %s breaks the chain and is listed as %s', (odometer, reason) => {
    const fills = [
      fill(1, '100000', 400),
      fill(2, '101000', 350),
      fill(3, odometer, 999),
      fill(4, '103000', 500),
      fill(5, '104000', 370),
    ]
    expect(summary(fills)).toEqual([2000, 720, 3600, 2, [reason]])
    expect(economyOf(fills, 'km').broken[0]).toMatchObject({ transaction_id: fills[2]?.transaction_id, odometer })
  })

  test('allows 2,500 km for each day since the fill before, and for a part of one', () => {
    expect(summary([fill(1, '0', 1), fill(3, '5000', 900), fill(3, '7500', 900)])[4]).toEqual([])
    expect(summary([fill(1, '0', 1), fill(3, '5001', 900)])[4]).toEqual(['jump'])
    // 1,554 miles are more than 2,500 km.
    expect(summary([fill(1, '0', 1), fill(2, '1554', 900)], 'mi')[4]).toEqual(['jump'])
    expect(summary([fill(1, '0', 1), fill(2, '1553', 900)], 'mi')[4]).toEqual([])
  })

  test('a credit reduces its fill and is none itself; what was credited in full is no fill', () => {
    const [one, two, three, four] = [
      fill(1, '100000', 400),
      fill(2, '101000', 450),
      fill(3, '55', 100),
      fill(4, '102000', 370),
    ]
    const credits = [
      fill(6, '101000', -100, { credited_id: two.transaction_id }),
      fill(6, '55', -100, { credited_id: three.transaction_id }),
      // Names no purchase that is here.
      fill(6, '55', -100, { credited_id: 987_654 }),
    ]
    expect(summary([one, two, three, four, ...credits])).toEqual([2000, 720, 3600, 1, []])
    // One that names no fill is taken from the last before it.
    expect(summary([one, two, fill(3, null, -100), four])).toEqual([2000, 720, 3600, 1, []])
  })

  test('CARE-2 the latest believable reading passes over what runs backwards or is missing', () => {
    const read = [fill(1, '100000', 1), fill(2, '100900', 1), fill(3, '10090', 1), fill(4, null, 1)]
    expect(latestReading(read, null)).toEqual({ odometer_milli: 100_900_000, at: '2026-10-02T08:00:00' })
    // A new odometer counts from its second reading on.
    expect(latestReading([...read, fill(5, '40', 1), fill(6, '60', 1)], 'km')?.odometer_milli).toBe(60_000)
    expect(latestReading([fill(1, 'x', 1)], 'km')).toBe(null)
  })

  test('reads plain numbers alone', () => {
    expect(['12', ' 12.5 ', '0.125', '1e5', '-3', '1,000', '', null].map(readingOf)).toEqual([
      12_000,
      12_500,
      125,
      null,
      null,
      null,
      null,
      null,
    ])
  })
})
