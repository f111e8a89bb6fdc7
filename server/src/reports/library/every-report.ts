import type { Report } from '../../platform/reports/define-report.ts'
import { iftaReport } from './ifta-worksheet.actions.ts'
import { cardsReport } from './cards.queries.ts'
import { exceptionsReport } from './exceptions.queries.ts'
import { fuelEconomyReport } from './fuel-economy.queries.ts'
import { marginReport } from './margin.queries.ts'
import { purchaseLinesReport } from './purchase-lines.queries.ts'
import { spendReport } from './spend.queries.ts'
import { spendAgainstBudgetReport } from './spend-against-budget.queries.ts'
import { whyItMovedReport } from './why-it-moved.queries.ts'

/** Every report, in the order of the library: by topic. */
export const everyReport: readonly Report[] = [
  spendReport,
  purchaseLinesReport,
  whyItMovedReport,
  spendAgainstBudgetReport,
  fuelEconomyReport,
  iftaReport,
  marginReport,
  exceptionsReport,
  cardsReport,
]
