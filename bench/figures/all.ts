import type { Figure } from '../runner/bench.ts'
import { anyList } from './any-list.ts'
import { beside } from './beside.ts'
import { billing } from './billing.ts'
import { cards } from './cards.ts'
import { companyLists } from './company-lists.ts'
import { documents } from './documents.ts'
import { importFigure } from './import.ts'
import { oneThenMany } from './one-then-many.ts'
import { pages } from './pages.ts'
import { rateSheet } from './rate-sheet.ts'
import { receivables } from './receivables.ts'
import { reports } from './reports.ts'
import { start } from './start.ts'
import { tenTimes } from './ten-times.ts'
import { wire } from './wire.ts'

/** What only reads comes first: imports and billing change what is listed. */
export const allFigures: readonly Figure[] = [
  cards,
  companyLists,
  anyList,
  receivables,
  reports,
  wire,
  documents,
  importFigure,
  oneThenMany,
  rateSheet,
  beside,
  billing,
  start,
  pages,
  tenTimes,
]
