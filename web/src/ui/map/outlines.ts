import stored from './outlines.json'

/** Latitude and longitude, as in Leaflet. */
type Place = [number, number]
type Polygon = Place[][]

/** Reverses the encoding of tools/make-outlines.ts. */
function decoded(letters: string): Place[] {
  const values: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of letters) {
    const bits = letter.charCodeAt(0) - 63
    value |= (bits & 31) << shift
    shift += 5
    if (bits >= 32) continue
    values.push(value & 1 ? ~(value >> 1) : value >> 1)
    value = shift = 0
  }
  let [lng, lat] = [0, 0]
  return Array.from({ length: values.length / 2 }, (_, at) => {
    lng += values[at * 2] ?? 0
    lat += values[at * 2 + 1] ?? 0
    return [lat / 1000, lng / 1000]
  })
}

const arcs = stored.arcs.map(decoded)
const ringOf = (indices: readonly number[]): Place[] =>
  indices.flatMap((index) => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])).slice(1))

/** The provinces and states by key, such as `CA-ON`. */
export const regions: ReadonlyMap<string, Polygon[]> = new Map(
  Object.entries(stored.regions).map(([key, polygons]) => [key, polygons.map((polygon) => polygon.map(ringOf))]),
)
export const lakes: Polygon = stored.lakes.map(ringOf)
const lakeArcs = new Set(stored.lakes.flat().map((index) => (index < 0 ? ~index : index)))
/** Each border and coast once, so none is drawn twice. */
export const borders: Place[][] = arcs.filter((_, index) => !lakeArcs.has(index))
