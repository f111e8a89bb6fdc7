import type { Days } from '@portal/contract/reports/report-period.rules.ts'
import type { ReportContext } from './define-report.ts'
import { monthsWithin } from './report-parts.rules.ts'

/**
 * Reads the rows of a period. A job reads month by month and tells how far it is; a request reads all at once, because
 * what does not end in time becomes a job.
 */
export async function readInParts<Row>(
  { progress }: Pick<ReportContext, 'progress'>,
  days: Days,
  read: (part: Days) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const parts = progress ? monthsWithin(days) : [days]
  const rows: Row[] = []
  for (const [done, part] of parts.entries()) {
    progress?.(done, parts.length)
    rows.push(...(await read(part)))
  }
  return rows
}
