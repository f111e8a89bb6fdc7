import './daily-rates.css'
import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { type DailyRate, dailyRates, rateStateWords } from '@portal/contract/rates/daily-rates.ts'
import { Suspense } from 'react'
import { useCan } from '../api/session.ts'
import { day } from '../list/columns/cells.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { priceText } from '../ui/words/figures.ts'
import { dailyRatesPath } from './daily-rates.paths.ts'
import { InForceOn } from './InForceOn.tsx'
import { LastUploads } from './LastUploads.tsx'
import { RateUploadCard } from './RateUploadCard.tsx'

const SiteChart = lazily(() => import('./SiteChart.tsx'), 'SiteChart')
const priceCell = (value: number | null, row: DailyRate, locale: string) => priceText(value, locale, priceUnitText(row))
const columns: Column<DailyRate>[] = [
  { key: 'provider', header: 'Provider', phone: 'badge' },
  { key: 'site_number', header: 'Site number', phone: 'line' },
  { key: 'site_name', header: 'Site name', priority: 1, phone: 'title' },
  { key: 'city', header: 'City' },
  { key: 'province', header: 'Province', phone: 'line' },
  { key: 'product', header: 'Product', priority: 2, phone: 'line', cell: (value) => productWords[value], words: true },
  { key: 'code', header: 'Code', phone: 'line' },
  { key: 'day', header: 'Day', priority: 3, phone: 'line', ...day },
  { key: 'price', header: 'Price', priority: 4, align: 'end', phone: 'line', cell: priceCell },
  { key: 'retail', header: 'Retail', align: 'end', phone: 'line', cell: priceCell },
  { key: 'state', header: 'Status', cell: (value) => rateStateWords[value], words: true, optional: true },
]

/** The upload, the recent files and the rates in force (RATE-1, RATE-3). */
export function DailyRatesPage() {
  const can = useCan()
  return (
    <ListPage
      title="Daily Rates"
      path={dailyRatesPath}
      endpoint={dailyRates.list}
      columns={columns}
      nameOf={(rate) => `${rate.site_number} ${rate.site_name ?? ''}, ${rate.code}`}
      empty={{ none: 'No Daily Rate records to show', filtered: 'No Record found' }}
      intro={
        <>
          <div className="rates-top">
            {can(dailyRates.upload) ? <RateUploadCard /> : null}
            <LastUploads />
          </div>
          <InForceOn />
        </>
      }
      expand={(rate) => (
        <Suspense fallback={null}>
          <SiteChart siteId={rate.site_id} />
        </Suspense>
      )}
    />
  )
}
