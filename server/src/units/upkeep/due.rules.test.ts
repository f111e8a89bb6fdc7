import { describe, expect, test } from 'vitest'
import type { BelievedReading } from '../economy.rules.ts'
import {
  addMonths,
  byUrgency,
  contradictedBy,
  type DoneService,
  dueOf,
  duesOf,
  isPressing,
  type PlanFacts,
  plansFor,
} from './due.rules.ts'

const plan = (more: Partial<PlanFacts> = {}): PlanFacts => ({
  id: 1,
  unit_id: null,
  kind: 'oil',
  every_km: 25_000,
  every_months: null,
  started_on: '2026-01-31',
  ...more,
})
const unit = (odometer: number | null, odometer_unit: 'km' | 'mi' = 'km') => ({
  id: 7,
  odometer_unit,
  odometer_milli: odometer === null ? null : odometer * 1000,
})
const done = (day: string, odometer: number | null, more: Partial<DoneService> = {}): DoneService => ({
  id: 1,
  unit_id: 7,
  kind: 'Oil',
  day,
  odometer_milli: odometer === null ? null : odometer * 1000,
  ...more,
})
const today = '2026-11-18'

describe('CARE-2 when a service is due', () => {
  test.each([
    [123_000, 'planned', 2000],
    [123_499, 'planned', 1501],
    [123_500, 'due', 1500],
    [125_000, 'due', 0],
    [125_001, 'overdue', -1],
  ])('by distance at %i km: %s', (odometer, state, left) => {
    const found = dueOf(unit(odometer), plan(), [done('2026-06-01', 100_000)], today)
    expect([found.state, found.due_odometer_milli, found.left_milli]).toEqual([state, 125_000_000, left * 1000])
  })

  test.each([
    ['2026-08-18', '2026-11-18', 0, 3, 'due'],
    ['2026-08-17', '2026-11-17', -1, 3, 'overdue'],
    ['2026-09-02', '2026-12-02', 14, 3, 'due'],
    ['2026-09-03', '2026-12-03', 15, 3, 'planned'],
  ])('by time after %s', (day, due, left, months, state) => {
    const found = dueOf(unit(null), plan({ every_km: null, every_months: months }), [done(day, null)], today)
    expect([found.due_day, found.days_left, found.state]).toEqual([due, left, state])
  })

  test('by what comes first, in miles too, and never behind the service itself', () => {
    const both = plan({ every_months: 12 })
    expect(dueOf(unit(126_000), both, [done('2026-11-01', 100_000)], today).state).toBe('overdue')
    expect(dueOf(unit(101_000), both, [done('2025-11-01', 100_000)], today).state).toBe('overdue')
    // 25,000 km are 15,534.28 miles.
    const inMiles = dueOf(unit(10_000, 'mi'), plan(), [done('2026-11-01', 10_000)], today)
    expect(inMiles.due_odometer_milli).toBe(25_534_280)
    expect(dueOf(unit(24_700, 'mi'), plan(), [done('2026-11-01', 10_000)], today).state).toBe('due')
    expect(dueOf(unit(90_000), plan(), [done('2026-11-01', 100_000)], today).left_milli).toBe(25_000_000)
  })

  test('without a service, time counts from the plan and distance says nothing', () => {
    expect(dueOf(unit(500_000), plan(), [], today)).toMatchObject({ state: 'unknown', last: null, left_milli: null })
    const found = dueOf(unit(1), plan({ every_months: 1 }), [done('2026-11-01', 1, { kind: 'tires' })], today)
    expect([found.due_day, found.state]).toEqual(['2026-02-28', 'overdue'])
  })

  test('a service without a reading counts from the purchases until then, else by time, else the reading is missing', () => {
    const unread = done('2026-11-01', null)
    const read = { ...unread, purchase_milli: 100_000_000 }
    expect(dueOf(unit(124_200), plan(), [read], today)).toMatchObject({ state: 'due', left_milli: 800_000 })
    expect(dueOf(unit(124_200), plan({ every_months: 6 }), [unread], today)).toMatchObject({
      state: 'planned',
      due_day: '2027-05-01',
      left_milli: null,
    })
    expect(dueOf(unit(124_200), plan(), [unread], today)).toMatchObject({ state: 'unread', left_milli: null })
  })

  test('a unit’s own plan replaces the one for all units of that kind', () => {
    const plans = [
      plan(),
      plan({ id: 2, unit_id: 7, kind: 'OIL' }),
      plan({ id: 3, kind: 'tires' }),
      plan({ id: 4, unit_id: 8 }),
    ]
    expect(plansFor(7, plans).map(({ id }) => id)).toEqual([2, 3])
    expect(plansFor(9, plans).map(({ id }) => id)).toEqual([1, 3])
  })

  test('the most pressing comes first, and the last service of the kind counts', () => {
    const plans = [plan({ id: 1 }), plan({ id: 2, kind: 'tires', every_km: null, every_months: 6 })]
    const services = [
      done('2026-01-01', 10_000),
      done('2026-06-01', 100_000, { id: 2 }),
      done('2026-06-01', 99_000, { id: 1 }),
      done('2026-05-30', null, { kind: 'tires', id: 3 }),
    ]
    const found = duesOf({ units: [unit(125_500)], plans, done: services, today })
    expect(found.map(({ plan: { id }, state, left_milli }) => [id, state, left_milli])).toEqual([
      [1, 'overdue', -500_000],
      [2, 'due', null],
    ])
    expect(found.every(isPressing)).toBe(true)
    expect([...found].toReversed().toSorted(byUrgency)).toEqual(found)
  })

  test('months end on their last day', () => {
    expect([addMonths('2026-01-31', 1), addMonths('2026-11-30', 3), addMonths('2024-02-29', 12)]).toEqual([
      '2026-02-28',
      '2027-02-28',
      '2025-02-28',
    ])
  })
})

describe('CARE-2 whether the odometer of a service is believable', () => {
  const at = (day: string, odometer: number) => ({ at: `${day}T08:00:00`, odometer_milli: odometer * 1000 })
  const far = (readings: BelievedReading[], odometer: number, day = '2026-11-10', odometerUnit: 'km' | 'mi' = 'km') =>
    contradictedBy(readings, { day, odometer_milli: odometer * 1000 }, odometerUnit)
  const readings = [at('2026-11-01', 210_000), at('2026-11-08', 215_000), at('2026-11-12', 216_784)]

  test.each([0, 9_000_000, 211_783, 220_001])('%i is contradicted by both nearest readings', (odometer) => {
    expect(far(readings, odometer)).toEqual(readings[1])
  })
  test.each([211_784, 215_900, 220_000])('%i can be', (odometer) => {
    expect(far(readings, odometer)).toBe(null)
  })
  test('in miles, on the day of a reading, beside a wrong one, and without any', () => {
    const one = [at('2026-11-10', 1000)]
    expect([far(one, 2553, '2026-11-10', 'mi'), far(one, 2554, '2026-11-10', 'mi')]).toEqual([null, one[0]])
    expect([far(one, 3500), far(one, 3501)]).toEqual([null, one[0]])
    expect(far([...readings, at('2026-11-10', 21)], 216_000)).toBe(null)
    expect(far([], 9_000_000)).toBe(null)
  })
  test('a reading that runs backwards is none, however long ago the last one was', () => {
    expect(far([at('2026-09-28', 67_601)], 5)).toEqual(at('2026-09-28', 67_601))
    expect(far([at('2026-12-28', 67_601)], 67_602)).toEqual(at('2026-12-28', 67_601))
  })
})
