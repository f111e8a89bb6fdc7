import { expect, test } from 'vitest'
import { inCanadian, rateOn } from './exchange-rates.rules.ts'

const rates = [
  { day: '2026-10-01', rate_e6: 1_391_200 },
  { day: '2026-10-03', rate_e6: 1_400_050 },
  { day: '2026-10-20', rate_e6: 1_388_800 },
]

test('REPT-9 a rate holds from its day until the next one, at most seven days after', () => {
  expect(
    ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-03', '2026-10-10', '2026-10-11', '2026-10-20'].map((day) =>
      rateOn(rates, day),
    ),
  ).toEqual([null, 1_391_200, 1_391_200, 1_400_050, 1_400_050, null, 1_388_800])
})

test('REPT-9 USD becomes CAD by the rate of its day, rounded once half away from zero; a missing rate is not guessed', () => {
  const of = (cents: number, day: string) => inCanadian(rates, { cents, currency: 'USD', day })
  expect(of(10_000, '2026-10-03')).toBe(14_001)
  expect(of(-10_000, '2026-10-04')).toBe(-14_001)
  expect(of(10_000, '2026-10-15')).toBeNull()
  expect(of(0, '2026-10-15')).toBe(0)
  expect(inCanadian([], { cents: 77, currency: 'CAD', day: '2026-10-15' })).toBe(77)
})
