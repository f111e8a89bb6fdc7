import { expect, test } from 'vitest'
import { newService, serviceKindName } from './upkeep.ts'

test('CARE-2 a kind is known by its key or its words in either language; all others are the company’s own words', () => {
  const kindOf = (kind: string) => newService.parse({ unit_id: 1, kind, day: '2026-11-01' }).kind
  expect(['OIL', ' Oil change ', 'vidange d’huile', "Vidange d'huile"].map(kindOf)).toEqual([
    'oil',
    'oil',
    'oil',
    'oil',
  ])
  expect(['Pneus', 'Réparation', 'Reefer service'].map(kindOf)).toEqual(['tires', 'repair', 'Reefer service'])
})

test('CARE-2 a kind of service can have any name', () => {
  for (const kind of ['__proto__', 'constructor', 'toString']) {
    expect(newService.parse({ unit_id: 1, kind, day: '2026-11-01' }).kind).toBe(kind)
    expect(serviceKindName(kind)).toBe(kind)
  }
  expect(serviceKindName('oil')).toBe('Oil change')
})
