import { type IftaOutcome, lengthUnits } from '@portal/contract/ifta/ifta.ts'
import { isOutsideIfta, readIftaJurisdiction } from '@portal/contract/ifta/ifta-jurisdictions.rules.ts'
import {
  type IftaFuel,
  type IftaKind,
  iftaColumns,
  iftaFuels,
  optionalIftaColumns,
} from '@portal/contract/ifta/ifta-words.data.ts'
import { type Message, message, severalOf } from '@portal/contract/message.ts'
import { type Currency, currencies } from '@portal/contract/rules/currency.ts'
import { decimals } from '@portal/contract/rules/money.ts'
import { type VolumeUnit, volumeUnits } from '@portal/contract/rules/units.ts'
import { type SheetFault, SheetRefusal } from '../platform/sheets/sheet.ts'
import {
  type CellRead,
  decimalMarkOf,
  readScaled,
  readUnitNumber,
  readWord,
  readYesNo,
  type ShownMark,
  wordsFor,
} from './ifta-cells.rules.ts'

export type TextRow = { row: number; cells: readonly string[] }
export type DistanceRow = {
  unit_number: string
  jurisdiction: string
  distance_milli: number
  taxable_milli: number | null
  length_unit: (typeof lengthUnits)[number]
}
export type FuelRow = {
  unit_number: string
  jurisdiction: string
  fuel_type: IftaFuel
  quantity_milli: number
  unit: VolumeUnit
  is_tax_paid: boolean
  note: string | null
}
export type IftaRateRow = {
  jurisdiction: string
  fuel_type: IftaFuel
  unit: VolumeUnit
  currency: Currency
  rate_e6: number
  surcharge_e6: number | null
  /** Empty if the file does not say it. */
  source: string
}
export type RowOf = { distances: DistanceRow; fuel: FuelRow; rates: IftaRateRow }
export type ReadIftaFile<Row> = {
  rows: Row[]
  /** All rows under the header, and those of them with errors. */
  read: number
  failed: number
  faults: SheetFault[]
  unused_columns: string[]
}

/** Distances of a unit in a jurisdiction, and fuel of one type and unit that is taxed alike, are one figure. */
const figureOf = (row: DistanceRow | FuelRow): string =>
  JSON.stringify([
    row.unit_number,
    row.jurisdiction,
    ...('fuel_type' in row ? [row.fuel_type, row.unit, row.is_tax_paid] : []),
  ])
/** Rows for the same figure add up, as trips do. A row that is there twice by mistake shows here too. */
export const addedUpOf = (rows: readonly (DistanceRow | FuelRow)[]): IftaOutcome['added_up'] =>
  [...Map.groupBy(rows, figureOf).values()].flatMap(([first, ...others]) =>
    first && others.length > 0
      ? [{ unit_number: first.unit_number, jurisdiction: first.jurisdiction, rows: others.length + 1 }]
      : [],
  )

const keyOf = (header: string): string => header.trim().toLowerCase().replace(/\s+/g, '_')
/** Where each column is. Others are reported, not read. */
function locate(kind: IftaKind, head: TextRow): { at: Map<string, number>; unused: string[] } {
  const known: readonly string[] = iftaColumns[kind]
  const at = new Map<string, number>()
  const unused: string[] = []
  for (const [index, cell] of head.cells.entries()) {
    const key = keyOf(cell)
    if (!known.includes(key)) {
      if (key) unused.push(cell.trim())
      continue
    }
    if (at.has(key)) throw new SheetRefusal(message('sheet.column-twice', { row: head.row, column: key }))
    at.set(key, index)
  }
  const missing = known.filter((column) => !at.has(column) && !optionalIftaColumns.includes(column))
  const columns = severalOf(missing)
  if (missing.length === 1) throw new SheetRefusal(message('sheet.column-missing', { columns }))
  if (missing.length > 1) throw new SheetRefusal(message('sheet.columns-missing', { columns }))
  return { at, unused }
}

type CellFault = { column: string; reason: Message }
/** Reads the cells of a row and keeps what is wrong with them. */
class Cells {
  readonly faults: CellFault[] = []
  readonly textOf: (column: string) => string
  readonly mark: ShownMark
  constructor(textOf: (column: string) => string, mark: ShownMark) {
    this.textOf = textOf
    this.mark = mark
  }
  add(column: string, reason: Message): void {
    this.faults.push({ column, reason })
  }
  /** The value, or the fallback with the fault kept. */
  take<T>(column: string, read: (text: string) => CellRead<T>, fallback: T): T {
    const { value, fault } = read(this.textOf(column))
    if (fault === undefined) return value
    this.add(column, fault)
    return fallback
  }
  scaled(column: string, places: number): number {
    return this.take(column, (text) => readScaled(text, places, this.mark), 0)
  }
  jurisdiction(): string {
    const read = (text: string): CellRead<string> => {
      const value = readIftaJurisdiction(text)
      if (value !== null) return { value }
      return { fault: text === '' ? 'field.required' : 'ifta.jurisdiction' }
    }
    return this.take('jurisdiction', read, '')
  }
}

const [lengthWords, volumeWords, fuelWords] = [wordsFor(lengthUnits), wordsFor(volumeUnits), wordsFor(iftaFuels)]
const currencyWords = wordsFor(currencies)

function readDistance(cells: Cells): DistanceRow {
  const row: DistanceRow = {
    unit_number: cells.take('unit', readUnitNumber, ''),
    jurisdiction: cells.jurisdiction(),
    distance_milli: cells.scaled('distance', decimals.quantity),
    taxable_milli: cells.textOf('taxable_distance') === '' ? null : cells.scaled('taxable_distance', decimals.quantity),
    length_unit: cells.take('length_unit', (text) => readWord(text, lengthWords), 'km'),
  }
  if (cells.faults.length === 0 && row.taxable_milli !== null && row.taxable_milli > row.distance_milli)
    cells.add('taxable_distance', 'ifta.taxable')
  return row
}

function readFuel(cells: Cells): FuelRow {
  const row: FuelRow = {
    unit_number: cells.take('unit', readUnitNumber, ''),
    jurisdiction: cells.jurisdiction(),
    fuel_type: cells.take('fuel_type', (text) => readWord(text, fuelWords), 'diesel'),
    quantity_milli: cells.scaled('quantity', decimals.quantity),
    unit: cells.take('unit_of_quantity', (text) => readWord(text, volumeWords), 'L'),
    is_tax_paid: cells.take('tax_paid', readYesNo, 'no') === 'yes',
    note: cells.textOf('note') || null,
  }
  if (row.quantity_milli === 0 && cells.faults.every(({ column }) => column !== 'quantity'))
    cells.add('quantity', message('field.above', { min: 0 }))
  return row
}

/** In dollars. Real rates are far below; one above was typed in cents. */
const highestRate = 5
function readRate(cells: Cells): IftaRateRow {
  const row: IftaRateRow = {
    jurisdiction: cells.jurisdiction(),
    fuel_type: cells.take('fuel_type', (text) => readWord(text, fuelWords), 'diesel'),
    rate_e6: cells.scaled('rate', decimals.unitTax),
    unit: cells.take('unit', (text) => readWord(text, volumeWords), 'L'),
    currency: cells.take('currency', (text) => readWord(text, currencyWords), 'CAD'),
    surcharge_e6: cells.textOf('surcharge') === '' ? null : cells.scaled('surcharge', decimals.unitTax),
    source: cells.textOf('source'),
  }
  if (cells.faults.length > 0) return row
  for (const column of ['rate', 'surcharge'] as const)
    if ((row[`${column}_e6`] ?? 0) > highestRate * 1_000_000)
      cells.add(column, message('ifta.rate-high', { max: highestRate }))
  if (isOutsideIfta(row.jurisdiction)) cells.add('jurisdiction', 'ifta.rate-outside')
  if (row.currency !== (row.unit === 'L' ? 'CAD' : 'USD')) cells.add('currency', 'ifta.rate-currency')
  return row
}

const readers: { [K in IftaKind]: (cells: Cells) => RowOf[K] } = {
  distances: readDistance,
  fuel: readFuel,
  rates: readRate,
}
const numberColumns: Record<IftaKind, readonly string[]> = {
  distances: ['distance', 'taxable_distance'],
  fuel: ['quantity'],
  rates: ['rate', 'surcharge'],
}
/** Rates are there once; units may have several rows for a jurisdiction, such as trips. */
const identityOf = (kind: IftaKind, row: object): string | null => {
  if (kind !== 'rates') return null
  const { jurisdiction, fuel_type, unit } = row as IftaRateRow
  return `${jurisdiction} ${fuel_type} ${unit}`
}

/** The rows of a file, and everything in it that cannot be read. The first row has the headers (REPT-5). */
export function readIftaRows<K extends IftaKind>(
  kind: K,
  rows: readonly TextRow[],
  separator: string,
): ReadIftaFile<RowOf[K]> {
  const [head, ...below] = rows
  if (!head) throw new SheetRefusal('file.empty')
  const { at, unused } = locate(kind, head)
  const result: ReadIftaFile<RowOf[K]> = {
    rows: [],
    read: below.length,
    failed: 0,
    faults: [],
    unused_columns: unused,
  }
  const seen = new Map<string, number>()
  const textIn = (cells: TextRow['cells'], column: string) => (cells[at.get(column) ?? -1] ?? '').trim()
  const numbers = below.flatMap(({ cells }) => numberColumns[kind].map((column) => textIn(cells, column)))
  const mark = decimalMarkOf(separator, numbers)
  /** A cell under no header was cut off another one, such as the decimals of `0,143`. */
  const isNameless = (cell: string, index: number): boolean => cell.trim() !== '' && !head.cells[index]?.trim()
  for (const { row, cells } of below) {
    const textOf = (column: string) => textIn(cells, column)
    const reading = new Cells(textOf, mark)
    const read = readers[kind](reading)
    const identity = identityOf(kind, read)
    const before = identity === null ? undefined : seen.get(identity)
    if (before !== undefined && reading.faults.length === 0)
      reading.add('jurisdiction', message('ifta.rate-twice', { row: before }))
    if (identity !== null && reading.faults.length === 0) seen.set(identity, row)
    const found: Omit<SheetFault, 'row'>[] = [
      ...reading.faults.map(({ column, reason }) => ({ column, value: textOf(column), reason })),
      ...cells.filter(isNameless).map((value) => ({ column: null, value, reason: 'ifta.nameless-cell' as const })),
    ]
    if (found.length === 0) result.rows.push(read)
    else result.failed += 1
    for (const { column, value, reason } of found)
      result.faults.push({ row, column, value: value?.slice(0, 200) || null, reason })
  }
  if (result.read === 0) throw new SheetRefusal('sheet.no-rows')
  return result
}
