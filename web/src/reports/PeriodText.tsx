import type { ReportRun } from '@portal/contract/reports/reports.ts'
import { dateText, nothing } from '../ui/words/texts.ts'

/** The days of a run. */
export function PeriodText({ run: { from, to } }: { run: Pick<ReportRun, 'from' | 'to'> }) {
  if (!from) return nothing
  return from === to || !to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`
}
