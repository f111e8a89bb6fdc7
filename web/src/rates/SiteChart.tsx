import { Skeleton } from '@mantine/core'
import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import { chartDays } from '@portal/contract/rates/daily-rates.ts'
import { PriceChart } from '../ui/charts/PriceChart.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { SiteFacts } from './SiteFacts.tsx'
import { siteName, useSitePrices } from './site-prices.ts'

/** A site's location and its prices over the last 90 days, one line per product code (RATE-3, RATE-5). */
export function SiteChart({ siteId }: { siteId: number }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useSitePrices(siteId)
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={260} />
  return (
    <div className="site-chart">
      <SiteFacts site={data} />
      <PriceChart
        title={(unit) =>
          t('Price of site {site} over {count} days, {unit}', { site: siteName(data), count: chartDays, unit })
        }
        unit={priceUnitText(data)}
        series={data.products.map(({ product, code, points }) => ({
          name: `${t(productWords[product])} (${code})`,
          points: points.map(({ day, price }) => ({ day, value: price })),
        }))}
      />
    </div>
  )
}
