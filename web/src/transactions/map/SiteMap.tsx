import type { Position } from '@portal/contract/lookups/locations.ts'
import type { GeoPoint } from '@portal/contract/smart-buy/distance.rules.ts'
import leaflet from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { makeMap, outlineOf, showTowns } from '../../ui/map/base-map.ts'

type Props = {
  label: string
  credit: string
  site: GeoPoint
  region: string | null
  around: readonly Position[]
  isWide: boolean
}

const siteZoom = 9

/** Where one site is, on the portal's own map. */
export function SiteMap({ label, credit, site, region, around, isWide }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<leaflet.Map>()
  const { latitude, longitude } = site
  useEffect(() => {
    if (!frame.current) return
    const made = makeMap(frame.current, region, credit).setView([latitude, longitude], siteZoom)
    leaflet.circleMarker([latitude, longitude], { radius: 9, className: 'map-site', interactive: false }).addTo(made)
    setMap(made)
    return () => {
      made.remove()
    }
  }, [latitude, longitude, region, credit])
  useEffect(() => (map ? showTowns(map, around) : undefined), [map, around])
  useEffect(() => {
    if (!map) return
    if (isWide) map.fitBounds(leaflet.polygon(outlineOf(region)).getBounds(), { animate: false, padding: [8, 8] })
    else map.setView([latitude, longitude], siteZoom, { animate: false })
  }, [map, region, isWide, latitude, longitude])
  return <div ref={frame} className="site-map" role="application" aria-label={label} />
}
