import './line-chart.css'
import './bar-chart.css'
import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { barTicks } from './chart-scale.ts'

export type Bar = { key: string; label: string; value: number }
type Props = {
  title: string
  bars: readonly Bar[]
  /** What the bars stand for, as the heads of the table's two columns. */
  heads: { label: string; value: string }
  valueText: (value: number) => string
  tickText: (value: number) => string
  /** The bar's name in the table, where it may lead somewhere. */
  head?: (bar: Bar) => ReactNode
}

const height = 220
const margin = { top: 10, right: 12, bottom: 24, left: 56 }
const labelWidth = 76

/** One value a bar, on an axis that goes to 100 at least. The same numbers can be had as a table. */
export function BarChart(props: Props) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className="line-chart" aria-labelledby={id}>
      <figcaption id={id}>
        <span>{props.title}</span>
        <Button size="compact-xs" variant="subtle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('View as table')}
        </Button>
      </figcaption>
      {isTable ? <BarTable {...props} /> : <BarPicture {...props} />}
    </figure>
  )
}

function BarTable({ title, bars, heads, valueText, head = ({ label }) => label }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="line-chart-scroll" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{heads.label}</th>
            <th scope="col">{heads.value}</th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.key}>
              <th scope="row">{head(bar)}</th>
              <td>{valueText(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function BarPicture({ title, bars, valueText, tickText }: Props) {
  const { ref, width } = useElementSize()
  const [near, setNear] = useState<number | null>(null)
  const ticks = barTicks(bars.map(({ value }) => value))
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const inner = Math.max(0, width - margin.left - margin.right)
  const step = bars.length > 0 ? inner / bars.length : 0
  const y = (value: number) => margin.top + (height - margin.top - margin.bottom) * (1 - (value - low) / (high - low || 1))
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const at = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left) / (step || 1))
    setNear(at >= 0 && at < bars.length ? at : null)
  }
  // As many names as have room, counted from the last, which is the one that is looked for.
  const every = Math.max(1, Math.ceil(labelWidth / (step || labelWidth)))
  const shown = bars[near ?? bars.length - 1]
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
          {bars.map(({ key, label, value }, at) => {
            const left = margin.left + at * step
            const [top, bottom] = [y(Math.max(0, value)), y(Math.min(0, value))]
            return (
              <g key={key}>
                <rect
                  className="bar"
                  data-near={near === at || undefined}
                  x={left + step * 0.15}
                  width={step * 0.7}
                  y={top}
                  height={Math.max(bottom - top, value === 0 ? 0 : 1)}
                  rx={Math.min(3, step * 0.15)}
                />
                {(bars.length - 1 - at) % every === 0 && left + step / 2 >= margin.left + labelWidth / 2 - 20 ? (
                  <text x={Math.min(left + step / 2, width - labelWidth / 2 + 8)} y={height - 6} textAnchor="middle">
                    {label}
                  </text>
                ) : null}
              </g>
            )
          })}
        </svg>
      </div>
      {shown ? (
        <p className="bar-shown">
          {shown.label} <strong>{valueText(shown.value)}</strong>
        </p>
      ) : null}
    </>
  )
}
