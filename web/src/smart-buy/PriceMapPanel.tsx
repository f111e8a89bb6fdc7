import type { SmartPrice, Stop, Town } from '@portal/contract/smart-buy/smart-buy.ts'
import { Suspense, useMemo } from 'react'
import { placeCredit } from '../ui/credit/place-credit.ts'
import { lazily } from '../ui/lazily.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { priceBands } from './price-bands.ts'
import { sitePlaceText, unitPriceText } from './smart-buy-texts.ts'

const PricesMap = lazily(() => import('./PricesMap.tsx'), 'PricesMap')
type Shown = SmartPrice | Stop
type Props = {
  label: string
  rows: readonly Shown[]
  chosen: number | null
  onChoose: (site: number) => void
  ends: readonly Town[]
}

/** Sites with a position, each once with its first product. */
function sitesOf(rows: readonly Shown[]) {
  const bands = priceBands(rows.map((row) => ({ ...row, price: row.before_per_litre })))
  const seen = new Map<number, ReturnType<typeof toSite>>()
  rows.forEach((row, at) => {
    if (row.latitude !== null && row.longitude !== null && !seen.has(row.site_id))
      seen.set(row.site_id, toSite(row, row.latitude, row.longitude, bands[at] ?? 'middle'))
  })
  return [...seen.values()]
}
const toSite = (row: Shown, latitude: number, longitude: number, band: ReturnType<typeof priceBands>[number]) => ({
  id: row.site_id,
  name: row.site_name ?? row.site_number,
  town: row.city ?? '',
  latitude,
  longitude,
  band,
})

/** The map of the rows, what its colours mean, and the chosen site in words. */
export function PriceMapPanel({ label, rows, chosen, onChoose, ends }: Props) {
  const { t, language } = useTranslation()
  const sites = useMemo(() => sitesOf(rows), [rows])
  const own = rows.filter(({ site_id }) => site_id === chosen)
  const [first] = own
  return (
    <section className="panel price-map" aria-label={t('Map of prices')}>
      <div className="price-map-frame">
        <Suspense fallback={null}>
          <PricesMap
            label={label}
            credit={t(placeCredit)}
            sites={sites}
            chosen={chosen}
            onChoose={onChoose}
            ends={ends}
          />
        </Suspense>
      </div>
      <ul className="price-key">
        {(['low', 'middle', 'high'] as const).map((band) => (
          <li key={band}>
            <span data-price={band} aria-hidden />
            {t({ low: 'Cheapest third', middle: 'Middle third', high: 'Most expensive third' }[band])}
          </li>
        ))}
      </ul>
      <div className="price-chosen" aria-live="polite">
        {first ? (
          <>
            <strong>{first.site_name ?? first.site_number}</strong>
            <span>{sitePlaceText(first)}</span>
            {own.map((row) => (
              <span key={row.id}>{unitPriceText(t, row, language)}</span>
            ))}
          </>
        ) : (
          <span>{t('Choose a dot or a site of the list. Distances are in a straight line, not by road.')}</span>
        )}
      </div>
    </section>
  )
}
