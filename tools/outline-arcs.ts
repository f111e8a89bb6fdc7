/** Longitude and latitude. A ring is closed and does not repeat its first point. */
export type Point = readonly [number, number]
export type Ring = readonly Point[]

const isSame = (one: Point | undefined, other: Point | undefined): boolean => `${one}` === `${other}`

/** Border ends: points whose neighbours differ between rings. */
function junctionsOf(rings: readonly Ring[]): Set<string> {
  const neighbours = new Map<string, string>()
  const junctions = new Set<string>()
  for (const ring of rings)
    ring.forEach((point, at) => {
      const pair = [`${ring.at(at - 1)}`, `${ring[(at + 1) % ring.length]}`].sort().join(' ')
      const before = neighbours.get(`${point}`)
      if (before !== undefined && before !== pair) junctions.add(`${point}`)
      neighbours.set(`${point}`, pair)
    })
  return junctions
}

/** Splits a ring at its junctions. A ring without any is one piece, from its westernmost point. */
function cut(ring: Ring, junctions: ReadonlySet<string>): Ring[] {
  const first = ring.findIndex((point) => junctions.has(`${point}`))
  const west = ring.reduce(
    (least, [x, y], at) =>
      x < (ring[least] as Point)[0] || (x === ring[least]?.[0] && y < ring[least][1]) ? at : least,
    0,
  )
  const start = first < 0 ? west : first
  const points = [...ring.slice(start), ...ring.slice(0, start + 1)]
  const pieces: Point[][] = []
  let piece: Point[] = []
  points.forEach((point, at) => {
    piece.push(point)
    if (at === 0 || (at < points.length - 1 && !junctions.has(`${point}`))) return
    pieces.push(piece)
    piece = [point]
  })
  return pieces
}

/**
 * Stores a shared border once, so that it stays one line after simplification. `~index` is the reversed arc, as in
 * TopoJSON.
 */
export function arcsOf(rings: readonly Ring[]): { arcs: Ring[]; indices: number[][] } {
  const junctions = junctionsOf(rings)
  const arcs: Ring[] = []
  const known = new Map<string, number>()
  const indexOf = (piece: Ring): number => {
    const forwards = known.get(piece.join(' '))
    if (forwards !== undefined) return forwards
    const backwards = known.get(piece.toReversed().join(' '))
    if (backwards !== undefined) return ~backwards
    known.set(piece.join(' '), arcs.length)
    return arcs.push(piece) - 1
  }
  return { indices: rings.map((ring) => cut(ring, junctions).map(indexOf)), arcs }
}

/** The allowed deviation in thousandths of a degree of latitude: two pixels at zoom 9, more in the Arctic. */
const tolerance = (latitude: number): number => (latitude < 52_000 ? 4 : latitude < 60_000 ? 8 : 20)

function distance([x, y]: Point, from: Point, to: Point): number {
  const narrow = Math.cos((y / 1000) * (Math.PI / 180))
  const [dx, dy] = [(to[0] - from[0]) * narrow, to[1] - from[1]]
  const [px, py] = [(x - from[0]) * narrow, y - from[1]]
  const along = dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy)))
  return Math.hypot(px - along * dx, py - along * dy)
}

/** Douglas–Peucker: keeps the point that deviates most, then simplifies both halves. */
export function simplified(arc: Ring): Ring {
  const [from, to] = [arc[0], arc.at(-1)]
  if (!from || !to || arc.length < 3) return arc
  const deviations = arc.map((point) => distance(point, from, to) / tolerance(point[1]))
  const farthest = deviations.indexOf(Math.max(...deviations))
  if ((deviations[farthest] ?? 0) <= 1 && !isSame(from, to)) return [from, to]
  return [...simplified(arc.slice(0, farthest + 1)).slice(0, -1), ...simplified(arc.slice(farthest))]
}
