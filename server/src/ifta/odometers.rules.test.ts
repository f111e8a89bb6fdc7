import { expect, test } from 'vitest'
import { odometerDistance } from './odometers.rules.ts'

const on = (day: number, odometer: string | null) => ({
  txn_at: `2026-09-${String(day).padStart(2, '0')} 08:00:00`,
  odometer,
})

test('REPT-5 the odometers’ distance is from the first to the last believable reading', () => {
  expect(odometerDistance([on(1, '100000'), on(3, '101200'), on(5, '102500')], 'km')).toEqual({
    km_milli: 2_500_000,
    odd: 0,
  })
  // Miles are converted: 1,000 mi = 1,609.344 km.
  expect(odometerDistance([on(1, '5000'), on(3, '6000')], 'mi')).toEqual({ km_milli: 1_609_344, odd: 0 })
  // A fill without a reading says nothing, and one alone has no distance.
  expect(odometerDistance([on(1, '5000'), on(2, null), on(3, ' ')], 'km')).toEqual({ km_milli: null, odd: 0 })
  expect(odometerDistance([], 'km')).toEqual({ km_milli: null, odd: 0 })
})

test('REPT-5 a reading that runs backwards, jumps or is no number is odd and left out, also the first', () => {
  const good = [on(2, '100000'), on(4, '101000'), on(6, '102000')]
  expect(odometerDistance([on(1, '999999'), ...good], 'km')).toEqual({ km_milli: 2_000_000, odd: 1 })
  expect(odometerDistance([...good, on(7, '12')], 'km')).toEqual({ km_milli: 2_000_000, odd: 1 })
  expect(odometerDistance([...good, on(7, '104600')], 'km')).toEqual({ km_milli: 2_000_000, odd: 1 })
  expect(odometerDistance([...good, on(7, '104500')], 'km')).toEqual({ km_milli: 4_500_000, odd: 0 })
  expect(odometerDistance([...good, on(8, 'n/a')], 'km')).toEqual({ km_milli: 2_000_000, odd: 1 })
})

test('REPT-5 of two equally long runs the one without a jump counts', () => {
  // 6600 may be 66000 mistyped: the leg from it to 67601 is just possible, the one to 66813 is not.
  const slip = [on(1, '6600'), on(25, '66813'), on(26, '67601')]
  expect(odometerDistance(slip, 'km')).toEqual({ km_milli: 788_000, odd: 1 })
  expect(odometerDistance([on(1, '5000'), on(2, '5900'), on(3, '600'), on(4, '1500')], 'km')).toEqual({
    km_milli: 900_000,
    odd: 2,
  })
  const alone = [{ ...on(1, '300'), is_before: true }, on(2, '90000'), on(3, '700')]
  expect(odometerDistance(alone, 'km')).toEqual({ km_milli: 400_000, odd: 1 })
})

test('REPT-5 the first leg begins at the last believable reading before the quarter', () => {
  const before = (day: number, odometer: string) => ({ ...on(day, odometer), is_before: true })
  const quarter = [on(10, '101000'), on(12, '102000')]
  const leg = (...lead: ReturnType<typeof before>[]) => odometerDistance([...lead, ...quarter], 'km')
  expect(leg(before(5, '99000'), before(8, '100200'))).toEqual({ km_milli: 1_800_000, odd: 0 })
  // A reading that cannot lead to the first one is passed over, and is no question of this quarter.
  expect(leg(before(5, '99000'), before(8, '1002000'))).toEqual({ km_milli: 3_000_000, odd: 0 })
  expect(leg(before(8, '12'))).toEqual({ km_milli: 1_000_000, odd: 0 })
  // A new odometer: what it read before does not outvote what it reads now.
  const replaced = [before(1, '900000'), before(3, '901000'), before(5, '902000'), on(10, '10'), on(12, '800')]
  expect(odometerDistance(replaced, 'km')).toEqual({ km_milli: 790_000, odd: 0 })
  expect(odometerDistance([before(8, '100200'), on(10, '101000')], 'km')).toEqual({ km_milli: 800_000, odd: 0 })
  expect(odometerDistance([before(5, '99000'), before(8, '100200')], 'km')).toEqual({ km_milli: null, odd: 0 })
})
