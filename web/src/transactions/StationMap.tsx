import 'leaflet/dist/leaflet.css'
import type { Position } from '@portal/contract/locations.ts'
import leaflet from 'leaflet'
import { useEffect, useRef, useState } from 'react'

type Point = { latitude: number; longitude: number }
type Props = { label: string; station: Point; around: readonly Position[]; isWide: boolean }

const stationZoom = 9
/** How far apart two names must be, in pixels, to be read beside each other. */
const apart = { x: 90, y: 14 }
const named = 14

/** The largest towns in sight, but for those whose name would lie over a larger one's. */
function townsToName(map: leaflet.Map, around: readonly Position[]): Position[] {
  const bounds = map.getBounds()
  const chosen: { town: Position; point: leaflet.Point }[] = []
  for (const town of around) {
    if (chosen.length === named) break
    if (!bounds.contains(placeOf(town))) continue
    const point = map.latLngToContainerPoint(placeOf(town))
    if (chosen.every((other) => Math.abs(other.point.x - point.x) > apart.x || Math.abs(other.point.y - point.y) > apart.y))
      chosen.push({ town, point })
  }
  return chosen.map(({ town }) => town)
}

const sizeOf = ({ population }: Position): number => (population > 200_000 ? 5 : population > 20_000 ? 3.5 : 2)
const placeOf = ({ latitude, longitude }: Point): leaflet.LatLngTuple => [latitude, longitude]

/** Town dots from our own places instead of tiles from somebody's server: enough to see whereabouts a station is. */
export function StationMap({ label, station, around, isWide }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<leaflet.Map>()
  const { latitude, longitude } = station
  useEffect(() => {
    if (!frame.current) return
    const made = leaflet.map(frame.current, { attributionControl: false, minZoom: 3, maxZoom: 13 }).setView([latitude, longitude], stationZoom)
    leaflet.control.scale().addTo(made)
    leaflet.circleMarker([latitude, longitude], { radius: 9, className: 'map-station', interactive: false }).addTo(made)
    setMap(made)
    return () => {
      made.remove()
    }
  }, [latitude, longitude])
  useEffect(() => {
    if (!map) return
    const dots = leaflet.layerGroup(
      around.map((town) => leaflet.circleMarker(placeOf(town), { radius: sizeOf(town), className: 'map-town', interactive: false })),
    )
    const names = leaflet.layerGroup()
    const nameTowns = () => {
      names.clearLayers()
      for (const town of townsToName(map, around))
        leaflet
          .tooltip({ permanent: true, direction: 'right', offset: [4, 0], className: 'map-name' })
          .setLatLng(placeOf(town))
          .setContent(document.createTextNode(town.name) as unknown as HTMLElement)
          .addTo(names)
    }
    dots.addTo(map)
    names.addTo(map)
    nameTowns()
    map.on('moveend', nameTowns)
    return () => {
      map.off('moveend', nameTowns)
      dots.remove()
      names.remove()
    }
  }, [map, around])
  useEffect(() => {
    if (!map) return
    if (isWide && around.length > 0) map.fitBounds(leaflet.latLngBounds(around.map(placeOf)), { animate: false })
    else map.setView([latitude, longitude], stationZoom, { animate: false })
  }, [map, around, isWide, latitude, longitude])
  return <div ref={frame} className="station-map" role="application" aria-label={label} />
}
