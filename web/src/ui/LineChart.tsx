import './line-chart.css'
import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayNumber, dayOfNumber, dayTicks, valueTicks } from './chart-scale.ts'

type ChartPoint = { day: string; value: number }
type ChartSeries = { name: string; points: readonly ChartPoint[] }
type Props = {
  title: string
  series: readonly ChartSeries[]
  /** A value as it is read out, with its unit. */
  valueText: (value: number) => string
  /** The same beside the axis, where the title has said the unit. */
  tickText: (value: number) => string
  dayText: (day: string) => string
  /** What the axis goes to at least. */
  atLeast?: number
}

const height = 220
const margin = { top: 10, right: 12, bottom: 24, left: 56 }

/** Values by day, a line a series, told apart by their dashes as well as by colour. The same numbers can be had as a table. */
export function LineChart(props: Props) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const days = [...new Set(props.series.flatMap(({ points }) => points.map(({ day }) => day)))].sort()
  return (
    <figure className="line-chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span>{props.title}</span>
        {days.length > 0 ? (
          <Button size="compact-xs" variant="subtle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t('View as table')}
          </Button>
        ) : null}
      </figcaption>
      {days.length === 0 ? <p className="line-chart-none">{t('No Record found')}</p> : null}
      {days.length > 0 && isTable ? <ChartTable {...props} days={days} /> : null}
      {days.length > 0 && !isTable ? <ChartPicture {...props} days={days} /> : null}
    </figure>
  )
}

type PartProps = Props & { days: readonly string[] }

function ChartTable({ title, series, days, valueText, dayText }: PartProps) {
  const { t } = useTranslation()
  const byDay = series.map(({ points }) => new Map(points.map(({ day, value }) => [day, value])))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="line-chart-scroll" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              {series.map(({ name }, at) => (
                <td key={name}>{byDay[at]?.has(day) ? valueText(byDay[at].get(day) as number) : '—'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ChartPicture({ title, series, days, valueText, tickText, dayText, atLeast = Number.NEGATIVE_INFINITY }: PartProps) {
  const { ref, width } = useElementSize()
  const [near, setNear] = useState<string | null>(null)
  const values = series.flatMap(({ points }) => points.map(({ value }) => value))
  const ticks = valueTicks(Math.min(...values), Math.max(atLeast, ...values))
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const [first, last] = [dayNumber(days[0] as string), dayNumber(days.at(-1) as string)]
  const inner = Math.max(0, width - margin.left - margin.right)
  const x = (day: string) => margin.left + (last === first ? inner / 2 : (inner * (dayNumber(day) - first)) / (last - first))
  const y = (value: number) => margin.top + (height - margin.top - margin.bottom) * (1 - (value - low) / (high - low || 1))
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    setNear(days.reduce((best, day) => (Math.abs(x(day) - at) < Math.abs(x(best) - at) ? day : best)))
  }
  const shown = near ?? (days.at(-1) as string)
  const valueOn = (points: readonly ChartPoint[]) => points.find(({ day }) => day === shown)?.value
  return (
    <>
      <div ref={ref} className="line-chart-frame">
        <svg width={width} height={height} role="img" aria-label={title} onPointerMove={follow} onPointerLeave={() => setNear(null)}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="line-chart-grid" x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
              <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end">
                {tickText(tick)}
              </text>
            </g>
          ))}
          {dayTicks(first, last, Math.floor(inner / 120)).map((tick) => (
            <text key={tick} x={x(dayOfNumber(tick))} y={height - 6} textAnchor="middle">
              {dayText(dayOfNumber(tick))}
            </text>
          ))}
          {near ? <line className="line-chart-near" x1={x(near)} x2={x(near)} y1={margin.top} y2={height - margin.bottom} /> : null}
          {series.map(({ name, points }, at) => (
            <g key={name} data-series={at % 4}>
              <polyline points={points.map(({ day, value }) => `${x(day)},${y(value)}`).join(' ')} />
              {points.length === 1 || near
                ? points
                    .filter(({ day }) => points.length === 1 || day === near)
                    .map((one) => <circle key={one.day} cx={x(one.day)} cy={y(one.value)} r={4} />)
                : null}
            </g>
          ))}
        </svg>
      </div>
      <ul className="line-chart-legend">
        <li>{dayText(shown)}</li>
        {series.map(({ name, points }, at) => (
          <li key={name} data-series={at % 4}>
            <svg width={28} height={10} aria-hidden>
              <line x1={0} x2={28} y1={5} y2={5} />
            </svg>
            {name} <strong>{valueOn(points) === undefined ? '—' : valueText(valueOn(points) as number)}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}
