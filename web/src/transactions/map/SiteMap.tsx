import 'leaflet/dist/leaflet.css'
import type { Position } from '@portal/contract/lookups/locations.ts'
import leaflet from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { borders, lakes, regions } from './outlines.ts'

type Point = { latitude: number; longitude: number }
type Props = { label: string; site: Point; region: string | null; around: readonly Position[]; isWide: boolean }

const siteZoom = 9
/** The minimum distance between two names, in pixels. */
const apart = { x: 90, y: 14 }
const named = 14

/** The largest visible towns, except those whose name would overlap a larger one's. */
function townsToName(map: leaflet.Map, around: readonly Position[]): Position[] {
  const bounds = map.getBounds()
  const chosen: { town: Position; point: leaflet.Point }[] = []
  for (const town of around) {
    if (chosen.length === named) break
    if (!bounds.contains(placeOf(town))) continue
    const point = map.latLngToContainerPoint(placeOf(town))
    if (
      chosen.every(
        (other) => Math.abs(other.point.x - point.x) > apart.x || Math.abs(other.point.y - point.y) > apart.y,
      )
    )
      chosen.push({ town, point })
  }
  return chosen.map(({ town }) => town)
}

const sizeOf = ({ population }: Position): number => (population > 200_000 ? 5 : population > 20_000 ? 3.5 : 2)
/** Further out, a province's small towns would blur into a grey patch. */
const smallTownZoom = 7
const isSmall = ({ population }: Position): boolean => population <= 20_000
const placeOf = ({ latitude, longitude }: Point): leaflet.LatLngTuple => [latitude, longitude]

const dotOf = (town: Position) =>
  leaflet.circleMarker(placeOf(town), {
    radius: sizeOf(town),
    className: 'map-town',
    pane: 'towns',
    interactive: false,
  })
const nameOf = (town: Position) =>
  leaflet
    .tooltip({ permanent: true, direction: 'right', offset: [4, 0], className: 'map-name' })
    .setLatLng(placeOf(town))
    .setContent(document.createTextNode(town.name) as unknown as HTMLElement)

/** Four shapes in all, each over the previous ones, with towns and the site on top. */
function drawOutlines(map: leaflet.Map, region: string | null) {
  const drawn = (className: string) => ({ className, pane: 'outlines', interactive: false })
  leaflet.polygon([...regions.values()].flat(), drawn('map-land')).addTo(map)
  leaflet.polygon(lakes, drawn('map-lake')).addTo(map)
  leaflet.polyline(borders, drawn('map-border')).addTo(map)
  leaflet.polygon(outlineOf(region), drawn('map-region')).addTo(map)
}
const outlineOf = (region: string | null) => (region === null ? [] : (regions.get(region) ?? []))

/** Our own outlines and towns instead of tiles from another server: enough to show where a site is. */
export function SiteMap({ label, site, region, around, isWide }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<leaflet.Map>()
  const { latitude, longitude } = site
  useEffect(() => {
    if (!frame.current) return
    const made = leaflet
      .map(frame.current, { attributionControl: false, minZoom: 1, maxZoom: 13, zoomSnap: 0.25 })
      .setView([latitude, longitude], siteZoom)
    // Below the site's pane, which must stay visible.
    made.createPane('outlines').style.zIndex = '350'
    made.createPane('towns').style.zIndex = '360'
    drawOutlines(made, region)
    leaflet.control.scale().addTo(made)
    leaflet.circleMarker([latitude, longitude], { radius: 9, className: 'map-site', interactive: false }).addTo(made)
    setMap(made)
    return () => {
      made.remove()
    }
  }, [latitude, longitude, region])
  useEffect(() => {
    if (!map) return
    const small = leaflet.layerGroup(around.filter(isSmall).map(dotOf))
    const large = leaflet.layerGroup(around.filter((town) => !isSmall(town)).map(dotOf)).addTo(map)
    const names = leaflet.layerGroup().addTo(map)
    const followView = () => {
      const isNear = map.getZoom() >= smallTownZoom
      if (isNear) small.addTo(map)
      else small.remove()
      names.clearLayers()
      for (const town of townsToName(map, around)) {
        nameOf(town).addTo(names)
        if (!isNear && isSmall(town)) dotOf(town).addTo(names)
      }
    }
    followView()
    map.on('moveend', followView)
    return () => {
      map.off('moveend', followView)
      for (const layer of [small, large, names]) layer.remove()
    }
  }, [map, around])
  useEffect(() => {
    if (!map) return
    if (isWide) map.fitBounds(leaflet.polygon(outlineOf(region)).getBounds(), { animate: false, padding: [8, 8] })
    else map.setView([latitude, longitude], siteZoom, { animate: false })
  }, [map, region, isWide, latitude, longitude])
  return <div ref={frame} className="site-map" role="application" aria-label={label} />
}
