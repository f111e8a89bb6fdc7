import { readFile } from 'node:fs/promises'
import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { checkXls, type XlsTrait } from '../whole/compound-file.ts'
import {
  type Cell,
  dateOfSerial,
  isLongNumber,
  refuseColumn,
  refuseRow,
  type Sheet,
  SheetRefusal,
  type SheetRow,
  sheetLimits,
} from './sheet.ts'

/** The library reads what is left of a file that is cut off, and says nothing. */
function demandWhole(content: Buffer): void {
  let trait: XlsTrait
  try {
    trait = checkXls(content)
  } catch {
    throw new SheetRefusal('sheet.bad-xls')
  }
  if (trait) throw new SheetRefusal(trait === 'macros' ? 'sheet.macros' : 'sheet.password')
}

/** Reads .xls with the one maintained library for it, in a process whose crash affects nothing else (U4). */
function readBook(content: Buffer): WorkBook {
  try {
    return read(content, {
      type: 'buffer',
      dense: true,
      cellFormula: true,
      cellNF: true,
      cellDates: false,
      cellHTML: false,
      cellText: false,
      bookVBA: true,
      sheets: 0,
      sheetRows: sheetLimits.rows + 200,
    })
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new SheetRefusal(isLocked ? 'sheet.password' : 'sheet.bad-xls')
  }
}

function cellOf(raw: CellObject | undefined, is1904: boolean): Cell {
  if (raw === undefined || raw.v === undefined || raw.t === 'z') return undefined
  if (raw.f !== undefined) return { kind: 'formula', text: String(raw.v) }
  if (raw.t === 'e') return { kind: 'error', text: String(raw.w ?? raw.v) }
  if (typeof raw.v === 'boolean') return raw.v
  if (typeof raw.v !== 'number') return String(raw.v) || undefined
  if (raw.z !== undefined && SSF.is_date(String(raw.z))) {
    const text = dateOfSerial(raw.v, is1904)
    if (text !== null) return { kind: 'date', text }
  }
  return isLongNumber(raw.v) ? { kind: 'long-number', text: String(raw.v) } : raw.v
}

const batch = 1000
function* rowsOf(sheet: WorkSheet, is1904: boolean): Generator<SheetRow[]> {
  const lines = (sheet['!data'] ?? []) as (CellObject[] | undefined)[]
  let rows: SheetRow[] = []
  let count = 0
  for (const [at, line] of lines.entries()) {
    const cells = (line ?? []).map((raw) => cellOf(raw, is1904))
    if (!cells.some((cell) => cell !== undefined)) continue
    if (cells.length > sheetLimits.columns && cells.slice(sheetLimits.columns).some((cell) => cell !== undefined))
      refuseColumn()
    if (++count > sheetLimits.rows + 100) refuseRow(0)
    rows.push({ row: at + 1, cells })
    if (rows.length < batch) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

export async function openXls(path: string): Promise<Sheet> {
  const content = await readFile(path)
  demandWhole(content)
  const book = readBook(content)
  if (book.vbaraw) throw new SheetRefusal('sheet.macros')
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new SheetRefusal('sheet.no-sheet')
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  return { is1904, rows: rowsOf(sheet, is1904) }
}
