import type { CurrencySpend } from '@portal/contract/dashboard/dashboard.ts'
import { useState } from 'react'
import { type Bar, BarChart } from '../ui/charts/BarChart.tsx'
import { dayTickText } from '../ui/charts/chart-scale.ts'
import { PriceChart } from '../ui/charts/PriceChart.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ChoiceBar } from './ChoiceBar.tsx'
import { hasNoDataYet } from './comparison.rules.ts'
import { transactionsLink, within } from './dashboard-address.ts'
import { shortNumber, unitText, volumeText } from './figure-texts.ts'

type Measure = 'amount' | 'volume'
type Props = { spend: CurrencySpend; knownUntil: string | null }

/** Spend or volume, and the average price, over the period by day or week, each against the period before (UX-11). */
export const SpendCharts = (props: Props) => (
  <>
    <SpendChart {...props} />
    <AveragePrice {...props} />
  </>
)

/** One picture for both: their shapes hardly differ. */
function SpendChart({ spend: { currency, unit: volumeUnit, points }, knownUntil }: Props) {
  const { t, language } = useTranslation()
  const [measure, setMeasure] = useState<Measure>('amount')
  const unit = unitText[volumeUnit]
  const isSpend = measure === 'amount'
  const bars = points.map((point): Bar => {
    const { from, to, before } = point
    return {
      key: from,
      label: from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`,
      tick: dayTickText(from, language),
      value: hasNoDataYet(point, knownUntil) ? null : point[measure],
      before: before?.[measure] ?? null,
    }
  })
  const head = ({ key, label }: Bar) => {
    const { to = key } = points.find(({ from }) => from === key) ?? {}
    return (
      <PageLink className="dash-link" {...transactionsLink(within({ from: key, to }), `currency:${currency}`)}>
        {label}
      </PageLink>
    )
  }
  return (
    <div className="panel dash-panel dash-two-thirds">
      <BarChart
        title={isSpend ? t('Spend, {unit}', { unit: currency }) : t('Fuel volume, {unit}', { unit })}
        tools={
          <ChoiceBar
            name={t('Chart')}
            options={[
              { value: 'amount', label: 'Spend' },
              { value: 'volume', label: 'Volume' },
            ]}
            size="compact-xs"
            chosen={measure}
            onChoose={setMeasure}
          />
        }
        heads={{ label: t('Day'), value: isSpend ? t('Spend') : t('Fuel volume') }}
        bars={bars}
        valueText={(value) => (isSpend ? moneyText(value, language, currency) : volumeText(value, language, unit))}
        tickText={(value) => shortNumber(value, language)}
        head={head}
      />
    </div>
  )
}

function AveragePrice({ spend: { currency, unit, points, before } }: Props) {
  const { t } = useTranslation()
  const priced = (of: (point: CurrencySpend['points'][number]) => number | null | undefined) =>
    points.flatMap((point) => {
      const value = of(point)
      return typeof value === 'number' ? [{ day: point.from, value }] : []
    })
  const earlier = before ? [{ name: t('Previous period'), points: priced((point) => point.before?.price) }] : []
  return (
    <div className="panel dash-panel dash-third">
      <PriceChart
        title={(centsUnit) => t('Average fuel price before sales tax, {unit}', { unit: centsUnit })}
        unit={`${currency}/${unitText[unit]}`}
        series={[{ name: t('Average fuel price'), points: priced(({ price }) => price) }, ...earlier]}
      />
    </div>
  )
}
