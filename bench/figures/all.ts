import type { Figure } from '../runner/bench.ts'
import { anyListFigure } from './any-list.ts'
import { besideFigure } from './beside.ts'
import { billingFigure } from './billing.ts'
import { cardsFigure } from './cards.ts'
import { companyListsFigure } from './company-lists.ts'
import { documentsFigure } from './documents.ts'
import { importFigure } from './import.ts'
import { oneThenManyFigure } from './one-then-many.ts'
import { pagesFigure } from './pages.ts'
import { rateSheetFigure } from './rate-sheet.ts'
import { receivablesFigure } from './receivables.ts'
import { reportsFigure } from './reports.ts'
import { startFigure } from './start.ts'
import { tenTimesFigure } from './ten-times.ts'
import { wireFigure } from './wire.ts'

/** What only reads comes first: imports and billing change what is listed. */
export const allFigures: readonly Figure[] = [
  cardsFigure,
  companyListsFigure,
  anyListFigure,
  receivablesFigure,
  reportsFigure,
  wireFigure,
  documentsFigure,
  importFigure,
  oneThenManyFigure,
  rateSheetFigure,
  besideFigure,
  billingFigure,
  startFigure,
  pagesFigure,
  tenTimesFigure,
]
