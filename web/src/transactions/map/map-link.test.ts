import { expect, test } from 'vitest'
import { openStreetMapLink } from './map-link.ts'

test('TXN-12 the link shows the site’s place, marked, whatever its number of decimals', () => {
  expect(openStreetMapLink({ latitude: 45.5, longitude: -73.123456 })).toBe(
    'https://www.openstreetmap.org/?mlat=45.50000&mlon=-73.12346#map=14/45.50000/-73.12346',
  )
})
