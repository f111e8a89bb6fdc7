import { expect, test } from 'vitest'
import { worksheetOf } from './worksheet.rules.ts'

type Given = Parameters<typeof worksheetOf>[0]
const unit = (unit_number: string, changes: object = {}) => ({
  id: 7,
  unit_number,
  is_ifta: true,
  fuel_type: 'diesel' as const,
  odometer_unit: 'km' as const,
  ...changes,
})
const bought = (unit_number: string | null, litres: number, changes: object = {}) => ({
  unit_number,
  province: 'ON',
  product: 'D1' as const,
  unit: 'L' as const,
  quantity_milli: litres * 1000,
  lines: 2,
  ...changes,
})
const drove = (unit_number: string, km: number, jurisdiction = 'CA-ON') => ({
  unit_number,
  jurisdiction,
  distance_milli: km * 1000,
  taxable_milli: null,
  length_unit: 'km' as const,
})
const rate = {
  jurisdiction: 'CA-ON',
  fuel_type: 'diesel',
  unit: 'L',
  currency: 'CAD',
  rate_e6: 143_000,
  surcharge_e6: null,
  source: 'Sample',
}
const sheet = (changes: Partial<Given> = {}) =>
  worksheetOf({
    base: 'CA',
    to: '2026-09-30',
    today: '2026-11-18',
    has_distances: true,
    has_elsewhere: true,
    units: [unit('T1'), unit('T2'), unit('T3', { is_ifta: false })],
    distances: [drove('T1', 1000), drove('T2', 1000)],
    elsewhere: [],
    purchases: [bought('T1', 400), bought('T2', 400), bought('T3', 99)],
    rates: [rate] as Given['rates'],
    odometers: new Map(),
    ...changes,
  })
const codes = (changes: Partial<Given>) => sheet(changes).findings.map(({ kind, code }) => `${kind} ${code}`)

test('REPT-5 a quarter that still runs says until when, and one to come that it has not begun', () => {
  const running = (today: string) =>
    sheet({ today })
      .findings.filter(({ code }) => code === 'running')
      .map(({ text }) => text)
  expect(running('2026-09-30')).toEqual(['The quarter ends on 2026-09-30. The figures are those so far.'])
  expect(running('2026-06-30')).toEqual(['This quarter has not begun yet. Choose an earlier one.'])
})

test('REPT-5 a complete quarter has no findings, and its figures are those of the IFTA units', () => {
  const { findings, fuels, volumes } = sheet()
  expect(findings).toEqual([])
  expect(fuels.map(({ fuel_type, average, subtotal }) => [fuel_type, average, subtotal.tax])).toEqual([
    ['diesel', 2.5, 0],
  ])
  expect(volumes.map(({ unit_number, is_ifta, portal }) => [unit_number, is_ifta, portal])).toEqual([
    ['T1', true, 400],
    ['T2', true, 400],
    ['T3', false, 99],
  ])
})

test('REPT-5 what is missing comes first, with its units and numbers', () => {
  const { findings } = sheet({
    has_elsewhere: false,
    distances: [drove('T1', 1000), drove('T4', 50)],
    units: [unit('T1'), unit('T2'), unit('T4'), unit('T5', { is_ifta: null })],
    purchases: [bought('T1', 400), bought('T2', 100), bought('T5', 60), bought(null, 30)],
  })
  expect(findings.map(({ kind, code, text }) => [kind, code, text])).toEqual([
    ['missing', 'fuel-without-distance', 'Units with fuel but without a distance: 1 (100 L).'],
    ['missing', 'distance-without-fuel', 'Units with a distance but without fuel: 1 (50 km).'],
    [
      'question',
      'not-settled',
      'Units that are neither marked as IFTA nor as not IFTA: 1. Left out until then: 60 L, 0 km.',
    ],
    ['question', 'no-unit', 'Purchases of fuel that name no unit: 2. Left out: 30 L.'],
    ['question', 'portal-only', 'Portal purchases only: no fuel bought elsewhere was uploaded for this quarter.'],
  ])
  expect(findings[0]?.units).toEqual([
    { unit_id: 7, unit_number: 'T2', distance: null, volume: 100, odometer_distance: null },
  ])
})

test('REPT-5 missing files, rates, places, fuel types and units are named', () => {
  expect(codes({ has_distances: false, distances: [] })).toEqual(['missing no-distances'])
  expect(codes({ rates: [] })).toEqual(['missing no-rate'])
  expect(codes({ base: 'US' })).toEqual(['missing no-rate'])
  expect(codes({ today: '2026-09-30' })).toEqual(['question running'])
  expect(codes({ distances: [drove('T1', 1), drove('T2', 1), drove('X', 5)] })).toEqual(['question unknown-unit'])
  const lost = [bought('T1', 400), bought('T2', 400, { province: null }), bought('T2', 10, { product: 'GAS' })]
  expect(codes({ purchases: lost })).toEqual(['question other-fuel', 'question no-province'])
  const open = [unit('T1'), unit('T2', { fuel_type: null })]
  expect(codes({ units: open, purchases: [bought('T1', 400)] })).toEqual([
    'missing distance-without-fuel',
    'question unknown-fuel',
  ])
  const none = sheet({ purchases: [] })
  expect(none.findings.map(({ text }) => text)).toContain(
    'Diesel: there is a distance but no fuel, so there is no average.',
  )
})

test('REPT-5 odometers that differ by more than a tenth, or are odd, are asked about', () => {
  const driven = (last: string) => [
    { txn_at: '2026-07-02 08:00:00', odometer: '5000' },
    { txn_at: '2026-09-28 08:00:00', odometer: last },
  ]
  const reading = (last: string) => ({ odometers: new Map([['T1', driven(last)]]) })
  expect(codes(reading('5910'))).toEqual([])
  expect(codes(reading('5900'))).toEqual(['question odometer-differs'])
  expect(sheet(reading('5900')).findings[0]?.units).toEqual([
    { unit_id: 7, unit_number: 'T1', distance: 1000, volume: 400, odometer_distance: 900 },
  ])
  expect(codes({ odometers: new Map([['T1', [...driven('6000'), ...driven('abc').slice(1)]]]) })).toEqual([
    'question odometer-odd',
  ])
})
