import { english, partsOf } from '@portal/contract/english.ts'
import type { Message } from '@portal/contract/message.ts'
import {
  type ReportRow,
  type ReportRun,
  type ReportRunRecord,
  type ReportStatus,
  reportFormats,
} from '@portal/contract/reports/reports.ts'
import { reportStatusWords } from '@portal/contract/reports/reports-words.data.ts'
import type { Selectable } from 'kysely'
import type { ReportRuns } from '../db/schema.ts'
import type { StoredResult } from '../platform/reports/report-result.rules.ts'

/** Without its result, which only the run's own page reads. */
export type StoredReportRun = Omit<Selectable<ReportRuns>, 'result' | 'mailed_at'> & { user_name: string }
export type StoredWholeRun = StoredReportRun & { result: unknown }

const toRow = (run: StoredReportRun, name: string): ReportRun => ({
  id: run.id,
  key: run.report,
  name,
  status: run.status as ReportStatus,
  parameters: run.parameters as ReportRow,
  from: run.from_date,
  to: run.to_date,
  user_name: run.user_name,
  schedule_id: run.schedule_id,
  rows_count: run.rows_count,
  progress_done: run.progress_done,
  progress_total: run.progress_total,
  formats: [...reportFormats],
  created_at: run.created_at,
  finished_at: run.finished_at,
})
/** The name of a report, and what a run of it was asked, in words. */
export type RunWords = { nameOf: (key: string) => string; askedOf: (key: string, parameters: ReportRow) => string }
/** For a list, with the words of its downloads. */
export const toReportRun =
  ({ nameOf, askedOf }: RunWords) =>
  (run: StoredReportRun): ReportRun & { parameters_words: string; status_words: string } => ({
    ...toRow(run, nameOf(run.report)),
    parameters_words: askedOf(run.report, run.parameters as ReportRow),
    status_words: reportStatusWords[run.status as ReportStatus],
  })
export const said = (text: Message) => ({
  sentence: english(text),
  message: partsOf(text) ?? { key: text, params: {} },
})
const nothing: StoredResult = { columns: [], rows: [], totals: [], notes: [], chart: null, total_name: 'Total' }
export function toReportRunRecord(run: StoredWholeRun, name: string): ReportRunRecord {
  const { notes, ...result } = (run.result as StoredResult | null) ?? nothing
  return {
    ...toRow(run, name),
    ...result,
    notes: notes.map(said),
    reason: run.fault === null ? null : said(run.fault as Message),
  }
}

/** What a file of a run is written from. */
export type PrintedRun = Pick<
  ReportRunRecord,
  | 'id'
  | 'key'
  | 'name'
  | 'parameters'
  | 'from'
  | 'to'
  | 'columns'
  | 'rows'
  | 'totals'
  | 'total_name'
  | 'notes'
  | 'created_at'
>
