import type { Message } from '@portal/contract/message.ts'
import type { Header, LayoutColumn } from './header.ts'
import type { SheetType } from './open-sheet.ts'
import type { Cell, SheetFault, SheetRow } from './sheet.ts'

export type CopyValue = string | number | boolean | null
/** How a kind of file is read: its columns, and what becomes of one row. It runs in the child, without a database. */
export type SheetLayout = {
  columns: readonly LayoutColumn[]
  /** Headers that are known and mean nothing here, such as those of our own exports. */
  ignored?: readonly string[]
  /**
   * Sees each row down to the header, that one included, before it is looked for: what stands above a table may say
   * something of all of it, or refuse the file.
   */
  lookAbove?(row: SheetRow, sheet: { is1904: boolean }): void
  /**
   * `headers` are the texts above the cells. Lines may also come with faults: such a row counts as failed, and what
   * they are for is the layout's business.
   */
  read(
    row: SheetRow,
    pick: (field: string) => Cell,
    sheet: { is1904: boolean; headers: readonly string[] },
  ): { lines: CopyValue[][]; faults: Omit<SheetFault, 'row'>[] }
}

/** What the child is told. No secret is among it: whatever a file does to the reader, there is nothing to take. */
export type ReadTask = {
  path: string
  type: SheetType
  kind: string
  provider: string | null
  options: Record<string, unknown>
}
export type ReadSummary = {
  read: number
  /** Rows with a fault of their own; they have no line. */
  failed: number
  faultsTotal: number
  columns: Header['columns']
  sample: { row: number; cells: string[] }[]
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
