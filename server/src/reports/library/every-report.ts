import type { Report } from '../../platform/reports/define-report.ts'
import { claimsReport } from './claims.queries.ts'
import { fuelTaxesReport } from './fuel-taxes.queries.ts'
import { inputTaxCreditsReport } from './input-tax-credits.queries.ts'
import { marginReport } from './margin.queries.ts'
import { purchaseLinesReport } from './purchase-lines.queries.ts'
import { receivablesReport } from './receivables.queries.ts'
import { salesTaxReturnReport } from './sales-tax-return.queries.ts'
import { spendReport } from './spend.queries.ts'
import { tieOutReport } from './tie-out.queries.ts'

/** Every report, in the order of the library. */
export const everyReport: readonly Report[] = [
  spendReport,
  purchaseLinesReport,
  salesTaxReturnReport,
  fuelTaxesReport,
  inputTaxCreditsReport,
  marginReport,
  receivablesReport,
  claimsReport,
  tieOutReport,
]
