import { readFile } from 'node:fs/promises'
import { decodeText, NotText } from '../whole/text.ts'
import { withoutGuard } from './csv.ts'
import { type Cell, refuseColumn, refuseRow, type Sheet, SheetRefusal, type SheetRow, sheetLimits } from './sheet.ts'

function decode(content: Buffer): string {
  try {
    return decodeText(content)
  } catch (error) {
    throw error instanceof NotText ? new SheetRefusal(error.isDamaged ? 'file.damaged' : 'sheet.not-csv') : error
  }
}

/** The most frequent separator in the first line: not every country separates cells by commas. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const counts = [',', ';', '\t'].map((sign): [string, number] => [sign, head.split(sign).length])
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/** Without the apostrophe that our own exports put before a cell that a spreadsheet would run. */
const cellOf = (text: string): Cell => withoutGuard(text) || undefined

type Beginning = { at: number; row: number; separator: string }
/** Where the rows begin. Excel may name the separator in a line of its own: `sep=;`. */
function beginningOf(text: string): Beginning {
  const [line, separator] = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(text) ?? []
  return line && separator ? { at: line.length, row: 2, separator } : { at: 0, row: 1, separator: separatorOf(text) }
}

function* rowsOf(
  text: string,
  { separator, ...beginning }: Beginning,
  onRead: (rows: number, share: number) => void,
): Generator<SheetRow[]> {
  let rows: SheetRow[] = []
  let cells: Cell[] = []
  let { row, at } = beginning
  let count = 0
  const endRow = () => {
    if (cells.length > sheetLimits.columns) refuseColumn()
    if (cells.some((cell) => cell !== undefined)) {
      if (++count > sheetLimits.rows + 100) refuseRow(0)
      rows.push({ row, cells })
    }
    cells = []
    row += 1
  }
  while (at < text.length) {
    const { value, end } = readCell(text, at, separator)
    cells.push(cellOf(value))
    at = end + 1
    if (text[end] === separator) {
      if (at === text.length) cells.push(undefined)
      continue
    }
    if (text[end] === '\r' && text[at] === '\n') at += 1
    endRow()
    if (rows.length < 1000) continue
    onRead(count, at / text.length)
    yield rows
    rows = []
  }
  if (cells.length > 0) endRow()
  if (rows.length > 0) yield rows
}

/**
 * Reads one cell from `at`, and returns where its separator or line end is. In quotes, doubled quotes are one, and
 * separators are text.
 */
function readCell(text: string, at: number, separator: string): { value: string; end: number } {
  if (text[at] !== '"') {
    let end = at
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
    return { value: text.slice(at, end), end }
  }
  let value = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0 || quote - at > sheetLimits.cellCharacters * 2) throw new SheetRefusal('sheet.open-quote')
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const end = quote + 1
      if (end < text.length && ![separator, '\n', '\r'].includes(text[end] as string))
        throw new SheetRefusal('sheet.after-quote')
      return { value, end }
    }
    value += '"'
    from = quote + 2
  }
}

/** The rows of a CSV in memory, by this separator or the most frequent one. */
export function readCsv(content: Buffer, separator?: string): Sheet & { separator: string } {
  const text = decode(content).replace(/^\uFEFF/, '')
  const beginning = beginningOf(text)
  const used = separator ?? beginning.separator
  // A text does not state its number of rows, so it is estimated from the part read so far.
  let expected = 0
  const rows = rowsOf(text, { ...beginning, separator: used }, (count, share) => {
    expected = Math.round(count / share)
  })
  return { is1904: false, rows, expectedRows: () => expected, separator: used }
}
export const openCsv = async (path: string): Promise<Sheet> => readCsv(await readFile(path))
