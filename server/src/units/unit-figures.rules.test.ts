import { expect, test } from 'vitest'
import { economyOf } from './economy.rules.ts'
import { boughtFigures, downloadCells, economyShown } from './unit-figures.rules.ts'

const fills = ['2026-09-01', '2026-09-02', '2026-11-01', '2026-11-02', '2026-11-03'].map((day, at) => ({
  transaction_id: at + 1,
  txn_at: `${day}T08:00:00`,
  odometer: String(1000 * (at + 1)),
  litres_milli: at < 3 ? 400_000 : 350_000,
  credited_id: null,
}))
const sums = [
  { currency: 'CAD' as const, amount_cents: 123_456, def_milli: 30_000, diesel_milli: 1_000_000 },
  { currency: 'USD' as const, amount_cents: -50, def_milli: 5000, diesel_milli: 0 },
]

test('CARE-1 economy of 30 and 90 days, spend by currency, and the share of exhaust fluid', () => {
  const figures = boughtFigures(fills, sums, { unit: null, shortFrom: '2026-10-19' })
  expect(figures).toEqual({
    l_per_100km_30: 35,
    l_per_100km_90: 37.5,
    spend_90: [
      { currency: 'CAD', amount: 1234.56 },
      { currency: 'USD', amount: -0.5 },
    ],
    def_percent: 3.5,
  })
  expect(boughtFigures([], [], { unit: 'mi', shortFrom: '2026-10-19' })).toEqual({
    l_per_100km_30: null,
    l_per_100km_90: null,
    spend_90: [],
    def_percent: null,
  })
  const row = { ...figures, last_odometer: { reading: 5000, at: '2026-11-03T08:00:00' }, last_service: null } as never
  expect(downloadCells(row)).toMatchObject({
    odometer: 5000,
    spend_cad: 1234.56,
    spend_usd: -0.5,
    last_service_day: null,
  })
})

test('CARE-3 each fill is shown with its distance and economy', () => {
  const shown = economyShown(economyOf(fills.slice(2), 'km'))
  expect([shown.km, shown.litres, shown.l_per_100km, shown.fills[0]]).toEqual([
    2000,
    700,
    35,
    { transaction_id: 4, txn_date: '2026-11-02T08:00:00', odometer: 4000, litres: 350, km: 1000, l_per_100km: 35 },
  ])
})
