import { sentence } from '../ui/words/sentence.ts'
import './dashboard.css'
import '../ui/trouble/panel.css'
import { Button, Skeleton } from '@mantine/core'
import { type Dashboard, dashboard, summaries } from '@portal/contract/dashboard/dashboard.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { IconChartBar, IconGasStation } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { HoldNotice } from '../accounts/HoldNotice.tsx'
import { useCardHolds } from '../accounts/use-card-holds.ts'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan, useSession } from '../api/session.ts'
import { cardsPath } from '../cards/cards.paths.ts'
import { TodoStrip } from '../todo/TodoStrip.tsx'
import { brand, welcomeText } from '../ui/brand.ts'
import { Heading } from '../ui/Heading.tsx'
import { lazily } from '../ui/lazily.tsx'
import { MessagePanel } from '../ui/trouble/MessagePanel.tsx'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { CardsPanel } from './CardsPanel.tsx'
import { type DashboardView, useView } from './dashboard-address.ts'
import { ImportsPanel } from './ImportsPanel.tsx'
import { currenciesOf, currencyOf } from './leading-currency.ts'
import { NowTiles } from './NowTiles.tsx'
import { PeriodBar } from './PeriodBar.tsx'
import { PeriodTiles } from './PeriodTiles.tsx'
import { ProductShares } from './ProductShares.tsx'
import { ProvinceShares } from './ProvinceShares.tsx'
import { SpendCharts } from './SpendCharts.tsx'
import { SummaryChart } from './SummaryChart.tsx'
import { TopFive } from './TopFive.tsx'

const StartList = lazily(() => import('./StartList.tsx'), 'StartList')

/** The acting company's figures, or those of all customers for staff. Each links to its records (DASH-1). */
export function DashboardPage() {
  const { t } = useTranslation()
  const session = useSession()
  const { view, change } = useView()
  const holds = useCardHolds()
  const query = { period: view.period, interval: view.interval, ...(view.until ? { until: view.until } : {}) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(dashboard.get, query),
    queryFn: ({ signal }) => call(dashboard.get, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const currency = view.currency ?? currencyOf(data)
  return (
    <div className="dash">
      {data ? (
        <p className="dash-print">
          {[brand.name, session.company.name, t('From {from} to {to}', textsOf(data.period)), currency].join(' · ')}
        </p>
      ) : null}
      <div className="page-head">
        <div>
          <Heading title={welcomeText(t)}>{t('Hello, {name}', { name: session.profile.first })}</Heading>
          <p className="dash-for">{t('You are working for {company}', { company: session.company.name })}</p>
        </div>
      </div>
      <TodoStrip />
      {holds.card_ids.length > 0 ? <HoldNotice holds={holds} /> : null}
      {error ? (
        <div role="alert" className="panel dash-panel">
          <p>{sentence(t, error.message)}</p>
          <Button variant="default" size="xs" loading={isFetching} onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </div>
      ) : null}
      {!data && !error ? <Waiting /> : null}
      {data ? <Numbers data={data} currency={currency} view={view} change={change} /> : null}
    </div>
  )
}

function Waiting() {
  return (
    <>
      <div className="dash-tiles">
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton key={tile} height={104} radius={10} />
        ))}
      </div>
      <div className="dash-grid">
        {[1, 2, 3, 4].map((panel) => (
          <Skeleton key={panel} height={320} radius={10} />
        ))}
      </div>
    </>
  )
}

type NumbersProps = {
  data: Dashboard
  currency: Currency
  view: DashboardView
  change: (patch: Partial<DashboardView>) => void
}
function Numbers({ data, currency, view, change }: NumbersProps) {
  const { t } = useTranslation()
  const can = useCan()
  const { spend, cards, imports, start, period, known_until: knownUntil } = data
  const own = spend?.currencies.find((one) => one.currency === currency)
  const hasNothing = spend === null && cards === null && data.invoices === null && imports === null
  const isNew = spend !== null && spend.latest.length === 0
  const latest = spend?.latest.find((one) => one.currency === currency)?.day
  if (hasNothing)
    return (
      <Empty title={t('You do not have access to the dashboard.')} text={t('Ask your administrator for access.')} />
    )
  return (
    <>
      {start ? (
        <Suspense fallback={null}>
          <StartList start={start} />
        </Suspense>
      ) : null}
      {isNew && !start ? <NewCustomer hasCards={cards !== null} /> : null}
      {isNew ? null : <NowTiles data={data} currency={currency} />}
      {spend && !isNew ? (
        <div className="dash-period">
          <PeriodBar view={view} change={change} currency={currency} offered={currenciesOf(data)} />
          <Days data={data} view={view} change={change} />
        </div>
      ) : null}
      {own ? <PeriodTiles spend={own} period={period} earlier={data.before} all={spend?.currencies ?? []} /> : null}
      {latest && !own ? (
        <div className="panel">
          <MessagePanel
            icon={IconChartBar}
            title={t('No purchases in {currency} from {from} to {to}.', {
              currency,
              from: dateText(period.from),
              to: dateText(period.to),
            })}
            text={t('The latest purchase was on {day}.', { day: dateText(latest) })}
          >
            <Button variant="default" onClick={() => change({ until: latest })}>
              {t('Show the days up to that date')}
            </Button>
          </MessagePanel>
        </div>
      ) : null}
      <div className="dash-grid">
        {own ? <SpendCharts spend={own} knownUntil={knownUntil} /> : null}
        {own ? <TopFive currency={currency} view={view} /> : null}
        {latest ? <Year of="trips" currency={currency} view={view} /> : null}
        {can(summaries.orders) && !isNew ? <Year of="orders" currency={currency} view={view} /> : null}
        {own ? <ProductShares spend={own} period={period} /> : null}
        {own ? <ProvinceShares spend={own} period={period} /> : null}
        {cards ? <CardsPanel cards={cards} isAlone={imports === null} /> : null}
        {imports ? <ImportsPanel imports={imports} /> : null}
      </div>
    </>
  )
}

/** The days that the figures cover and those they are compared with, with a link back when they do not end today. */
function Days({ data, view, change }: Pick<NumbersProps, 'data' | 'view' | 'change'>) {
  const { t } = useTranslation()
  const { period, before, known_until: knownUntil } = data
  return (
    <p className="dash-days">
      <span>{t('From {from} to {to}', textsOf(period))}</span>
      {before ? <span>{t('compared with {from} to {to}', textsOf(before))}</span> : null}
      {knownUntil !== null && knownUntil < period.to ? (
        <span>{t('purchases known up to {day}', { day: dateText(knownUntil) })}</span>
      ) : null}
      {view.until ? (
        <Button size="compact-xs" variant="subtle" onClick={() => change({ until: null })}>
          {t('Back to today')}
        </Button>
      ) : null}
    </p>
  )
}
const textsOf = ({ from, to }: { from: string; to: string }) => ({ from: dateText(from), to: dateText(to) })
const Year = ({ of, currency, view }: { of: 'trips' | 'orders'; currency: Currency; view: DashboardView }) => (
  <div className="panel dash-panel">
    <SummaryChart of={of} currency={currency} until={view.until} />
  </div>
)
function NewCustomer({ hasCards }: { hasCards: boolean }) {
  const { t } = useTranslation()
  return (
    <Empty
      title={t('No purchases with your cards yet.')}
      text={t('Purchases appear here, with site and price, as soon as a driver uses a card.')}
      action={
        hasCards ? (
          <Button component={Link} to={cardsPath} variant="default">
            {t('See your cards')}
          </Button>
        ) : null
      }
    />
  )
}
const Empty = ({ title, text, action }: { title: string; text: string; action?: React.ReactNode }) => (
  <div className="panel">
    <MessagePanel icon={IconGasStation} title={title} text={text}>
      {action}
    </MessagePanel>
  </div>
)
