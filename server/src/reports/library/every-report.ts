import type { Report } from '../../platform/reports/define-report.ts'
import { missedSavingsReport } from '../../smart-buy/missed-savings.queries.ts'
import { cardsReport } from './cards.queries.ts'
import { claimsReport } from './claims.queries.ts'
import { exceptionsReport } from './exceptions.queries.ts'
import { fuelEconomyReport } from './fuel-economy.queries.ts'
import { fuelTaxesReport } from './fuel-taxes.queries.ts'
import { iftaReport } from './ifta-worksheet.actions.ts'
import { inputTaxCreditsReport } from './input-tax-credits.queries.ts'
import { marginReport } from './margin.queries.ts'
import { purchaseLinesReport } from './purchase-lines.queries.ts'
import { receivablesReport } from './receivables.queries.ts'
import { salesTaxReturnReport } from './sales-tax-return.queries.ts'
import { spendReport } from './spend.queries.ts'
import { spendAgainstBudgetReport } from './spend-against-budget.queries.ts'
import { tieOutReport } from './tie-out.queries.ts'
import { whyItMovedReport } from './why-it-moved.queries.ts'

/** Every report, in the order of the library: by topic. */
export const everyReport: readonly Report[] = [
  spendReport,
  purchaseLinesReport,
  whyItMovedReport,
  spendAgainstBudgetReport,
  missedSavingsReport,
  fuelEconomyReport,
  salesTaxReturnReport,
  fuelTaxesReport,
  inputTaxCreditsReport,
  iftaReport,
  marginReport,
  receivablesReport,
  claimsReport,
  exceptionsReport,
  cardsReport,
  tieOutReport,
]
