import './chart.css'
import { useElementSize } from '@mantine/hooks'
import type { PointerEvent, ReactNode } from 'react'

const height = 220
const margin = { top: 10, right: 12, bottom: 24, left: 56 }
/** The coordinates of a picture as wide as its frame. */
export type ChartSpace = {
  width: number
  height: number
  inner: number
  left: number
  top: number
  bottom: number
  y: (value: number) => number
}
type PictureProps = {
  title: string
  ticks: readonly number[]
  tickText: (value: number) => string
  /** The pointer's x position in the picture, or null when it leaves. */
  onNear: (at: number | null, space: ChartSpace) => void
  children: (space: ChartSpace) => ReactNode
}
/** The value axis with its lines, and the content over them. */
export function ChartPicture({ title, ticks, tickText, onNear, children }: PictureProps) {
  const { ref, width } = useElementSize()
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const y = (value: number) =>
    margin.top + (height - margin.top - margin.bottom) * (1 - (value - low) / (high - low || 1))
  const inner = Math.max(0, width - margin.left - margin.right)
  const space = { width, height, inner, left: margin.left, top: margin.top, bottom: height - margin.bottom, y }
  const follow = (event: PointerEvent<SVGSVGElement>) =>
    onNear(event.clientX - event.currentTarget.getBoundingClientRect().left, space)
  return (
    <div ref={ref} className="line-chart-frame">
      <svg
        width={width}
        height={height}
        // Paper is narrower than the screen the picture was measured on: there it is scaled.
        viewBox={width > 0 ? `0 0 ${width} ${height}` : undefined}
        role="img"
        aria-label={title}
        onPointerMove={follow}
        onPointerLeave={() => onNear(null, space)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="line-chart-grid" x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
            <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {children(space)}
      </svg>
    </div>
  )
}
