import { expect, test } from 'vitest'
import { regionOfCity } from './tax-regions.rules.ts'

test('the region of a local tax follows from the city, in British Columbia only', () => {
  const asked: [string, string][] = [
    ['BC', 'VANCOUVER'],
    ['bc', 'North Vancouver'],
    ['BC', 'Langford'],
    ['BC', 'Abbotsford'],
    ['BC', 'sooke '],
    ['WA', 'Vancouver'],
    ['ON', 'Victoria'],
  ]
  expect(asked.map(([province, city]) => regionOfCity(province, city))).toEqual([
    'BC-Vancouver',
    'BC-Vancouver',
    'BC-Victoria',
    null,
    'BC-Victoria',
    null,
    null,
  ])
})
