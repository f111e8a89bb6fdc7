import { type Message, message } from '@portal/contract/message.ts'

/** Something other than plain text, number or truth. What it means in a column is for the column to say. */
type OddCell = { kind: 'date' | 'formula' | 'error' | 'long-number'; text: string }
export type Cell = string | number | boolean | OddCell | undefined
/** `row` is what the person sees beside it in the spreadsheet; missing cells are undefined. */
export type SheetRow = { row: number; cells: Cell[] }
/** Rows come in batches, since a promise for each of a hundred thousand would cost more than reading them. */
export type Sheet = {
  is1904: boolean
  rows: AsyncIterable<SheetRow[]> | Iterable<SheetRow[]>
  /** How many rows the file says it has, once it has said so: good enough for a progress bar. */
  expectedRows?: () => number
  /**
   * Refuses a file that is not whole (SEC-7). To be called after the last row, and also where reading failed: damage
   * may be the cause.
   */
  finish?: () => Promise<void>
}

/** A file that cannot be imported, with the message that says why. */
export class SheetRefusal extends Error {
  declare readonly message: Message
  constructor(message: Message) {
    super(message)
  }
}
/** What is wrong with a cell, or with its row where it names no column. */
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

/** Fifteen digits are all that a spreadsheet keeps of a number; what is longer was rounded before it reached us. */
export const isLongNumber = (value: number): boolean => Math.abs(value) >= 1e15

const daySeconds = 86_400
const pad = (value: number) => String(value).padStart(2, '0')
/**
 * A serial as `YYYY-MM-DD`, with `THH:mm:ss` where it has a time, or the time alone. To the second: a serial is a
 * fraction of a day, and what lies below is noise. Null where it is no date at all.
 */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  const seconds = Math.round(serial * daySeconds)
  if (!Number.isFinite(seconds) || seconds < 0 || serial > 2_958_466) return null
  const time = seconds % daySeconds
  const clock = `${pad(Math.floor(time / 3600))}:${pad(Math.floor(time / 60) % 60)}:${pad(time % 60)}`
  if (seconds < daySeconds) return clock
  const days = Math.floor(seconds / daySeconds) + (is1904 ? 1462 : 0)
  // Spreadsheets count a 29th of February 1900 that never was, and so are a day off before March of that year.
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * daySeconds * 1000).toISOString().slice(0, 10)
  return time === 0 ? date : `${date}T${clock}`
}

/** Letters that make a number format one of dates, outside of quotes, escapes and colours. */
export const isDateFormat = (format: string): boolean =>
  /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\[(?!h|m|s)[^\]]*\]/gi, '')) && !/general/i.test(format)
/** The built-in formats that show dates and times, in any language of the program. */
export const isDateFormatId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
