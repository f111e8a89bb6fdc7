import { shownCell } from './cells.ts'
import { type Header, headerFinder, headerRows, refuseWithoutHeader } from './header.ts'
import { type ChildMessage, copyLine, type ReadSummary, type ReadTask, type SheetLayout } from './layout.ts'
import { openSheet } from './open-sheet.ts'
import { refuseRow, type Sheet, type SheetFault, SheetRefusal, type SheetRow, sheetLimits } from './sheet.ts'
import { StatedTotals } from './stated-totals.ts'

/** Stored and shown; errors beyond this are only counted (I1). */
export const keptFaults = 10_000
const sampleRows = 10
/** Lines leave in pieces of about this size: each piece wakes reader, portal and database once. */
const pieceLength = 250_000

export type ReaderOutput = { tell(message: ChildMessage): void; write(lines: string): Promise<void> }

/** Reads a sheet row by row. Good rows leave as lines for COPY, errors as messages; only counts stay in memory. */
export async function readSheet(task: ReadTask, layout: SheetLayout, out: ReaderOutput): Promise<ReadSummary> {
  const sheet = await openSheet(task.path, task.type)
  try {
    return await readRows(sheet, layout, out)
  } finally {
    await sheet.finish?.()
  }
}

async function readRows(sheet: Sheet, layout: SheetLayout, out: ReaderOutput): Promise<ReadSummary> {
  const finder = headerFinder(layout.columns, layout.ignored)
  const summary: Omit<ReadSummary, 'stated'> = { read: 0, failed: 0, faultsTotal: 0, columns: [], sample: [] }
  const totals = new StatedTotals()
  let header: Header | null = null
  let faults: SheetFault[] = []
  const readRow = (line: SheetRow, { at, names }: Header): string => {
    const {
      lines,
      faults: found,
      stated,
      control,
    } = layout.read(line, (field) => cellAt(line, at.get(field)), { is1904: sheet.is1904, headers: names })
    if (control) {
      totals.control(line.row, control)
      return ''
    }
    if (++summary.read > sheetLimits.rows) refuseRow(0)
    if (summary.sample.length < sampleRows)
      summary.sample.push({ row: line.row, cells: sampleOf(line, summary.columns, at) })
    if (stated) totals.add(stated, found.length > 0)
    const copied = lines.map(copyLine).join('')
    if (found.length === 0) return copied
    summary.failed += 1
    const room = keptFaults - summary.faultsTotal
    summary.faultsTotal += found.length
    if (room > 0) faults.push(...found.slice(0, room).map((fault) => ({ row: line.row, ...fault })))
    return copied
  }
  let lines = ''
  const send = async () => {
    if (lines) await out.write(lines)
    lines = ''
    out.tell({ type: 'progress', done: summary.read, total: Math.max(summary.read, sheet.expectedRows?.() ?? 0) })
    if (faults.length > 0) out.tell({ type: 'faults', faults })
    faults = []
  }
  for await (const rows of sheet.rows) {
    for (const row of rows) {
      makeStorable(row)
      if (header) lines += readRow(row, header)
      else if (row.row > headerRows) refuseWithoutHeader(layout.columns)
      else {
        layout.lookAbove?.(row, sheet)
        header = finder.find(row)
        if (header) summary.columns = header.columns
      }
    }
    if (lines.length > pieceLength || faults.length > 1000) await send()
  }
  await send()
  if (!header) refuseWithoutHeader(layout.columns)
  if (summary.read === 0) throw new SheetRefusal('sheet.no-rows')
  return { ...summary, stated: totals.summary() }
}

const nul = '\0'
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes(nul)
const storableOf = (text: string): string => text.toWellFormed().replaceAll(nul, '')
/**
 * Removes NUL characters and replaces half surrogate pairs, which are invisible in a sheet. Database text cannot hold
 * them, and one would fail the whole file.
 */
function makeStorable({ cells }: SheetRow): void {
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]
    if (typeof cell === 'string' && !isStorable(cell)) cells[index] = storableOf(cell)
    else if (typeof cell === 'object' && !isStorable(cell.text)) cells[index] = { ...cell, text: storableOf(cell.text) }
  }
}
const cellAt = ({ cells }: SheetRow, index: number | undefined) => {
  const cell = index === undefined ? undefined : cells[index]
  return typeof cell === 'string' && cell.trim() === '' ? undefined : cell
}
/** In the order of the shown columns. */
const sampleOf = ({ cells }: SheetRow, columns: Header['columns'], at: Header['at']): string[] =>
  columns.filter(({ field }) => field !== null).map(({ field }) => shownCell(cells[at.get(field as string) as number]))
