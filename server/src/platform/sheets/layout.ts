import type { Message } from '@portal/contract/message.ts'
import type { Header, LayoutColumn } from './header.ts'
import type { SheetType } from './open-sheet.ts'
import type { Cell, SheetFault, SheetRow } from './sheet.ts'
import type { ControlTotal, StatedRow, StatedSummary } from './stated-totals.ts'

export type CopyValue = string | number | boolean | null
/** Reads a kind of file: its columns, and how a row becomes lines. Runs in the child process, without a database. */
export type SheetLayout = {
  columns: readonly LayoutColumn[]
  /** Known headers that are ignored, such as those of our own exports. */
  ignored?: readonly string[]
  /**
   * Sees each row down to and including the header, before the header is detected. The rows above a table may apply to
   * all of it, or reject the file.
   */
  lookAbove?(row: SheetRow, sheet: { is1904: boolean }): void
  /**
   * `headers` are the texts above the cells. A row can have both lines and errors: it counts as failed, and the layout
   * decides what the lines are for.
   */
  read(
    row: SheetRow,
    pick: (field: string) => Cell,
    sheet: { is1904: boolean; headers: readonly string[] },
  ): { lines: CopyValue[][]; faults: Omit<SheetFault, 'row'>[]; stated?: StatedRow; control?: ControlTotal }
}

/** The child's task. It contains no secret, so a malicious file that takes over the reader finds none. */
export type ReadTask = {
  path: string
  type: SheetType
  kind: string
  provider: string | null
  options: Record<string, unknown>
}
export type ReadSummary = {
  read: number
  /** Rows with an error; they have no line. */
  failed: number
  faultsTotal: number
  columns: Header['columns']
  sample: { row: number; cells: string[] }[]
  /** What the rows state, and the file's own totals (TXN-17). */
  stated: StatedSummary
}
export type ChildMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'faults'; faults: SheetFault[] }
  | { type: 'refused'; reason: Message }
  | { type: 'end'; summary: ReadSummary }

const needsEscape = /[\\\t\n\r]/
const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
/** A line of PostgreSQL's COPY text format. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = ''
  let between = ''
  for (const value of values) {
    line += between
    between = '\t'
    if (value === null) line += '\\N'
    else if (typeof value === 'string' && needsEscape.test(value))
      line += value.replace(/[\\\t\n\r]/g, (sign) => special[sign] as string)
    else line += value
  }
  return `${line}\n`
}
