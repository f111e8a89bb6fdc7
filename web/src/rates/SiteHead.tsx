import { Skeleton } from '@mantine/core'
import { priceUnitText } from '@portal/contract/lookups/fuel-providers.ts'
import { productWords } from '@portal/contract/lookups/products.rules.ts'
import type { SitePrices } from '@portal/contract/rates/daily-rates.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { RecentList } from '../ui/record/RecentList.tsx'
import { RecordHead } from '../ui/record/RecordHead.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { dayHere } from '../ui/words/day.ts'
import { priceText } from '../ui/words/figures.ts'
import { dateText, localTimeText, moneyText, numberFormat } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { lastRates } from './last-rates.ts'

/** Where the site is, what it charges now and how that changed, and what was bought there (UX-1). */
export function SiteHead({ site }: { site: SitePrices }) {
  const { t, language } = useTranslation()
  const can = useCan()
  const signed = (change: number) =>
    numberFormat(language, { signDisplay: 'exceptZero', minimumFractionDigits: 4 }).format(change)
  const rates = lastRates(site.products)
  return (
    <RecordHead
      label="Site at a glance"
      status={rates.length === 0 ? <p>{t('No rates are known for this site.')}</p> : null}
      facts={
        <>
          <Fact name={t('Provider')}>{site.provider}</Fact>
          <Fact name={t('Location')}>{[site.city, site.province].filter(Boolean).join(', ')}</Fact>
          {rates.map(({ product, code, day, price, change }) => (
            <Fact key={`${product} ${code}`} name={`${t(productWords[product])} (${code})`}>
              {priceText(price, language, priceUnitText(site))}
              <span className="site-rate-note">
                {change === null
                  ? dateText(day)
                  : t('{change} on {date}', { change: signed(change), date: dateText(day) })}
              </span>
            </Fact>
          ))}
        </>
      }
      aside={can(transactions.list) ? <BoughtThere site={site} /> : null}
    />
  )
}

const days = 30
/** A month is read at most: no index finds purchases by their site. */
function BoughtThere({ site }: { site: SitePrices }) {
  const { t, language } = useTranslation()
  const since = dayHere(new Date(Date.now() - days * 86_400_000))
  const query = { filter: [`dtl_stn_no:${site.site_number}`, `txn_date:${since}..`], size: 10 }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(transactions.list, query),
    queryFn: ({ signal }) => call(transactions.list, { query }, { signal }),
  })
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={120} />
  // Two providers can use the same number.
  const here = data.transactions.filter(({ provider }) => provider === site.provider)
  return (
    <RecentList
      title={t('Bought here in the last {count} days', { count: days })}
      none={t('No transaction records to show')}
      rows={here.slice(0, 5).map((row) => ({
        key: row.id,
        name: (
          <RecordLink kind="transaction" id={row.id}>
            {row.authentication_id}
          </RecordLink>
        ),
        amount: moneyText(row.txn_amount, language, row.currency),
        note: (
          <>
            {localTimeText(row.txn_date)} ·{' '}
            <RecordLink kind="company" id={row.txn_company}>
              {row.company_name}
            </RecordLink>
          </>
        ),
      }))}
    />
  )
}
