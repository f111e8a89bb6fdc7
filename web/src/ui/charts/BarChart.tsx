import './bar-chart.css'
import { type ReactNode, useState } from 'react'
import { ChartFrame } from './ChartFrame.tsx'
import { ChartPicture, type ChartSpace } from './ChartPicture.tsx'
import { barTicks } from './chart-scale.ts'

export type Bar = { key: string; label: string; value: number }
type Props = {
  title: string
  bars: readonly Bar[]
  /** The headings of the table's two columns. */
  heads: { label: string; value: string }
  valueText: (value: number) => string
  tickText: (value: number) => string
  /** The bar's name in the table, possibly a link. */
  head?: (bar: Bar) => ReactNode
}

const labelWidth = 76

/** One value per bar, on an axis up to at least 100. */
export const BarChart = (props: Props) => (
  <ChartFrame title={props.title} picture={() => <BarPicture {...props} />} table={() => <BarTable {...props} />} />
)

function BarTable({ bars, heads, valueText, head = ({ label }) => label }: Props) {
  return (
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
  )
}

function BarPicture({ title, bars, valueText, tickText }: Props) {
  const [near, setNear] = useState<number | null>(null)
  const stepOf = ({ inner }: ChartSpace) => (bars.length > 0 ? inner / bars.length : 0)
  const follow = (at: number | null, space: ChartSpace) => {
    const bar = at === null ? -1 : Math.floor((at - space.left) / (stepOf(space) || 1))
    setNear(bar >= 0 && bar < bars.length ? bar : null)
  }
  const shown = bars[near ?? bars.length - 1]
  return (
    <>
      <ChartPicture title={title} ticks={barTicks(bars.map(({ value }) => value))} tickText={tickText} onNear={follow}>
        {(space) =>
          bars.map((bar, at) => (
            <OneBar
              key={bar.key}
              bar={bar}
              at={at}
              of={bars.length}
              isNear={near === at}
              step={stepOf(space)}
              space={space}
            />
          ))
        }
      </ChartPicture>
      {shown ? (
        <p className="bar-shown">
          {shown.label} <strong>{valueText(shown.value)}</strong>
        </p>
      ) : null}
    </>
  )
}

type OneProps = { bar: Bar; at: number; of: number; isNear: boolean; step: number; space: ChartSpace }
function OneBar({ bar: { label, value }, at, of, isNear, step, space }: OneProps) {
  // As many labels as fit, counted from the last, which matters most.
  const every = Math.max(1, Math.ceil(labelWidth / (step || labelWidth)))
  const left = space.left + at * step
  const [top, bottom] = [space.y(Math.max(0, value)), space.y(Math.min(0, value))]
  return (
    <g>
      <rect
        className="bar"
        data-near={isNear || undefined}
        x={left + step * 0.15}
        width={step * 0.7}
        y={top}
        height={Math.max(bottom - top, value === 0 ? 0 : 1)}
        rx={Math.min(3, step * 0.15)}
      />
      {(of - 1 - at) % every === 0 && left + step / 2 >= space.left + labelWidth / 2 - 20 ? (
        <text x={Math.min(left + step / 2, space.width - labelWidth / 2 + 8)} y={space.height - 6} textAnchor="middle">
          {label}
        </text>
      ) : null}
    </g>
  )
}
