import type { CurrencySpend } from '@portal/contract/dashboard/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Bar, BarChart } from '../ui/charts/BarChart.tsx'
import { PriceChart } from '../ui/charts/PriceChart.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { transactionsLink, within } from './dashboard-address.ts'
import { shortNumber, unitText, volumeText } from './figure-texts.ts'

/** Spend, volume and average price over the period, by day or week. */
export function SpendCharts({ spend }: { spend: CurrencySpend }) {
  const { t, i18n } = useTranslation()
  const { currency, points } = spend
  const unit = unitText[spend.unit]
  const barsOf = (of: (point: CurrencySpend['points'][number]) => number): Bar[] =>
    points.map((point) => ({ key: point.from, label: dateText(point.from), value: of(point) }))
  const spanOf = ({ key }: Bar) => points.find(({ from }) => from === key) ?? { from: key, to: key }
  const head = (bar: Bar) => {
    const { from, to } = spanOf(bar)
    return (
      <Link className="dash-link" {...transactionsLink(within({ from, to }), `currency:${currency}`)}>
        {from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`}
      </Link>
    )
  }
  const shared = { head, tickText: (value: number) => shortNumber(value, i18n.language) }
  return (
    <>
      <div className="panel dash-panel">
        <BarChart
          {...shared}
          title={t('Spend, {unit}', { unit: currency })}
          heads={{ label: t('Day'), value: t('Spend') }}
          bars={barsOf(({ amount }) => amount)}
          valueText={(value) => moneyText(value, i18n.language, currency)}
        />
      </div>
      <div className="panel dash-panel">
        <BarChart
          {...shared}
          title={t('Fuel volume, {unit}', { unit })}
          heads={{ label: t('Day'), value: t('Fuel volume') }}
          bars={barsOf(({ volume }) => volume)}
          valueText={(value) => volumeText(value, i18n.language, unit)}
        />
      </div>
      <div className="panel dash-panel dash-third">
        <PriceChart
          title={(centsUnit) => t('Average fuel price before sales tax, {unit}', { unit: centsUnit })}
          unit={`${currency}/${unit}`}
          series={[
            {
              name: t('Average fuel price'),
              points: points.flatMap(({ from, price }) => (price === null ? [] : [{ day: from, value: price }])),
            },
          ]}
        />
      </div>
    </>
  )
}
