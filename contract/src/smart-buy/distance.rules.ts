/** A point on the earth, in degrees. */
export type GeoPoint = { latitude: number; longitude: number }

/** The mean radius of the earth in kilometres, as in the database's `great_circle_km`. */
const earthKm = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

type Vector = readonly [number, number, number]
const vectorOf = ({ latitude, longitude }: GeoPoint): Vector => {
  const [lat, lon] = [radians(latitude), radians(longitude)]
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)]
}
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const length = (a: Vector): number => Math.sqrt(dot(a, a))
/** Stable for small angles too. */
const angle = (a: Vector, b: Vector): number => Math.atan2(length(cross(a, b)), dot(a, b))

/** The distance of two points along the great circle, not along roads. */
export const distanceKm = (one: GeoPoint, other: GeoPoint): number => earthKm * angle(vectorOf(one), vectorOf(other))

/** Where a site is beside a line: how far along it, and how far from it. */
export type Beside = { along_km: number; off_km: number }

/**
 * A point beside the great-circle line between two towns. Before the start or after the end, the distance is that to the
 * nearer town.
 */
export function besideLine(from: GeoPoint, to: GeoPoint, site: GeoPoint): Beside {
  const [start, end, at] = [vectorOf(from), vectorOf(to), vectorOf(site)]
  const normal = cross(start, end)
  const size = length(normal)
  const whole = angle(start, end)
  if (size < 1e-12) return { along_km: 0, off_km: earthKm * angle(start, at) }
  const unit: Vector = [normal[0] / size, normal[1] / size, normal[2] / size]
  const along = Math.atan2(dot(at, cross(unit, start)), dot(at, start))
  if (along < 0) return { along_km: 0, off_km: earthKm * angle(start, at) }
  if (along > whole) return { along_km: earthKm * whole, off_km: earthKm * angle(end, at) }
  return { along_km: earthKm * along, off_km: earthKm * Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(at, unit))))) }
}
