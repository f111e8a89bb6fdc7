import '../ui/trouble/panel.css'
import './daily-rates.css'
import { useParams } from '@tanstack/react-router'
import { Heading } from '../ui/Heading.tsx'
import { PageTrouble } from '../ui/trouble/PageTrouble.tsx'
import { BackToRates } from './BackToRates.tsx'
import { SiteChart } from './SiteChart.tsx'
import { SiteHead } from './SiteHead.tsx'
import { siteName, useSitePrices } from './site-prices.ts'

/** A site's own page. Sites whose provider sends no rates are not in the rate list, but their purchases link here. */
export function SitePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const siteId = /^\d{1,15}$/.test(id) ? Number(id) : 0
  const { data, error, refetch } = useSitePrices(siteId)
  if (error && !data)
    return (
      <PageTrouble error={error} onRetry={refetch}>
        <BackToRates />
      </PageTrouble>
    )
  if (!data) return null
  return (
    <>
      <div className="page-head">
        <Heading>{`${data.provider} ${siteName(data)}`}</Heading>
        <div className="page-actions">
          <BackToRates />
        </div>
      </div>
      <SiteHead site={data} />
      <div className="panel site-page">
        <SiteChart siteId={siteId} />
      </div>
    </>
  )
}
