import { message, severalOf } from '@portal/contract/message.ts'
import { type Cell, SheetRefusal, type SheetRow } from './sheet.ts'

/** A column that a kind of file may have. Aliases are its other names; the label is the name that we show. */
export type LayoutColumn = { field: string; label: string; aliases?: readonly string[]; isRequired: boolean }
export type Header = {
  /** The position of each field. */
  at: ReadonlyMap<string, number>
  columns: { field: string | null; header: string }[]
  /** Every text of the row, by position. */
  names: readonly string[]
}

/** Headers are compared without case, spaces, underscores, hyphens and surrounding punctuation. */
export const headerKey = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[#.$()/]/g, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()

export type HeaderFinder = { find(row: SheetRow): Header | null }

const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cell.trim() : cell === undefined ? '' : String(typeof cell === 'object' ? cell.text : cell)

/** Four known names make a header row; a title or a note above it has fewer. */
const enoughNames = 4
export const headerRows = 100

export function headerFinder(columns: readonly LayoutColumn[], ignored: readonly string[] = []): HeaderFinder {
  const byName = new Map(
    columns.flatMap((column) =>
      [column.field, column.label, ...(column.aliases ?? [])].map((name) => [headerKey(name), column]),
    ),
  )
  const passedOver = new Set(ignored.map(headerKey))
  const enough = Math.min(enoughNames, columns.length)
  return {
    find({ row, cells }) {
      const headers = Array.from(cells, textOf)
      const found = headers.map((header) => byName.get(headerKey(header)))
      if (new Set(found.filter((column) => column !== undefined)).size < enough) return null
      const at = new Map<string, number>()
      for (const [index, column] of found.entries()) {
        if (!column) continue
        if (at.has(column.field)) throw new SheetRefusal(message('sheet.column-twice', { row, column: column.label }))
        at.set(column.field, index)
      }
      const missing = columns.filter(({ field, isRequired }) => isRequired && !at.has(field)).map(({ label }) => label)
      if (missing.length > 0)
        throw new SheetRefusal(
          message(missing.length === 1 ? 'sheet.column-missing' : 'sheet.columns-missing', {
            columns: severalOf(missing),
          }),
        )
      const named = headers.map((header, index) => ({ field: found[index]?.field ?? null, header }))
      return {
        at,
        names: headers,
        columns: named.filter(
          ({ field, header }) => field !== null || (header !== '' && !passedOver.has(headerKey(header))),
        ),
      }
    },
  }
}

export const refuseWithoutHeader = (columns: readonly LayoutColumn[]): never => {
  const some = columns.filter(({ isRequired }) => isRequired).slice(0, 4)
  throw new SheetRefusal(
    message('sheet.no-header', { rows: headerRows, columns: severalOf(some.map(({ label }) => label)) }),
  )
}
