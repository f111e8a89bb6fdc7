import type { ExposureRow } from '@portal/contract/receivables/exposure.ts'
import { useTranslation } from 'react-i18next'
import { nothing } from '../ui/words/texts.ts'

/** The share of the limit as a number, with a bar that repeats it. */
export function LimitShare({ row: { percent, state } }: { row: Pick<ExposureRow, 'percent' | 'state'> }) {
  const { i18n } = useTranslation()
  if (percent === null) return nothing
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <span className="limit-share" data-state={state}>
      <span>{share.format(percent / 100)}</span>
      <span aria-hidden>
        <span style={{ inlineSize: `${Math.min(100, Math.max(0, percent))}%` }} />
      </span>
    </span>
  )
}
