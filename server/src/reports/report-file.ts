import type { FileReply } from '@portal/contract/endpoint.ts'
import type { CellKind, DownloadColumn } from '@portal/contract/list.ts'
import { messageOf } from '@portal/contract/message.ts'
import {
  type ReportFormat,
  type ReportResultColumn,
  type ReportRow,
  reportRuns,
} from '@portal/contract/reports/reports.ts'
import { countedExport } from '../platform/jobs/usage-metrics.ts'
import { fileOf } from '../platform/lists/stream-list.ts'
import { askedText, periodText } from './report-asked.ts'
import type { ReportHead } from './report-heads.queries.ts'
import { printReport } from './report-pdf.ts'
import type { PrintedRun } from './report-runs.columns.ts'
import { type Speaker, speakerOf } from './report-words.ts'

const kinds: Partial<Record<ReportResultColumn['kind'], CellKind>> = {
  word: 'text',
  month: 'text',
  decimal: 'number',
  quantity: 'number',
  percent: 'number',
  cad: 'money',
}
const downloadColumn = ({ field, heading, kind }: ReportResultColumn, { word }: Speaker): DownloadColumn => ({
  field,
  heading: word(heading),
  kind: kinds[kind] ?? (kind as CellKind),
})
const inWords = (columns: readonly ReportResultColumn[], { word }: Speaker) => {
  const spoken = columns.filter(({ kind }) => kind === 'word').map(({ field }) => field)
  return (row: ReportRow): ReportRow => ({
    ...row,
    ...Object.fromEntries(spoken.map((field) => [field, row[field] == null ? null : word(String(row[field]))])),
  })
}

const piece = 500
/** What a sheet is, also once it is printed or has another name. */
const aboutText = (run: PrintedRun, { company, customer }: ReportHead, speaker: Speaker): string =>
  [speaker.word(run.name), customer ?? company, periodText(run), askedText(run.key, run.parameters, speaker)]
    .filter(Boolean)
    .join(' · ')
/** The rows in pieces, a row of totals for each currency, what the reader must know, and what the sheet is. */
async function* piecesOfRun(run: PrintedRun, head: ReportHead, speaker: Speaker): AsyncGenerator<ReportRow[]> {
  const { columns, rows, totals, total_name, notes } = run
  const write = inWords(columns, speaker)
  for (let at = 0; at < rows.length; at += piece) yield rows.slice(at, at + piece).map(write)
  const first = columns[0]?.field ?? 'label'
  yield totals.map((total) => ({
    ...total,
    [first]: [speaker.word(total_name), total.currency].filter(Boolean).join(' '),
  }))
  yield notes.map(({ message }) => ({ [first]: speaker.note(messageOf(message)) }))
  yield [{ [first]: aboutText(run, head, speaker) }]
}

/** A customer's name in a file's name, so that two customers have two files. */
const fileName = (customer: string | null): string | undefined => customer?.normalize('NFKD').replaceAll(/[^\w]+/g, '-')

/** A finished run as CSV, XLSX or PDF, in the reader's language (REPT-1). */
export function reportFile(format: ReportFormat, run: PrintedRun, head: ReportHead): FileReply {
  const speaker = speakerOf(head.language)
  const name = [run.key, fileName(head.customer), run.from, run.to].filter(Boolean).join('-')
  if (format === 'pdf') return { type: 'application/pdf', name: `${name}.pdf`, body: printReport(run, head, speaker) }
  const columns = run.columns.map((column) => downloadColumn(column, speaker))
  return fileOf(format, name, columns, countedExport(reportRuns.get.id, format, piecesOfRun(run, head, speaker)))
}
