import { Readable } from 'node:stream'
import type { CellKind, DownloadColumn } from '@portal/contract/list.ts'
import { ZipFile } from 'yazl'
import { nextTurn, piecesOf } from '../jobs/turns.ts'

type Row = Readonly<Record<string, unknown>>
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A sheet holds 1,048,576 rows; the rest continues in further sheets (LIST-15). */
const rowsInSheet = 1_000_000

/**
 * The number format and column width of each kind of cell. Format 49 is text: the cell stays text when it is edited.
 */
const styles: Record<CellKind | 'heading', { format: number; code?: string; width: number }> = {
  heading: { format: 49, width: 0 },
  text: { format: 49, width: 20 },
  number: { format: 0, width: 12 },
  money: { format: 164, code: '#,##0.00', width: 14 },
  price: { format: 165, code: '0.0000##', width: 12 },
  day: { format: 166, code: 'yyyy\\-mm\\-dd', width: 12 },
  time: { format: 167, code: 'yyyy\\-mm\\-dd hh:mm:ss', width: 20 },
  instant: { format: 167, code: 'yyyy\\-mm\\-dd hh:mm:ss', width: 20 },
}
const styleNames = Object.keys(styles) as (keyof typeof styles)[]
const styleOf = (kind: keyof typeof styles): number => styleNames.indexOf(kind) + 1

/** XML cannot contain these, and no program reads them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
const mostCharacters = 32_767
function escaped(value: string): string {
  const text = value.length > mostCharacters ? value.slice(0, mostCharacters) : value
  if (/^[\w .,:@/-]*$/.test(text) && !text.includes('_x')) return text
  // Spreadsheets read `_x0041_` as the character with that code.
  const plain = text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  return plain.replace(/[&<>"\r]/g, (sign) => escapes[sign] as string)
}

/** Days since 30 December 1899, as spreadsheets count them. Null if the value is not a time. */
function serialOf(value: string): number | null {
  const moment = Date.parse(
    value.length === 10 ? `${value}T00:00:00Z` : /Z|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`,
  )
  return Number.isNaN(moment) ? null : Math.round(moment / 1000) / 86_400 + 25_569
}

const textCell = (text: string, style: number) =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
function cellOf(value: unknown, kind: CellKind, style: number): string {
  if (value === null || value === undefined || value === '') return `<c s="${style}"/>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  // Other content in a column of numbers or dates, such as a range of days, stays readable as text.
  if (kind === 'text') return textCell(String(value), style)
  const number =
    typeof value === 'number'
      ? value
      : kind === 'day' || kind === 'time' || kind === 'instant'
        ? serialOf(String(value))
        : null
  return number === null || !Number.isFinite(number)
    ? textCell(String(value), styleOf('text'))
    : `<c s="${style}"><v>${number}</v></c>`
}

/** An instant has no place, so its column names the time zone. */
const headingOf = ({ heading, kind }: DownloadColumn): string => (kind === 'instant' ? `${heading} (UTC)` : heading)
function sheetHead(columns: readonly DownloadColumn[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const widths = columns.map(
    ({ kind }, n) => `<col min="${n + 1}" max="${n + 1}" width="${styles[kind].width}" customWidth="1"/>`,
  )
  const headings = columns.map((column) => textCell(headingOf(column), styleOf('heading')))
  return `${declaration}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${headings.join('')}</row>`
}
const sheetEnd = '</sheetData></worksheet>'

const formats = [
  ...new Map(Object.values(styles).flatMap(({ format, code }) => (code ? [[format, code] as const] : []))),
]
const stylesXml = `${declaration}<styleSheet xmlns="${spreadsheet}"><numFmts count="${formats.length}">${formats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styleNames.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${styleNames.map((name) => `<xf numFmtId="${styles[name].format}" fontId="${name === 'heading' ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`).join('')}</cellXfs></styleSheet>`

/** The small parts that describe the sheets. */
function bookParts(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, n) => n + 1)
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`
  const override = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${kinds}.${kind}+xml"/>`
  return {
    'xl/styles.xml': stylesXml,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets>${numbers.map((n) => `<sheet name="${escaped(sheets === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${numbers.map((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${numbers.map((n) => override(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`,
  }
}

export type WorkbookOptions = { name: string; columns: readonly DownloadColumn[]; rowsInSheet?: number }
/**
 * Writes a workbook as its rows arrive. An error half-way breaks the stream, so that a partial file is not mistaken for
 * a complete one (E3).
 */
export function streamWorkbook(
  chunks: AsyncIterable<readonly Row[]>,
  { name, columns, rowsInSheet: most = rowsInSheet }: WorkbookOptions,
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const fieldStyles = columns.map(({ kind }) => styleOf(kind))
  const write = (row: Row) =>
    `<row>${columns.map(({ field, kind }, n) => cellOf(row[field], kind, fieldStyles[n] as number)).join('')}</row>`
  const source = chunks[Symbol.asyncIterator]()
  let waiting: readonly Row[] = []
  let sheets = 0

  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(columns)
    let room = most
    while (room > 0) {
      if (waiting.length === 0) {
        const next = await source.next()
        if (next.done) break
        waiting = next.value
      }
      const rows = waiting.slice(0, room)
      waiting = waiting.slice(room)
      room -= rows.length
      for (const piece of piecesOf(rows, write)) {
        yield piece
        await nextTurn()
      }
    }
    // Only the next row shows whether there is another sheet.
    while (room === 0 && waiting.length === 0) {
      const next = await source.next()
      if (next.done) break
      waiting = next.value
    }
    yield sheetEnd
    if (waiting.length > 0) addSheet()
    else end()
  }
  function addSheet(): void {
    sheets += 1
    zip.addReadStreamLazy(`xl/worksheets/sheet${sheets}.xml`, { compressionLevel: 3 }, (give) => {
      const xml = Readable.from(sheet(), { objectMode: false, highWaterMark: 64 * 1024 })
      // The archive's writer listens to neither event.
      xml.on('error', (error) => out.destroy(error))
      out.on('close', () => xml.destroy())
      give(null, xml)
    })
  }
  function end(): void {
    for (const [part, xml] of Object.entries(bookParts(name, sheets)))
      zip.addBuffer(Buffer.from(xml), part, { compress: true })
    zip.end()
  }
  zip.on('error', (error: Error) => out.destroy(error))
  out.on('close', () => source.return?.())
  addSheet()
  return out
}
