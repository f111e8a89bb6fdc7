import { type Message, message } from '@portal/contract/message.ts'

/** A cell that is not plain text, number or boolean. Its column decides what it means. */
type OddCell = { kind: 'date' | 'formula' | 'error' | 'long-number'; text: string }
export type Cell = string | number | boolean | OddCell | undefined
/** `row` is the number that the spreadsheet shows; missing cells are undefined. */
export type SheetRow = { row: number; cells: Cell[] }
/** Rows come in batches, because a promise for each of 100,000 rows would cost more than reading them. */
export type Sheet = {
  is1904: boolean
  rows: AsyncIterable<SheetRow[]> | Iterable<SheetRow[]>
  /** The number of rows that the file declares, once known: good enough for a progress bar. */
  expectedRows?: () => number
  /**
   * Rejects an incomplete file (SEC-7). Call it after the last row, and also after a read error, which damage may have
   * caused.
   */
  finish?: () => Promise<void>
}

/** A file that cannot be imported, with its message. */
export class SheetRefusal extends Error {
  declare readonly message: Message
  constructor(message: Message) {
    super(message)
  }
}
/** An error of a cell, or of its row if it names no column. */
export type SheetFault = { row: number; column: string | null; value: string | null; reason: Message }

export const sheetLimits = { rows: 200_000, columns: 256, cellCharacters: 32_767 } as const
export const refuseRow = (row: number): never => {
  throw new SheetRefusal(
    row > 1_048_576
      ? message('sheet.row-beyond-end', { row })
      : message('sheet.too-many-rows', { max: sheetLimits.rows }),
  )
}
export const refuseColumn = (): never => {
  throw new SheetRefusal(message('sheet.too-many-columns', { max: sheetLimits.columns }))
}

/** A spreadsheet stores only fifteen digits of a number; a longer one was rounded before it reached us. */
export const isLongNumber = (value: number): boolean => Math.abs(value) >= 1e15

const daySeconds = 86_400
const pad = (value: number) => String(value).padStart(2, '0')
/**
 * A serial as `YYYY-MM-DD`, with `THH:mm:ss` if it has a time, or the time alone. Rounded to the second, because a
 * serial is a fraction of a day and the rest is noise. Null if it is not a date.
 */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  const seconds = Math.round(serial * daySeconds)
  if (!Number.isFinite(seconds) || seconds < 0 || serial > 2_958_466) return null
  const time = seconds % daySeconds
  const clock = `${pad(Math.floor(time / 3600))}:${pad(Math.floor(time / 60) % 60)}:${pad(time % 60)}`
  if (seconds < daySeconds) return clock
  const days = Math.floor(seconds / daySeconds) + (is1904 ? 1462 : 0)
  // Spreadsheets count a 29 February 1900 that never existed, so their days before March 1900 are off by one.
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * daySeconds * 1000).toISOString().slice(0, 10)
  return time === 0 ? date : `${date}T${clock}`
}

/** A number format shows dates if it has these letters outside quotes, escapes and colours. */
export const isDateFormat = (format: string): boolean =>
  /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\[(?!h|m|s)[^\]]*\]/gi, '')) && !/general/i.test(format)
/** The built-in formats for dates and times, in any language of the program. */
export const isDateFormatId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
