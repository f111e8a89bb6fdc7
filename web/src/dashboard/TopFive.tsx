import { dashboard, type TopFiveReply as Top, topLimit } from '@portal/contract/dashboard/dashboard.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { type DashboardView, transactionsLink, within } from './dashboard-address.ts'
import { unitText, volumeText } from './figure-texts.ts'
import { Shares } from './Shares.tsx'

/** The five drivers, units and sites that cost most in the period, each with its purchases behind it (UX-11). */
export function TopFive({ currency, view }: { currency: Currency; view: DashboardView }) {
  const { t, language } = useTranslation()
  const query = { period: view.period, currency, ...(view.until ? { until: view.until } : {}) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(dashboard.top, query),
    queryFn: ({ signal }): Promise<Top> => call(dashboard.top, { query }, { signal }),
  })
  if (error)
    return (
      <div className="panel dash-panel dash-whole">
        <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
      </div>
    )
  if (!data) return null
  if (data.is_too_many)
    return (
      <p className="panel dash-panel dash-whole dash-none">
        {t(
          'The top drivers, units and sites are shown for up to {count} purchases. Choose fewer days, or switch to a customer.',
          {
            count: topLimit.toLocaleString(language) as never,
          },
        )}
      </p>
    )
  const named = (filter: string, rows: Top['drivers']) =>
    rows.map((row) => ({
      ...row,
      key: `${row.company} ${row.name}`,
      detail: row.company,
      filters: [`${filter}:${row.name}`, ...(row.company === null ? [] : [`company_name:${row.company}`])],
    }))
  return (
    <>
      <TopShares data={data} title={t('Top drivers')} first={t('Driver')} rows={named('driver_name', data.drivers)} />
      <TopShares data={data} title={t('Top units')} first={t('Unit number')} rows={named('vehicle', data.units)} />
      <TopShares
        data={data}
        title={t('Top sites')}
        first={t('Site')}
        rows={data.sites.map((row) => ({
          ...row,
          key: row.number,
          detail: row.name === row.number ? null : row.number,
          filters: [`dtl_stn_no:${row.number}`],
        }))}
      />
    </>
  )
}

type Row = {
  key: string
  name: string
  detail: string | null
  filters: readonly string[]
  amount: number
  volume: number
}
type TopProps = { data: Top; title: string; first: string; rows: readonly Row[] }
function TopShares({ data, title, first, rows }: TopProps) {
  const { language } = useTranslation()
  const { currency, unit, from, to } = data
  if (rows.length === 0) return null
  return (
    <Shares
      title={title}
      first={first}
      isThird
      text={(amount) => moneyText(amount, language, currency)}
      shares={rows.map(({ key, name, detail, filters, volume, amount }) => ({
        key,
        name: (
          <>
            <PageLink
              className="dash-link"
              {...transactionsLink(within({ from, to }), `currency:${currency}`, ...filters)}
            >
              {name}
            </PageLink>
            {detail === null ? null : <small>{detail}</small>}
          </>
        ),
        quantity: volumeText(volume, language, unitText[unit]),
        amount,
      }))}
    />
  )
}
