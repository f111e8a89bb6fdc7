import { distanceKm, type GeoPoint } from '@portal/contract/smart-buy/distance.rules.ts'
import leaflet from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { makeMap, placeOf, showTowns } from '../ui/map/base-map.ts'
import type { PriceBand } from './price-bands.ts'

export type MapSite = GeoPoint & { id: number; name: string; town: string; band: PriceBand }
type Props = {
  label: string
  credit: string
  sites: readonly MapSite[]
  chosen: number | null
  onChoose: (site: number) => void
  /** The town that distances are from, or both ends of a way. */
  ends: readonly GeoPoint[]
}

/** The larger towns are those of the first sites; none is in the way of another. */
const townsOf = (sites: readonly MapSite[]) =>
  sites.map(({ town, latitude, longitude }) => ({ name: town, latitude, longitude, population: 0 }))

function markerOf(site: MapSite, onChoose: Props['onChoose']): leaflet.CircleMarker {
  return leaflet
    .circleMarker(placeOf(site), { radius: 7, className: 'map-price' })
    .on('click', () => onChoose(site.id))
    .on('add', ({ target }) => target.getElement()?.setAttribute('data-price', site.band))
}
/** The great-circle line as a polyline: on this map it is a curve. */
function lineBetween(from: GeoPoint, to: GeoPoint): leaflet.LatLngTuple[] {
  const [a, b] = [from, to].map(({ latitude, longitude }) => {
    const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)]
  }) as [number[], number[]]
  const angle = Math.acos(
    Math.min(
      1,
      a.reduce((sum, part, at) => sum + part * (b[at] ?? 0), 0),
    ),
  )
  if (angle < 1e-6) return [placeOf(from), placeOf(to)]
  return Array.from({ length: 33 }, (_, step) => {
    const [one, other] = [Math.sin((1 - step / 32) * angle), Math.sin((step / 32) * angle)]
    const [x = 0, y = 0, z = 0] = a.map((part, at) => (one * part + other * (b[at] ?? 0)) / Math.sin(angle))
    return [(Math.asin(z) * 180) / Math.PI, (Math.atan2(y, x) * 180) / Math.PI]
  })
}

/** Around a town the nearest sites are shown first; the others are in reach by zooming out. */
const nearestShown = 8
function inView(sites: readonly MapSite[], [near, to]: readonly GeoPoint[]): readonly MapSite[] {
  if (!near || to) return sites
  return sites.toSorted((one, other) => distanceKm(near, one) - distanceKm(near, other)).slice(0, nearestShown)
}

/** Sites as dots coloured by price. The list beside it says the same in words. */
export function PricesMap({ label, credit, sites, chosen, onChoose, ends }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [markers, setMarkers] = useState<ReadonlyMap<number, leaflet.CircleMarker>>(new Map())
  const choose = useRef(onChoose)
  choose.current = onChoose
  const [map, setMap] = useState<leaflet.Map>()
  useEffect(() => {
    if (!frame.current) return
    const made = makeMap(frame.current, null, credit).setView([50, -95], 3)
    setMap(made)
    return () => {
      made.remove()
    }
  }, [credit])
  useEffect(() => {
    if (!map) return
    const made = sites.map((site) => [site.id, markerOf(site, (id) => choose.current(id))] as const)
    setMarkers(new Map(made))
    const [from, to] = ends
    const line =
      from && to ? [leaflet.polyline(lineBetween(from, to), { className: 'map-line', interactive: false })] : []
    const towns = ends.map((end) =>
      leaflet.circleMarker(placeOf(end), { radius: 9, className: 'map-site', interactive: false }),
    )
    const drawn = leaflet.layerGroup([...line, ...towns, ...made.map(([, marker]) => marker)]).addTo(map)
    const corners = [...ends, ...inView(sites, ends)].map(placeOf)
    if (corners.length > 0)
      map.fitBounds(leaflet.latLngBounds(corners), { padding: [24, 24], maxZoom: 9, animate: false })
    const hideTowns = showTowns(map, townsOf(sites))
    return () => {
      hideTowns()
      drawn.remove()
    }
  }, [map, sites, ends])
  useEffect(() => {
    for (const [id, marker] of markers) {
      marker.getElement()?.setAttribute('data-chosen', String(id === chosen))
      if (id !== chosen) continue
      marker.bringToFront()
      if (map && !map.getBounds().contains(marker.getLatLng())) map.panTo(marker.getLatLng(), { animate: false })
    }
  }, [map, chosen, markers])
  return <div ref={frame} className="site-map" role="application" aria-label={label} />
}
