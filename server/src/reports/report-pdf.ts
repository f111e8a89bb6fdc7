import type { Readable } from 'node:stream'
import { messageOf } from '@portal/contract/message.ts'
import type { ReportResultColumn, ReportRow } from '@portal/contract/reports/reports.ts'
import { reportDigits } from '@portal/contract/reports/reports-words.data.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type DocumentLanguage, formatCents, formatMonth, formatPrice } from '../platform/documents/document-format.ts'
import { ink, Pdf } from '../platform/documents/pdf.ts'
import { drawLetterhead, drawRunningHead } from '../platform/documents/pdf-letterhead.ts'
import { PdfTable, type TableColumn } from '../platform/documents/pdf-table.ts'
import { askedText, periodText } from './report-asked.ts'
import type { ReportHead } from './report-heads.queries.ts'
import type { PrintedRun } from './report-runs.columns.ts'
import type { Speaker } from './report-words.ts'

const isFigure = ({ kind }: ReportResultColumn): boolean =>
  ['number', 'decimal', 'quantity', 'percent', 'money', 'cad', 'price'].includes(kind)

/** A cell as the document's language writes it. */
function cellText(
  { kind }: ReportResultColumn,
  value: ReportRow[string] | undefined,
  language: DocumentLanguage,
  { word }: Speaker,
) {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'word') return word(String(value))
  if (kind === 'month') return formatMonth(String(value), language)
  if (typeof value !== 'number') return kind === 'time' ? String(value).replace('T', ' ').slice(0, 16) : String(value)
  if (kind === 'money' || kind === 'cad') return formatCents(toUnits(value, 'money'), language)
  if (kind === 'price') return formatPrice(toUnits(value, 'linePrice'), language)
  const digits = reportDigits[kind === 'decimal' || kind === 'quantity' || kind === 'percent' ? kind : 'number']
  const text = value.toLocaleString(language === 'fr' ? 'fr-CA' : 'en-CA', digits)
  return kind === 'percent' ? `${text}${language === 'fr' ? '\u00a0%' : '%'}` : text
}

const sampled = 300
const [least, most] = [5, 34]
/** Widths by what the columns hold, so that as little as possible is cut off. */
function tableColumns(
  columns: readonly ReportResultColumn[],
  cells: readonly (readonly string[])[],
  width: number,
  { word }: Speaker,
): TableColumn[] {
  const lengths = columns.map(({ heading }, at) => {
    const longest = Math.max(...cells.slice(0, sampled).map((row) => row[at]?.length ?? 0), 0)
    return Math.min(Math.max(longest, Math.min(word(heading).length, 14), least), most)
  })
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  return columns.map((column, at) => ({
    label: word(column.heading),
    width: ((lengths[at] ?? least) / whole) * width,
    align: isFigure(column) ? ('right' as const) : ('left' as const),
  }))
}

const rowsPerTurn = 40
async function drawRows(pdf: Pdf, run: PrintedRun, language: DocumentLanguage, speaker: Speaker): Promise<void> {
  const cellsOf = (row: ReportRow) =>
    run.columns.map((column) => cellText(column, row[column.field], language, speaker))
  const cells = run.rows.map(cellsOf)
  const totals = run.totals.map((total) => {
    const [, ...others] = cellsOf(total)
    return [[speaker.word(run.total_name), total.currency].filter(Boolean).join(' '), ...others]
  })
  const columns = tableColumns(run.columns, [...cells, ...totals], pdf.width, speaker)
  const size = run.columns.length > 11 ? 6.5 : 7.5
  const table = new PdfTable(pdf, { columns, size, rowHeight: 13 })
  table.heads()
  for (const [index, row] of cells.entries()) {
    const isSubtotal = run.rows[index]?.row_kind === 'subtotal'
    table.row(row, { hasRule: true, ...(isSubtotal ? { face: 'bold' as const } : {}) })
    if (index % rowsPerTurn === rowsPerTurn - 1) await pdf.settle()
  }
  for (const total of totals) table.row(total, { face: 'bold', fill: ink.shade })
}

/** A run as a letter-size document, with what it was asked and what the reader must know on top (REPT-1). */
export function printReport(
  run: PrintedRun,
  { brand, company, customer, language }: ReportHead,
  speaker: Speaker,
): Readable {
  const period = periodText(run)
  const letterhead = { brand, title: speaker.word(run.name), number: period }
  const pdf = new Pdf({
    title: `${speaker.word(run.name)} ${period}`,
    author: company,
    language,
    createdAt: new Date(run.created_at),
    foot: company,
    head: (page) => drawRunningHead(page, letterhead),
  })
  let at = drawLetterhead(pdf, letterhead) + 6
  at = pdf.paragraph(pdf.left, at, pdf.width, customer ?? company, { size: 10, face: 'bold' })
  const asked = askedText(run.key, run.parameters, speaker)
  if (asked) at = pdf.paragraph(pdf.left, at, pdf.width, asked, { size: 8.5, color: ink.muted })
  for (const { message } of run.notes)
    at = pdf.paragraph(pdf.left, at + 2, pdf.width, speaker.note(messageOf(message)), { size: 8.5 })
  pdf.y = at + 8
  return pdf.streamWhile(drawRows(pdf, run, language, speaker))
}
