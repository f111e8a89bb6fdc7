import type { DashboardInterval, DashboardPeriod } from '@portal/contract/dashboard/dashboard.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ChoiceBar } from './ChoiceBar.tsx'
import type { DashboardView } from './dashboard-address.ts'

const periods: readonly { value: DashboardPeriod; label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: 'year', label: 'This year' },
]
const intervals: readonly { value: DashboardInterval; label: string }[] = [
  { value: 'day', label: 'By day' },
  { value: 'week', label: 'By week' },
]

type Props = {
  view: DashboardView
  change: (patch: Partial<DashboardView>) => void
  currency: Currency
  offered: readonly Currency[]
}
/** Chooses the days, the interval and the currency. Two currencies are never added up. */
export function PeriodBar({ view, change, currency, offered }: Props) {
  const { t } = useTranslation()
  return (
    <div className="dash-bar">
      <ChoiceBar name={t('Period')} options={periods} chosen={view.period} onChoose={(period) => change({ period })} />
      <ChoiceBar
        name={t('Interval')}
        options={intervals}
        chosen={view.interval}
        onChoose={(interval) => change({ interval })}
      />
      {offered.length > 1 ? (
        <ChoiceBar
          name={t('Currency')}
          options={offered.map((value) => ({ value, label: value }))}
          chosen={currency}
          onChoose={(chosen) => change({ currency: chosen })}
        />
      ) : null}
    </div>
  )
}
