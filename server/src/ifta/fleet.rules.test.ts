import { expect, test } from 'vitest'
import { countedFor, type FleetFacts, fleetOf, volumeOf } from './fleet.rules.ts'
import { shownLength, shownVolume } from './ifta-measures.rules.ts'

const bought = (unit_number: string | null, product: 'D1' | 'D1W' | 'GAS' | 'RF', litres: number, province = 'ON') => ({
  unit_number,
  province,
  product,
  unit: 'L' as const,
  quantity_milli: litres * 1000,
  lines: 1,
})
const unit = (unit_number: string, changes: object = {}) => ({
  id: 7,
  unit_number,
  is_ifta: true,
  fuel_type: null,
  odometer_unit: 'km' as const,
  ...changes,
})
const facts = (changes: Partial<FleetFacts> = {}): FleetFacts => ({
  units: [unit('T1'), unit('T2', { is_ifta: null }), unit('T3', { fuel_type: 'diesel' })],
  distances: [],
  elsewhere: [],
  purchases: [bought('T1', 'D1', 100), bought('T1', 'D1W', 50), bought('T1', 'RF', 30), bought('T2', 'D1', 70)],
  odometers: new Map(),
  ...changes,
})

test('REPT-5 winter diesel is diesel, reefer fuel is apart, and the fuel type follows from the only fuel bought', () => {
  const { units } = fleetOf(facts())
  expect(
    units.map(({ unit_number, own_fuel, fuel }) => [unit_number, own_fuel, shownVolume(volumeOf(fuel), 'CA')]),
  ).toEqual([
    ['T1', 'diesel', 150],
    ['T2', 'diesel', 70],
  ])
  const mixed = fleetOf(facts({ purchases: [bought('T1', 'D1', 1), bought('T1', 'GAS', 1), bought('T3', 'GAS', 5)] }))
  expect(mixed.units.map(({ own_fuel }) => own_fuel)).toEqual([null, 'diesel'])
})

test('REPT-5 only IFTA units count, with fuel of their own type, and what was bought elsewhere', () => {
  const elsewhere = {
    unit_number: 'T1',
    jurisdiction: 'US-NY',
    fuel_type: 'diesel' as const,
    quantity_milli: 10_000,
    unit: 'GAL' as const,
    is_tax_paid: false,
    note: null,
  }
  const distances = [
    {
      unit_number: 'T1',
      jurisdiction: 'CA-ON',
      distance_milli: 400_000,
      taxable_milli: 300_000,
      length_unit: 'km' as const,
    },
    {
      unit_number: 'T2',
      jurisdiction: 'CA-ON',
      distance_milli: 900_000,
      taxable_milli: null,
      length_unit: 'km' as const,
    },
    {
      unit_number: 'X9',
      jurisdiction: 'CA-ON',
      distance_milli: 900_000,
      taxable_milli: null,
      length_unit: 'mi' as const,
    },
  ]
  const { units, unnamed } = fleetOf(
    facts({
      elsewhere: [elsewhere],
      distances,
      purchases: [...facts().purchases, bought('T1', 'GAS', 9), bought(null, 'D1', 8), bought('T3', 'GAS', 5)],
      units: [unit('T1', { fuel_type: 'diesel' }), unit('T2', { is_ifta: null }), unit('T3', { fuel_type: 'diesel' })],
    }),
  )
  const diesel = countedFor(units, 'diesel')
  expect(
    diesel.driven.map(({ distance, taxable }) => [shownLength(distance, 'CA'), shownLength(taxable, 'CA')]),
  ).toEqual([[400, 300]])
  expect(
    diesel.bought.map(({ volume, is_tax_paid, source }) => [shownVolume(volume, 'CA'), is_tax_paid, source]),
  ).toEqual([
    [100, true, 'portal'],
    [50, true, 'portal'],
    [37.854, false, 'elsewhere'],
  ])
  expect(countedFor(units, 'gasoline')).toEqual({ driven: [], bought: [] })
  expect(unnamed.length).toBe(1)
  expect(units.filter(({ unit_id }) => unit_id === null).map(({ unit_number }) => unit_number)).toEqual(['X9'])
})

test('REPT-5 readings of an odometer without a unit are no distance', () => {
  const readings = [
    { txn_at: '2026-09-01 08:00:00', odometer: '1000' },
    { txn_at: '2026-09-03 08:00:00', odometer: '1500' },
  ]
  const odometers = new Map([['T1', readings]])
  const read = (odometer_unit: 'km' | 'mi' | null) =>
    fleetOf(facts({ odometers, units: [unit('T1', { odometer_unit })] })).units[0]?.odometer
  expect(read('km')).toEqual({ distance: 500_000_000_000n, odd: 0, is_without_unit: false })
  expect(read(null)).toEqual({ distance: null, odd: 0, is_without_unit: true })
})
