import 'leaflet/dist/leaflet.css'
import './map.css'
import type { Position } from '@portal/contract/lookups/locations.ts'
import type { GeoPoint } from '@portal/contract/smart-buy/distance.rules.ts'
import leaflet from 'leaflet'
import { placeCreditAddress } from '../credit/place-credit.ts'
import { borders, lakes, regions } from './outlines.ts'

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
export const placeOf = ({ latitude, longitude }: GeoPoint): leaflet.LatLngTuple => [latitude, longitude]

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
export const outlineOf = (region: string | null) => (region === null ? [] : (regions.get(region) ?? []))

/**
 * A map of our own outlines instead of tiles from another server: enough to show where sites are. What is above the
 * outlines goes into the panes of towns and markers. `credit` names the source of the towns.
 */
export function makeMap(frame: HTMLElement, region: string | null, credit: string): leaflet.Map {
  const map = leaflet.map(frame, { attributionControl: false, minZoom: 1, maxZoom: 13, zoomSnap: 0.25 })
  // Below the markers' pane, which must stay visible.
  map.createPane('outlines').style.zIndex = '350'
  map.createPane('towns').style.zIndex = '360'
  leaflet.control.scale().addTo(map)
  leaflet.control
    .attribution({ prefix: false })
    .addAttribution(`<a href="${placeCreditAddress}" target="_blank" rel="noreferrer">${credit}</a>`)
    .addTo(map)
  map.whenReady(() => drawOutlines(map, region))
  return map
}

/** Draws towns, with the names of the larger ones, and follows the view. Returns how to remove them. */
export function showTowns(map: leaflet.Map, around: readonly Position[]): () => void {
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
}
