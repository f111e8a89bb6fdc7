import './bar-chart.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../words/translation.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { ChartPicture, type ChartSpace } from './ChartPicture.tsx'
import { barTicks, labelEvery, labelWidth, withinPicture } from './chart-scale.ts'

export type Bar = {
  key: string
  label: string
  /** The label on the axis, without what all of them share. */
  tick: string
  /** Null for days without data yet: a gap, not a zero. */
  value: number | null
  /** The same days one period earlier. */
  before?: number | null
}
type Props = {
  title: string
  bars: readonly Bar[]
  /** The headings of the table's columns. */
  heads: { label: string; value: string }
  valueText: (value: number) => string
  tickText: (value: number) => string
  /** The bar's name in the table, possibly a link. */
  head?: (bar: Bar) => ReactNode
  /** Beside the title, such as a choice of what is drawn. */
  tools?: ReactNode
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

/** One value per bar, on an axis up to at least 100, each with its value one period earlier if there is one (UX-11). */
export const BarChart = (props: Props) => (
  <ChartFrame
    title={props.title}
    tools={props.tools}
    picture={() => <BarPicture {...props} />}
    table={() => <BarTable {...props} />}
  />
)

function BarTable({ bars, heads, valueText, head = ({ label }) => label }: Props) {
  const { t } = useTranslation()
  const hasBefore = bars.some(({ before }) => isNumber(before))
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{heads.label}</th>
          <th scope="col">{heads.value}</th>
          {hasBefore ? <th scope="col">{t('Previous period')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map((bar) => (
          <tr key={bar.key}>
            <th scope="row">{head(bar)}</th>
            <td>{isNumber(bar.value) ? valueText(bar.value) : t('no data yet')}</td>
            {hasBefore ? <td>{isNumber(bar.before) ? valueText(bar.before) : '—'}</td> : null}
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
  const values = bars.flatMap(({ value, before }) => [value, before]).filter(isNumber)
  const widest = Math.max(...bars.map(({ tick }) => labelWidth(tick)), 1)
  return (
    <>
      <ChartPicture title={title} ticks={barTicks(values)} tickText={tickText} onNear={follow}>
        {(space) => {
          const step = stepOf(space)
          const every = labelEvery(widest, step)
          return (
            <>
              <NoDataYet bars={bars} step={step} space={space} />
              {bars.map((bar, at) => (
                <OneBar
                  key={bar.key}
                  bar={bar}
                  left={space.left + at * step}
                  isNear={near === at}
                  step={step}
                  space={space}
                >
                  {/* Counted from the last, which matters most. */}
                  {(bars.length - 1 - at) % every === 0 ? bar.tick : null}
                </OneBar>
              ))}
            </>
          )
        }}
      </ChartPicture>
      <Reading bar={bars[near ?? bars.findLastIndex(({ value }) => value !== null)]} valueText={valueText} />
    </>
  )
}

/** The value under the pointer; without one, of the last day with data. */
function Reading({ bar, valueText }: { bar: Bar | undefined; valueText: Props['valueText'] }) {
  const { t } = useTranslation()
  if (!bar) return null
  return (
    <p className="bar-shown">
      <span>
        {bar.label} <strong>{isNumber(bar.value) ? valueText(bar.value) : t('no data yet')}</strong>
      </span>
      {isNumber(bar.before) ? (
        <span className="bar-shown-before">
          {t('previous period')} {valueText(bar.before)}
        </span>
      ) : null}
    </p>
  )
}

/** The last bars without data, as a named gap. */
function NoDataYet({ bars, step, space }: { bars: readonly Bar[]; step: number; space: ChartSpace }) {
  const { t } = useTranslation()
  const count = bars.length - 1 - bars.findLastIndex(({ value }) => value !== null)
  const width = count * step
  const left = space.left + space.inner - width
  if (count === 0) return null
  return (
    <g>
      <rect className="bar-none" x={left} width={width} y={space.top} height={space.bottom - space.top} />
      {width > labelWidth(t('no data yet')) ? (
        <text x={left + width / 2} y={(space.top + space.bottom) / 2} textAnchor="middle">
          {t('no data yet')}
        </text>
      ) : null}
    </g>
  )
}

type OneProps = { bar: Bar; left: number; isNear: boolean; step: number; space: ChartSpace; children: string | null }
function OneBar({ bar: { value, before }, left, isNear, step, space, children }: OneProps) {
  const heightOf = (of: number) => {
    const [top, bottom] = [space.y(Math.max(0, of)), space.y(Math.min(0, of))]
    return { y: top, height: Math.max(bottom - top, of === 0 ? 0 : 1) }
  }
  return (
    <g>
      {isNumber(value) ? (
        <rect
          className="bar"
          data-near={isNear || undefined}
          x={left + step * 0.15}
          width={step * 0.7}
          rx={Math.min(3, step * 0.15)}
          {...heightOf(value)}
        />
      ) : null}
      {isNumber(before) && before !== 0 ? (
        <line
          className="bar-before"
          x1={left + step * 0.04}
          x2={left + step * 0.96}
          y1={space.y(before)}
          y2={space.y(before)}
        />
      ) : null}
      {children === null ? null : (
        <text x={withinPicture(left + step / 2, children, space.width)} y={space.height - 6} textAnchor="middle">
          {children}
        </text>
      )}
    </g>
  )
}
