import { crc32, deflateRawSync } from 'node:zlib'
import { type CellObject, utils, write } from '@e965/xlsx'

export type Part = { name: string; content: string | Buffer; saysBytes?: number; isStored?: boolean }
/** Builds a zip archive by hand, so that tests can also build invalid ones. */
export function makeZip(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, saysBytes, isStored } of parts) {
    const plain = Buffer.from(content)
    const packed = isStored ? plain : deflateRawSync(plain, { level: 6 })
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(isStored ? 0 : 8, 4)
    shared.writeUInt32LE(crc32(plain), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(saysBytes ?? plain.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, Buffer.from(name)]))
    bodies.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, entries, end])
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** A cell as stored in the file: text, a number, or a cell's XML without its address. */
export type Put = string | number | null | { xml: string }
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
function cellXml(put: Put, address: string): string {
  if (put === null) return ''
  if (typeof put === 'number') return `<c r="${address}"><v>${put}</v></c>`
  if (typeof put === 'string')
    return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(put)}</t></is></c>`
  return `<c r="${address}"${put.xml}</c>`
}
export const sheetXml = (rows: readonly (readonly Put[])[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${spreadsheet}"><sheetData>${rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((put, column) => cellXml(put, `${letters(column)}${at + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

const relations = (entries: readonly [id: string, kind: string, target: string][]) =>
  `<Relationships xmlns="${packages}/relationships">${entries.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`).join('')}</Relationships>`
const override = (part: string, kind: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
/** The parts of a workbook around one sheet; style 1 formats numbers as dates. */
export const workbookParts = (sheet: string | Buffer, { is1904 = false } = {}): Part[] => [
  {
    name: '[Content_Types].xml',
    content: `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('worksheets/sheet1', 'worksheet')}</Types>`,
  },
  { name: '_rels/.rels', content: relations([['r1', 'officeDocument', 'xl/workbook.xml']]) },
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="A" sheetId="1" r:id="s1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: relations([
      ['s1', 'worksheet', 'worksheets/sheet1.xml'],
      ['s2', 'styles', 'styles.xml'],
    ]),
  },
  {
    name: 'xl/styles.xml',
    content: `<styleSheet xmlns="${spreadsheet}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  },
  { name: 'xl/worksheets/sheet1.xml', content: sheet },
]
export const makeXlsx = (rows: readonly (readonly Put[])[]): Buffer => makeZip(workbookParts(sheetXml(rows)))

type Plain = string | number | null
const bookOf = (rows: readonly (readonly (Plain | CellObject)[])[]) => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  sheet['!cols'] = Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, () => ({ wch: 18 }))
  utils.book_append_sheet(book, sheet, 'A')
  return book
}
/** Writes the old binary format with the library. */
export const makeXls = (rows: readonly (readonly (Plain | CellObject)[])[]): Buffer =>
  write(bookOf(rows), { type: 'buffer', bookType: 'biff8' }) as Buffer
/** A complete file that a spreadsheet program opens. */
export const makeWholeXlsx = (rows: readonly (readonly Plain[])[]): Buffer =>
  write(bookOf(rows), { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Buffer
export const makeCsv = (rows: readonly (readonly (string | number | null)[])[]): Buffer =>
  Buffer.from(
    rows
      .map((row) =>
        row
          .map((cell) =>
            cell === null ? '' : /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell,
          )
          .join(','),
      )
      .join('\r\n'),
  )
