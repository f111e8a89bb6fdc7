import type { Report } from '../../platform/reports/define-report.ts'
import { marginReport } from './margin.queries.ts'
import { purchaseLinesReport } from './purchase-lines.queries.ts'
import { spendReport } from './spend.queries.ts'
import { whyItMovedReport } from './why-it-moved.queries.ts'

/** Every report, in the order of the library. */
export const everyReport: readonly Report[] = [spendReport, purchaseLinesReport, whyItMovedReport, marginReport]
