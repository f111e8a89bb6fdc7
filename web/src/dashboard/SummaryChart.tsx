import { Skeleton } from '@mantine/core'
import { type Summary, summaries } from '@portal/contract/dashboard/dashboard.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { monthText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { invoicesLink, transactionsLink } from './dashboard-address.ts'
import { shortMonth, shortNumber } from './figure-texts.ts'

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
const monthOf = (month: string): string => `${month}-01..${lastDayOf(month)}`

type Props = { of: 'trips' | 'orders'; currency: Currency; until: string | null }
/** A year of transactions or invoices by month: the two summaries that the specification asks for (DASH-1). */
export function SummaryChart({ of, currency, until }: Props) {
  const { t, language } = useTranslation()
  const query = { interval: 'month' as const, currency, ...(until ? { until } : {}) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(summaries[of], query),
    queryFn: ({ signal }): Promise<Summary> => call(summaries[of], { query }, { signal }),
  })
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={272} />
  const isTrips = of === 'trips'
  const linkOf = (month: string) =>
    isTrips
      ? transactionsLink(`txn_date:${monthOf(month)}`, `currency:${currency}`)
      : invoicesLink(`issued_date:${monthOf(month)}`, `currency:${currency}`, 'delivery:sent')
  return (
    <BarChart
      title={
        isTrips
          ? t('Transactions by month, {unit}', { unit: currency })
          : t('Invoices sent by month, {unit}', { unit: currency })
      }
      heads={{ label: t('Month'), value: isTrips ? t('Transactions') : t('Invoices') }}
      bars={data.map(({ period, count }) => ({
        key: period,
        label: monthText(period, language),
        tick: shortMonth(period, language),
        value: count,
      }))}
      valueText={(value) => value.toLocaleString(language)}
      tickText={(value) => shortNumber(value, language)}
      head={({ key, label }) => (
        <PageLink className="dash-link" {...linkOf(key)}>
          {label}
        </PageLink>
      )}
    />
  )
}
