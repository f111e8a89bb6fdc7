import { jurisdictions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { describe, expect, it } from 'vitest'
import { borders, lakes, regions } from './outlines.ts'

type Ring = readonly (readonly [number, number])[]
/** A ray to the east from an inside point crosses the outline an odd number of times. */
const crossings = (ring: Ring, lat: number, lng: number): number =>
  ring.filter(([y, x], at) => {
    const [nextY, nextX] = ring[(at + 1) % ring.length] ?? [y, x]
    return y > lat !== nextY > lat && lng < x + ((lat - y) / (nextY - y)) * (nextX - x)
  }).length
const isIn = (rings: readonly Ring[], lat: number, lng: number): boolean =>
  rings.reduce((sum, ring) => sum + crossings(ring, lat, lng), 0) % 2 === 1

const towns: [string, string, number, number][] = [
  ['Mississauga', 'CA-ON', 43.589, -79.644],
  ['Windsor', 'CA-ON', 42.3, -83.02],
  ['Detroit', 'US-MI', 42.36, -83.09],
  ['Ottawa', 'CA-ON', 45.4, -75.7],
  ['Gatineau', 'CA-QC', 45.49, -75.72],
  ['Moncton', 'CA-NB', 46.09, -64.77],
  ['Charlottetown', 'CA-PE', 46.25, -63.14],
  ["St. John's", 'CA-NL', 47.55, -52.75],
  ['Victoria', 'CA-BC', 48.45, -123.4],
  ['Blaine', 'US-WA', 48.98, -122.73],
  ['Regina', 'CA-SK', 50.45, -104.61],
  ['Washington', 'US-DC', 38.9, -77.03],
  ['Anchorage', 'US-AK', 61.19, -149.8],
]

describe('TXN-12 the outlines', () => {
  it('include every province and state', () => {
    expect([...regions.keys()].sort()).toEqual(jurisdictions.filter((key) => key.includes('-')).toSorted())
    expect(
      [...regions].filter(([, polygons]) => polygons.some((rings) => rings.some((ring) => ring.length < 3))),
    ).toEqual([])
  })
  it.each(towns)('place %s in %s and nowhere else', (_town, region, lat, lng) => {
    expect(
      [...regions].filter(([, polygons]) => polygons.some((rings) => isIn(rings, lat, lng))).map(([key]) => key),
    ).toEqual([region])
    expect(isIn(lakes, lat, lng)).toBe(false)
  })
  it('include the lake off Toronto, which is still part of Ontario', () => {
    expect(isIn(lakes, 43.5, -79.4)).toBe(true)
    expect(isIn((regions.get('CA-ON') ?? []).flat(), 43.5, -79.4)).toBe(true)
  })
  it('store a shared border once, and Alaska in one piece', () => {
    const isAt110 = (place: readonly number[] | undefined) => Math.abs((place?.[1] ?? 0) + 110) < 0.05
    const fromAlbertaEastwards = borders.filter(
      (line) =>
        isAt110(line[0]) && isAt110(line.at(-1)) && Math.abs((line[0]?.[0] ?? 0) - (line.at(-1)?.[0] ?? 0)) > 10,
    )
    expect(fromAlbertaEastwards).toHaveLength(1)
    expect(new Set(borders.map((line) => line.join(' '))).size).toBe(borders.length)
    expect(Math.max(...(regions.get('US-AK') ?? []).flat(2).map(([, lng]) => lng))).toBeLessThan(-129)
  })
})
