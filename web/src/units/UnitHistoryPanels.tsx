import { Skeleton } from '@mantine/core'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { type UnitHistory, type UnitRecord, units } from '@portal/contract/units/units.ts'
import { brokenReasonWords } from '@portal/contract/units/units-words.data.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import {
  dateText,
  localTimeText,
  moneyText,
  monthText,
  nothing,
  numberFormat,
  quantityText,
} from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { UsedOverTime } from './UsedOverTime.tsx'
import { economyByDay, monthsSince } from './unit-history.ts'
import { odometerText } from './unit-words.ts'

/** Twelve months of a unit: fills with their economy, spend by month, drivers and cards (CARE-3). */
export function UnitHistoryPanels({ unit }: { unit: UnitRecord }) {
  const params = { id: unit.id }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(units.history, params),
    queryFn: ({ signal }) => call(units.history, { params }, { signal }),
  })
  if (error) return <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={240} />
  const { history } = data
  if (!history) return null
  return (
    <>
      <EconomyPanel history={history} unit={unit.odometer_unit} />
      <SpendPanel history={history} />
      <UsedOverTime history={history} />
    </>
  )
}

type Economy = { history: UnitHistory; unit: UnitRecord['odometer_unit'] }
function EconomyPanel({ history, unit }: Economy) {
  const { t, language } = useTranslation()
  const one = (value: number) =>
    numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
  const points = economyByDay(history.fills)
  return (
    <section className="panel form-section" aria-labelledby="unit-economy">
      <h2 id="unit-economy">{t('Fuel economy')}</h2>
      <p className="record-note">
        {history.l_per_100km === null
          ? t('Economy needs at least three fills whose odometers follow each other.')
          : t('{economy} L/100 km ({mpg} mpg US) over {km} km since {date}', {
              economy: one(history.l_per_100km),
              mpg: one(history.mpg ?? 0),
              km: quantityText(Math.round(history.km), language),
              date: dateText(history.since),
            })}
      </p>
      {points.length > 0 ? (
        // The axis is from zero to 100 at least (LIT-12), so the title says how far the fills are apart.
        <LineChart
          title={`${t('L/100 km, by fill')} (${lowestToHighest(points, one)})`}
          series={[{ name: t('L/100 km'), points }]}
          isFromZero
          hasDots
          tickText={(value) => quantityText(value, language)}
          valueText={(value) => `${one(value)} L/100 km`}
        />
      ) : null}
      {history.broken.length > 0 ? <Outliers broken={history.broken} unit={unit} /> : null}
    </section>
  )
}

/** `41.2–43.4`, or one figure if they are the same. */
function lowestToHighest(points: readonly { value: number }[], text: (value: number) => string): string {
  const values = points.map(({ value }) => value)
  return [...new Set([Math.min(...values), Math.max(...values)].map(text))].join('–')
}

function Outliers({ broken, unit }: { broken: UnitHistory['broken']; unit: Economy['unit'] }) {
  const { t, language } = useTranslation()
  return (
    <>
      <h3 id="unit-outliers" className="unit-part">
        {t('Fills without economy')}
      </h3>
      <table className="record-table" aria-labelledby="unit-outliers">
        <thead>
          <tr>
            {['Time stamp', 'Odometer', 'Why'].map((header) => (
              <th key={header} scope="col">
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {broken.toReversed().map((fill) => (
            <tr key={fill.transaction_id}>
              <td data-label={t('Time stamp')}>
                <RecordLink kind="transaction" id={fill.transaction_id}>
                  {localTimeText(fill.txn_date)}
                </RecordLink>
              </td>
              <td data-label={t('Odometer')}>
                {fill.odometer?.trim() ? odometerText(fill.odometer.trim(), unit, language) : nothing}
              </td>
              <td data-label={t('Why')}>{t(brokenReasonWords[fill.reason])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function SpendPanel({ history }: { history: UnitHistory }) {
  const { t, language } = useTranslation()
  const currencies = [...new Set(history.months.map(({ currency }) => currency))].sort()
  if (currencies.length === 0) return null
  const amountIn = (month: string, currency: Currency) =>
    history.months.find((one) => one.month === month && one.currency === currency)?.amount ?? 0
  return (
    <section className="panel form-section" aria-labelledby="unit-spend">
      <h2 id="unit-spend">{t('Spend by month')}</h2>
      <div className="unit-charts">
        {currencies.map((currency) => (
          <BarChart
            key={currency}
            title={t('Spend in {currency}', { currency })}
            bars={monthsSince(history.since).map((month) => ({
              key: month,
              label: monthText(month, language),
              tick: monthText(month, language, 'short'),
              value: amountIn(month, currency),
            }))}
            heads={{ label: t('Month'), value: t('Spend') }}
            valueText={(value) => moneyText(value, language, currency)}
            tickText={(value) => quantityText(value, language)}
          />
        ))}
      </div>
    </section>
  )
}
