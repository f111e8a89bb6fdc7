import { useTranslation } from '../words/translation.ts'
import { type ChartSeries, LineChart } from './LineChart.tsx'

type Props = {
  /** Gets the unit that prices are drawn in, such as `CAD ¢/L`. */
  title: (unit: string) => string
  /** Prices per unit, in dollars. */
  series: readonly ChartSeries[]
  /** The unit of the prices, such as `CAD/L`. */
  unit: string
}

/** Prices by day in cents per unit (LIT-12), a line per series. */
export function PriceChart({ title, series, unit }: Props) {
  const { language } = useTranslation()
  const cents = series.map(({ name, points }) => ({
    name,
    points: points.map(({ day, value }) => ({ day, value: value * 100 })),
  }))
  const [currency, volume] = unit.split('/')
  const centsText = (value: number, digits: number) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: 2 })
  return (
    <LineChart
      title={title(`${currency} ¢/${volume}`)}
      series={cents}
      tickText={(value) => centsText(value, 0)}
      valueText={(value) => `${centsText(value, 2)} ¢/${volume}`}
    />
  )
}
