import type { SheetRow } from './sheet.ts'
import {
  type Cell,
  dateOfSerial,
  isDateFormat,
  isDateFormatId,
  isLongNumber,
  refuseColumn,
  refuseRow,
  type Sheet,
  SheetRefusal,
  sheetLimits,
} from './sheet.ts'
import { attribute, attributesOf, createScanner, fromBytes, type Xml, type XmlHandler } from './xml-scan.ts'
import { openZip, type Zip } from './zip-gate.ts'

type Opened = (name: string, attributes: string) => void
/** Scans a small part for its tags only. */
function eachTag(xml: Buffer, open: Opened): void {
  const scanner = createScanner({ open, close: () => {}, text: () => {}, wantsText: false })
  scanner.write(xml)
  scanner.end()
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
/** The targets of a part's relations by id and by kind; a target is relative to the part, or begins at the root. */
async function relationsOf(
  zip: Zip,
  part: string,
): Promise<{ byId: Map<string, string>; byKind: Map<string, string> }> {
  const folder = folderOf(part)
  const xml = await zip.readSmall(`${folder}_rels/${part.slice(folder.length)}.rels`)
  const byId = new Map<string, string>()
  const byKind = new Map<string, string>()
  eachTag(xml, (name, attributes) => {
    const target = attribute(attributes, 'Target')
    if (name !== 'Relationship' || target === undefined) return
    const path = target.startsWith('/') ? target.slice(1) : folder + target
    byId.set(attribute(attributes, 'Id') ?? '', path)
    const kind = attribute(attributes, 'Type')?.split('/').at(-1) ?? ''
    if (!byKind.has(kind)) byKind.set(kind, path)
  })
  return { byId, byKind }
}

/** Whether each cell style shows its number as a date. */
async function readDateStyles(zip: Zip, path: string | undefined): Promise<boolean[]> {
  if (path === undefined) return []
  const custom = new Map<string, boolean>()
  const styles: boolean[] = []
  let isInCellFormats = false
  const scanner = createScanner({
    open(name, attributes) {
      if (name === 'numFmt')
        custom.set(attribute(attributes, 'numFmtId') ?? '', isDateFormat(attribute(attributes, 'formatCode') ?? ''))
      if (name === 'cellXfs') isInCellFormats = true
      if (name !== 'xf' || !isInCellFormats) return
      const id = attribute(attributes, 'numFmtId') ?? '0'
      styles.push(custom.get(id) ?? isDateFormatId(Number(id)))
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false
    },
    text: () => {},
    wantsText: false,
  })
  scanner.write(await zip.readSmall(path))
  return styles
}

/** A shared text may consist of differently formatted pieces; its phonetic reading is not part of it. */
async function readSharedTexts(zip: Zip, path: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (path === undefined || !zip.names.includes(path)) return texts
  let text = ''
  let isAside = false
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isAside = true
      else if (name === 't') handler.wantsText = !isAside
    },
    close(name) {
      if (name === 't') handler.wantsText = false
      else if (name === 'rPh') isAside = false
      else if (name === 'si') texts.push(text)
    },
    text(value) {
      text += value
    },
    wantsText: false,
  }
  const scanner = createScanner(handler)
  for await (const piece of zip.read(path)) scanner.write(piece)
  scanner.end()
  return texts
}

/** `BC12` is column 54, counted from 0; -1 if it is missing. */
function columnOf(reference: string | undefined): number {
  if (reference === undefined) return -1
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

const cellAttributes = ['r', 's', 't']
type Book = { texts: readonly string[]; dateStyles: readonly boolean[]; is1904: boolean }
type Raw = { type: string; style: number | undefined; value: string; isFormula: boolean }

/** Without this, a workbook whose shared texts were lost would be read as one with empty cells (SEC-7). */
function sharedText(text: string | undefined): Cell {
  if (text === undefined) throw new SheetRefusal('file.damaged')
  return text || undefined
}

function cellOf({ type, style, value, isFormula }: Raw, { texts, dateStyles, is1904 }: Book): Cell {
  if (isFormula) return { kind: 'formula', text: value }
  if (type === 's') return sharedText(texts[Number(value)])
  if (type === 'b') return value === '1'
  if (type === 'e') return { kind: 'error', text: value }
  if (value === '') return undefined
  if (type === 'inlineStr' || type === 'str') return value
  if (type === 'd') return { kind: 'date', text: value.slice(0, 19) }
  const number = Number(value)
  if (Number.isNaN(number)) throw new SheetRefusal('sheet.bad-number')
  if (style !== undefined && dateStyles[style]) {
    const text = dateOfSerial(number, is1904)
    if (text !== null) return { kind: 'date', text }
  }
  return isLongNumber(number) ? { kind: 'long-number', text: value } : number
}

/** How the programs that write most files write a cell: what precedes its address, and what is around its value. */
const [usualStart, styleStart, typeStart] = ['<c r="', ' s="', ' t="'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
]
const around = (start: string, end: string) => ({ start: Buffer.from(start), end: Buffer.from(end) })
const plainValue = around('><v>', '</v></c>')
const textValue = around('><is><t>', '</t></is></c>')
const keptText = around('><is><t xml:space="preserve">', '</t></is></c>')
const [letterA, letterZ, digit0, digit9] = [65, 90, 48, 57]
const [quote, ampersand, minus, point, open, bracket, letterV] = [34, 38, 45, 46, 60, 62, 118]
/** Which of them follows a cell's attributes. */
const usualValue = (bytes: Uint8Array, at: number) =>
  bytes[at + 2] === letterV ? plainValue : bytes[at + 7] === bracket ? textValue : keptText
function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false
  return true
}
/** The types of usual cells, as they are written. A cell without one is a number. */
const usualTypes = (['s', 'inlineStr', 'str', 'n'] as const).map((type) => ({ type, written: Buffer.from(`${type}"`) }))
type UsualType = (typeof usualTypes)[number]['type']
function usualType(bytes: Uint8Array, at: number): UsualType | undefined {
  for (const { type, written } of usualTypes) if (isAt(bytes, at, written)) return type
  return undefined
}
const powersOfTen = Array.from({ length: 16 }, (_, n) => 10 ** n)
/**
 * A number of up to fifteen digits, without an exponent; NaN for any other text. Such digits and the power of ten are
 * exact, so their quotient is rounded once, like the number itself.
 */
function usualNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  const isNegative = bytes[at] === minus
  if (isNegative) at++
  const first = at
  let digits = 0
  let decimals = -1
  for (; at < to; at++) {
    const byte = bytes[at] as number
    if (byte >= digit0 && byte <= digit9) {
      digits = digits * 10 + byte - digit0
      if (decimals >= 0) decimals++
    } else if (byte === point && decimals < 0) decimals = 0
    else return Number.NaN
  }
  if (at === first || at - first > 15 || decimals === 0 || decimals === at - first - 1) return Number.NaN
  const value = decimals > 0 ? digits / (powersOfTen[decimals] as number) : digits
  return isNegative ? -value : value
}
/** The end of text that needs no decoding; -1 if it does, or has no end yet. */
function usualEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === open) return at
    if (byte === ampersand) return -1
  }
  return -1
}

/** Collects the rows of a sheet's XML as it arrives. */
class RowReader implements XmlHandler {
  wantsText = false
  rows: SheetRow[] = []
  expectedRows = 0
  #book: Book
  #row = 0
  #column = -1
  #cells: Cell[] = []
  #count = 0
  #raw: Raw | null = null
  #isAside = false

  constructor(book: Book) {
    this.#book = book
  }

  open(name: string, attributes: string, isEmpty: boolean): void {
    if (name === 'c') this.#openCell(attributes, isEmpty)
    else if (name === 'v' || name === 't') this.wantsText = !isEmpty && this.#raw !== null && !this.#isAside
    else if (name === 'f' && this.#raw) this.#raw.isFormula = true
    else if (name === 'rPh') this.#isAside = true
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'dimension')
      this.expectedRows = Math.min(sheetLimits.rows, Number(/\d+$/.exec(attribute(attributes, 'ref') ?? '')?.[0] ?? 0))
  }
  close(name: string): void {
    if (name === 'v' || name === 't') this.wantsText = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'rPh') this.#isAside = false
    else if (name === 'row') this.#closeRow()
  }
  text(value: string): void {
    if (this.#raw) this.#raw.value += value
  }
  take(xml: Xml, at: number): number {
    if (this.#raw !== null || this.#isAside || this.wantsText) return -1
    let taken = -1
    for (let end = this.#takeUsual(xml, at); end > 0; end = this.#takeUsual(xml, end)) taken = end
    return taken
  }

  /** Reads a whole cell as most programs write it. Returns its end, or -1 for another form, which is read tag by tag. */
  #takeUsual(xml: Xml, at: number): number {
    const { bytes } = xml
    if (!isAt(bytes, at, usualStart)) return -1
    let next = at + usualStart.length
    let column = 0
    let byte = bytes[next] as number
    for (; byte >= letterA && byte <= letterZ; byte = bytes[++next] as number) column = column * 26 + byte - 64
    for (; byte >= digit0 && byte <= digit9; byte = bytes[++next] as number);
    if (column === 0 || byte !== quote) return -1
    next++
    let style: number | undefined
    if (isAt(bytes, next, styleStart)) {
      next += styleStart.length
      const from = next
      style = 0
      for (byte = bytes[next] as number; byte >= digit0 && byte <= digit9; byte = bytes[++next] as number)
        style = style * 10 + byte - digit0
      if (next === from || byte !== quote) return -1
      next++
    }
    let type: UsualType = 'n'
    if (isAt(bytes, next, typeStart)) {
      const said = usualType(bytes, next + typeStart.length)
      if (said === undefined) return -1
      type = said
      next += typeStart.length + type.length + 1
    }
    const { start, end } = usualValue(bytes, next)
    if (!isAt(bytes, next, start)) return -1
    const from = next + start.length
    const to = usualEnd(bytes, from)
    if (to < 0 || !isAt(bytes, to, end)) return -1
    this.#column = column - 1
    const number =
      type === 'n' && (style === undefined || !this.#book.dateStyles[style]) ? usualNumber(bytes, from, to) : Number.NaN
    if (Number.isNaN(number)) this.#keep({ type, style, value: fromBytes(xml.text.slice(from, to)), isFormula: false })
    else this.#put(number)
    return to + end.length
  }
  #openRow(attributes: string): void {
    const said = attribute(attributes, 'r')
    const row = said === undefined ? this.#row + 1 : Number(said)
    if (!(row > this.#row) || row > 1_048_576) refuseRow(row)
    this.#row = row
    this.#column = -1
    this.#cells = []
  }
  #openCell(attributes: string, isEmpty: boolean): void {
    const [reference, style, type = 'n'] = attributesOf(attributes, cellAttributes)
    const said = columnOf(reference)
    this.#column = said < 0 ? this.#column + 1 : said
    if (!isEmpty)
      this.#raw = { type, style: style === undefined ? undefined : Number(style), value: '', isFormula: false }
  }
  #closeCell(): void {
    if (!this.#raw) return
    const raw = this.#raw
    this.#raw = null
    this.#keep(raw)
  }
  #keep(raw: Raw): void {
    const cell = cellOf(raw, this.#book)
    if (cell !== undefined) this.#put(cell)
  }
  #put(cell: Cell): void {
    if (this.#column >= sheetLimits.columns) refuseColumn()
    if (typeof cell === 'string' && cell.length > sheetLimits.cellCharacters)
      throw new SheetRefusal('sheet.cell-too-long')
    this.#cells[this.#column] = cell
  }
  #closeRow(): void {
    if (this.#cells.length === 0) return
    if (++this.#count > sheetLimits.rows + 100) refuseRow(0)
    this.rows.push({ row: this.#row, cells: this.#cells })
  }
}

async function* rowsOf(zip: Zip, path: string, reader: RowReader): AsyncGenerator<SheetRow[]> {
  const scanner = createScanner(reader)
  for await (const piece of zip.read(path)) {
    scanner.write(piece)
    if (reader.rows.length === 0) continue
    yield reader.rows
    reader.rows = []
  }
  scanner.end()
}

/**
 * Reads the first sheet of an .xlsx file from its XML while it is unpacked. Only cell values are needed, so this is
 * five times as fast as a general reader and uses a fraction of its memory.
 */
export async function openXlsx(path: string): Promise<Sheet> {
  const zip = await openZip(path)
  try {
    if (zip.names.some((name) => /vbaproject\.bin$/i.test(name))) throw new SheetRefusal('sheet.macros')
    const root = (await relationsOf(zip, '')).byKind.get('officeDocument')
    if (root === undefined) throw new SheetRefusal('sheet.not-workbook')
    const workbook = await zip.readSmall(root)
    const relations = await relationsOf(zip, root)
    let first: string | undefined
    let is1904 = false
    eachTag(workbook, (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (name === 'sheet') first ??= /\s(?:\w+:)?id\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1]
    })
    const sheet = relations.byId.get(first ?? '')
    if (sheet === undefined) throw new SheetRefusal('sheet.no-sheet')
    const dateStyles = await readDateStyles(zip, relations.byKind.get('styles'))
    const texts = await readSharedTexts(zip, relations.byKind.get('sharedStrings'))
    const reader = new RowReader({ texts, dateStyles, is1904 })
    return { is1904, rows: rowsOf(zip, sheet, reader), expectedRows: () => reader.expectedRows, finish: zip.finish }
  } catch (error) {
    await zip.finish()
    throw error
  }
}
