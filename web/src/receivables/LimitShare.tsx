import type { ExposureRow } from '@portal/contract/receivables/exposure.ts'
import { nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** The share of the limit as a number, with a bar that repeats it. */
export function LimitShare({ row: { percent, state } }: { row: Pick<ExposureRow, 'percent' | 'state'> }) {
  const { language } = useTranslation()
  if (percent === null) return nothing
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <span className="limit-share" data-state={state}>
      <span>{share.format(percent / 100)}</span>
      <span aria-hidden>
        <span style={{ inlineSize: `${Math.min(100, Math.max(0, percent))}%` }} />
      </span>
    </span>
  )
}
