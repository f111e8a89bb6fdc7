import './daily-rates.css'
import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { type DailyRate, dailyRateList, dailyRates, rateStateWords } from '@portal/contract/rates/daily-rates.ts'
import { useRouterState } from '@tanstack/react-router'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { termOf, withTerm } from '../list/filters/filter-terms.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { useListState } from '../list/use-list.ts'
import { LazyDateBox } from '../ui/LazyDateBox.tsx'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { dateText, priceText } from '../ui/words/texts.ts'
import { dailyRatesPath } from './daily-rates.paths.ts'
import { LastUploads } from './LastUploads.tsx'
import { RateUploadCard } from './RateUploadCard.tsx'

const SiteChart = lazy(() => import('./SiteChart.tsx').then((module) => ({ default: module.SiteChart })))

const columns: Column<DailyRate>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'provider', header: 'Provider', phone: 'badge' },
  { key: 'site_number', header: 'Site number', phone: 'line' },
  { key: 'site_name', header: 'Site name', priority: 1, phone: 'title' },
  { key: 'city', header: 'City' },
  { key: 'province', header: 'Province', phone: 'line' },
  { key: 'product', header: 'Product', priority: 2, phone: 'line', cell: (value) => productWords[value], words: true },
  { key: 'day', header: 'Day', priority: 3, phone: 'line', cell: (value) => dateText(value) },
  {
    key: 'price',
    header: 'Price',
    priority: 4,
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => priceText(value, locale, priceUnitText(row)),
  },
  {
    key: 'retail',
    header: 'Retail',
    align: 'end',
    phone: 'line',
    cell: (value, row, locale) => priceText(value, locale, priceUnitText(row)),
  },
  { key: 'state', header: 'State', cell: (value) => rateStateWords[value], words: true, optional: true },
]

/** The upload, the last files, and what is in force (RATE-1, RATE-3). */
export function DailyRatesPage() {
  const can = useCan()
  const isAdding = useRouterState({ select: ({ location }) => /\/add-new\/?$/i.test(location.pathname) })
  return (
    <ListPage
      title="Daily Rates"
      path={dailyRatesPath}
      endpoint={dailyRates.list}
      columns={columns}
      nameOf={(rate) => `${rate.site_number} ${rate.site_name ?? ''}, ${rate.product}`}
      empty={{ none: 'No Daily Rate records to show', filtered: 'No Record found' }}
      intro={
        <>
          <div className="rates-top">
            {can(dailyRates.upload) ? <RateUploadCard isAsked={isAdding} /> : null}
            <LastUploads />
          </div>
          <InForceOn />
        </>
      }
      expand={(rate) => (
        <WhenFirst asked>
          <SiteChart siteId={rate.site_id} />
        </WhenFirst>
      )}
    />
  )
}

/** The one question that is asked of this list every day, so it need not be looked for among the filters. */
function InForceOn() {
  const { t } = useTranslation()
  const { query, change } = useListState(dailyRateList)
  const asked = termOf(query.filter, 'day')?.query ?? ''
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : null
  const [heading, note] =
    day !== null
      ? [t('In force'), t('Of every site and product the rate of that day, or the last one before it.')]
      : asked === ''
        ? [
            t('Latest rates'),
            t('Of every site and product the newest rate. Choose a day to see what is in force on it.'),
          ]
        : [t('Rates by day'), t('The rates that were given for the chosen days.')]
  return (
    <div className="rates-force">
      <div>
        <h2>{heading}</h2>
        <p className="file-note">{note}</p>
      </div>
      <LazyDateBox
        size="xs"
        label={t('In force on')}
        value={day}
        onChange={(chosen) =>
          change((now) => ({ filter: withTerm(now.filter, 'day', { kind: 'date' }, chosen ?? '') }))
        }
      />
    </div>
  )
}
