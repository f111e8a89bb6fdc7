import { useState } from 'react'
import { dateText } from '../words/texts.ts'
import { useTranslation } from '../words/translation.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { ChartPicture, type ChartSpace } from './ChartPicture.tsx'
import {
  barTicks,
  dayNumber,
  dayOfNumber,
  dayTicks,
  dayTickText,
  leastTop,
  valueTicks,
  withinPicture,
} from './chart-scale.ts'

type ChartPoint = { day: string; value: number }
export type ChartSeries = { name: string; points: readonly ChartPoint[] }
/** Values by day, a line per series, with dashes as well as colours to distinguish them. The axis goes to at least 100. */
export function LineChart(props: Drawn) {
  const days = [...new Set(props.series.flatMap(({ points }) => points.map(({ day }) => day)))].sort()
  return (
    <ChartFrame
      title={props.title}
      isEmpty={days.length === 0}
      picture={() => <LinePicture {...props} days={days} />}
      table={() => <DayTable {...props} days={days} />}
    />
  )
}

type Drawn = {
  title: string
  series: readonly ChartSeries[]
  tickText: (value: number) => string
  valueText: (value: number) => string
  /** Where a difference is meant to look as small as it is. */
  isFromZero?: boolean
  /** A dot on every value, where they are few and far between. */
  hasDots?: boolean
}
type PartProps = Drawn & { days: readonly string[] }

function DayTable({ series, days, valueText }: PartProps) {
  const { t } = useTranslation()
  const byDay = series.map(({ points }) => new Map(points.map(({ day, value }) => [day, value])))
  return (
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
            <th scope="row">{dateText(day)}</th>
            {series.map(({ name }, at) => (
              <td key={name}>{byDay[at]?.has(day) ? valueText(byDay[at].get(day) as number) : '—'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LinePicture({ title, series, days, valueText, tickText, isFromZero, hasDots = false }: PartProps) {
  const [near, setNear] = useState<string | null>(null)
  const values = series.flatMap(({ points }) => points.map(({ value }) => value))
  const [first, last] = [dayNumber(days[0] as string), dayNumber(days.at(-1) as string)]
  const placeOn =
    ({ left, inner }: ChartSpace) =>
    (day: string) =>
      left + (last === first ? inner / 2 : (inner * (dayNumber(day) - first)) / (last - first))
  const follow = (at: number | null, space: ChartSpace) => {
    const x = placeOn(space)
    setNear(
      at === null ? null : days.reduce((best, day) => (Math.abs(x(day) - at) < Math.abs(x(best) - at) ? day : best)),
    )
  }
  // The first series matters most: others can go on without it.
  const shown = near ?? series[0]?.points.at(-1)?.day ?? (days.at(-1) as string)
  const valueOn = (points: readonly ChartPoint[]) => points.find(({ day }) => day === shown)?.value
  return (
    <>
      <ChartPicture
        title={title}
        ticks={isFromZero ? barTicks(values) : valueTicks(Math.min(...values), Math.max(leastTop, ...values))}
        tickText={tickText}
        onNear={follow}
      >
        {(space) => {
          const x = placeOn(space)
          return (
            <>
              {dayTicks(first, last, Math.floor(space.inner / 90)).map((tick) => (
                <DayTick key={tick} day={dayOfNumber(tick)} x={x} space={space} />
              ))}
              {near ? (
                <line className="line-chart-near" x1={x(near)} x2={x(near)} y1={space.top} y2={space.bottom} />
              ) : null}
              {series.map(({ name, points }, at) => (
                <g key={name} data-series={at % 4}>
                  <polyline points={points.map(({ day, value }) => `${x(day)},${space.y(value)}`).join(' ')} />
                  {points
                    .filter(({ day }) => hasDots || points.length === 1 || day === near)
                    .map((one) => (
                      <circle key={one.day} cx={x(one.day)} cy={space.y(one.value)} r={4} />
                    ))}
                </g>
              ))}
            </>
          )
        }}
      </ChartPicture>
      <ul className="line-chart-legend">
        <li>{dateText(shown)}</li>
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

function DayTick({ day, x, space }: { day: string; x: (day: string) => number; space: ChartSpace }) {
  const { language } = useTranslation()
  const text = dayTickText(day, language)
  return (
    <text x={withinPicture(x(day), text, space.width)} y={space.height - 6} textAnchor="middle">
      {text}
    </text>
  )
}
