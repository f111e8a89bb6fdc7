import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
import { type CodeTable, readProductCode } from '@portal/contract/lookups/product-codes.rules.ts'
import { type FuelProviderName, providerFacts } from '@portal/contract/lookups/providers.rules.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { type Currency, readCurrency } from '@portal/contract/rules/currency.ts'
import type { Unit } from '@portal/contract/rules/money.ts'
import { baseAuthorization } from '@portal/contract/transactions/lines.rules.ts'
import { type TransactionText, transactionTexts } from '@portal/contract/transactions/transaction-texts.data.ts'
import { cutText, type Reading, readCode, shownCell } from '../../platform/sheets/cells.ts'
import type { LayoutColumn } from '../../platform/sheets/header.ts'
import type { SheetLayout } from '../../platform/sheets/layout.ts'
import type { Cell, SheetRow } from '../../platform/sheets/sheet.ts'
import type { StatedRow } from '../../platform/sheets/stated-totals.ts'
import { emptyLine, type RowFault, type StagedLine, toCopyValues, unmapped } from '../staged-lines.columns.ts'
import { type DateFormat, inOneLine, readClock, readMoment, readPlain, readUnits } from './layout-cells.ts'

/** The part of a declaration that all providers share. */
export type Declaration = {
  provider: FuelProviderName
  columns: readonly LayoutColumn[]
  dates: readonly DateFormat[]
}
/** What the database tells the reader: the last day that is not in the future, and the provider's product codes. */
export type ReaderFacts = { latest: string; codes: CodeTable }
/** `Name*` is required; aliases follow. */
export const column = (field: string, label: string, ...aliases: string[]): LayoutColumn => ({
  field,
  label: label.replace(/\*$/, ''),
  aliases,
  isRequired: label.endsWith('*'),
})

/** `Total`, `Grand Total:`, `TOTALS CAD`, `Total général`. */
const isTotalWord = (cell: Cell): boolean => typeof cell === 'string' && /^\s*(grand\s+|sub-?)?totals?\b/i.test(cell)
const [space, doubleQuote, backslash, firstSurrogate, lastSurrogate] = [32, 34, 92, 0xd800, 0xdfff]
/** A JSON string. Most texts need no escaping, so this skips JSON.stringify; a loop is faster than a pattern here. */
function quoted(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isPlain = code >= space && code !== doubleQuote && code !== backslash
    if (!isPlain || (code >= firstSurrogate && code <= lastSurrogate)) return JSON.stringify(text)
  }
  return `"${text}"`
}
/** The headers as JSON keys, cached because every row has them. */
const keysOf = new WeakMap<readonly string[], readonly string[]>()
function jsonKeys(headers: readonly string[]): readonly string[] {
  let keys = keysOf.get(headers)
  if (!keys) {
    keys = headers.map((header, at) => `${quoted(header || `Column ${at + 1}`)}:`)
    keysOf.set(headers, keys)
  }
  return keys
}

const tooLong = message('field.too-long', { max: transactionTexts.authentication_id })

/** A declaration's columns by field, cached because every cell looks one up. */
const columnsOf = new WeakMap<Declaration, ReadonlyMap<string, LayoutColumn>>()
function columnOf(declaration: Declaration, field: string): LayoutColumn | undefined {
  let columns = columnsOf.get(declaration)
  if (!columns) {
    columns = new Map(declaration.columns.map((one) => [one.field, one]))
    columnsOf.set(declaration, columns)
  }
  return columns.get(field)
}

type SaidFigures = Pick<StatedRow, 'amount_cents' | 'column_milli' | 'rebate_cents'>
/** A row's quantity is that of its lines with a unit, or of all if none has one. */
function statedRow(
  { currency }: StagedLine,
  lines: readonly StagedLine[],
  said: SaidFigures,
  isRejected: boolean,
): StatedRow {
  const unit = lines.find((line) => line.unit !== null)?.unit ?? null
  const counted = unit === null ? lines : lines.filter((line) => line.unit !== null)
  // The unit of a rejected row may be what cannot be read.
  const isUncertain = lines.length === 0 || (isRejected && unit === null)
  const quantity_milli = isUncertain ? null : counted.reduce((sum, line) => sum + (line.quantity_milli ?? 0), 0)
  return { ...said, currency, unit, quantity_milli }
}
function withApart(lines: readonly StagedLine[], { amount_cents }: SaidFigures): readonly StagedLine[] {
  const apart_cents = (amount_cents ?? 0) - lines.reduce((sum, line) => sum + (line.file_amount_cents ?? 0), 0)
  return apart_cents === 0 ? lines : lines.map((line, at) => (at === 0 ? { ...line, apart_cents } : line))
}

/** One row being read: its cells by field, and the faults found so far. */
export class LayoutRow {
  readonly faults: RowFault[] = []
  readonly row: number
  readonly #declaration: Declaration
  readonly #pick: (field: string) => Cell
  readonly #sheet: { is1904: boolean; headers: readonly string[] }
  readonly #cells: readonly Cell[]
  readonly #known: ReaderFacts

  constructor(
    declaration: Declaration,
    line: SheetRow,
    pick: (field: string) => Cell,
    sheet: { is1904: boolean; headers: readonly string[] },
    known: ReaderFacts,
  ) {
    this.row = line.row
    this.#cells = line.cells
    this.#declaration = declaration
    this.#pick = pick
    this.#sheet = sheet
    this.#known = known
  }

  fail(field: string, reason: Message): void {
    const label = columnOf(this.#declaration, field)?.label ?? field
    if (!this.faults.some((fault) => fault.column === label))
      this.faults.push({ column: label, value: shownCell(this.#pick(field)), reason })
  }
  #taken<T>(field: string, { value, fault }: Reading<T>): T | null {
    if (fault) this.fail(field, fault)
    else if (value === undefined && columnOf(this.#declaration, field)?.isRequired) this.fail(field, 'field.required')
    return value ?? null
  }
  /** Cut to the length of the transaction's text field. */
  text(field: string, as: TransactionText = 'misc'): string | null {
    return this.#taken(field, readPlain(this.#pick(field), transactionTexts[as]))
  }
  code(field: string): string | null {
    const read = readCode(this.#pick(field))
    const code = this.#taken(field, read.value === undefined ? read : { value: inOneLine(read.value) || undefined })
    return code === null ? null : this.shortCode(field, code, tooLong)
  }
  /** The code, or a fault if it is too long to store. */
  shortCode(field: string, code: string, otherwise: Message): string | null {
    if (code.length <= transactionTexts.authentication_id) return code
    this.fail(field, otherwise)
    return null
  }
  /** The provider's code in a column, with our product for it. */
  product(field: string): { code: string; product: NonNullable<StagedLine['product']> } | null {
    const written = this.code(field)
    if (written === null) return null
    const { code, product } = readProductCode(this.#known.codes, written)
    return { code, product: product ?? unmapped(code) }
  }
  units(field: string, unit: Unit): number | null {
    return this.#taken(field, readUnits(this.#pick(field), unit))
  }
  /** What the cell states, if it can be read. No error otherwise. */
  peek(field: string, unit: Unit): number | null {
    return readUnits(this.#pick(field), unit).value ?? null
  }
  /** As `units`, with an empty cell as 0. */
  sum(field: string, unit: Unit): number {
    return this.units(field, unit) ?? 0
  }
  /**
   * A row without date, card and code whose words say that it is a total: the file's control total, not a purchase
   * (TXN-16).
   */
  isTotal(code: string): boolean {
    return (
      ['date', 'card', code].every((field) => !this.isFilled(field) || isTotalWord(this.#pick(field))) &&
      this.#cells.some(isTotalWord)
    )
  }
  isFilled(field: string): boolean {
    return this.#pick(field) !== undefined
  }

  #moment(): string | null {
    const moment = this.#taken(
      'date',
      readMoment(this.#pick('date'), this.#sheet.is1904, this.#declaration.dates, this.#known.latest),
    )
    const time = this.#taken('time', readClock(this.#pick('time'), this.#sheet.is1904))
    return moment ? `${moment.day}T${time ?? moment.time ?? '00:00:00'}` : null
  }
  #card(): string | null {
    const card = this.code('card')?.replace(/[\s-]/g, '') ?? null
    if (card === null || /^\d{6,19}$/.test(card)) return card
    this.fail('card', 'booking.card-digits')
    return null
  }
  #province(): string | null {
    const province = this.text('province')?.toUpperCase() ?? null
    if (province !== null && jurisdictionOf(province) === null) this.fail('province', 'booking.province')
    return province
  }
  /** The provider's currency. The file's column decides only if `isChoice`; otherwise it must match. */
  currency(isChoice: boolean): Currency | null {
    const own = providerFacts[this.#declaration.provider].currency
    const text = this.text('currency')
    if (text === null) return own
    const currency = readCurrency(text)
    if (currency === null) this.fail('currency', 'booking.currency')
    else if (!isChoice && currency !== own)
      this.fail('currency', message('booking.other-currency', { provider: this.#declaration.provider, currency: own }))
    return currency
  }
  /** Site numbers are compared as text without leading zeros. */
  #site(): string | null {
    const site = this.code('site') ?? this.text('site_name', 'site_name')?.toUpperCase() ?? null
    return site === null ? null : cutText(site.replace(/^0+(?=.)/, ''), transactionTexts.site_number).trim()
  }

  /** The fields that all lines of the row share. */
  transaction(authorization: (moment: string | null) => string | null, isCurrencyChoice: boolean): StagedLine {
    const txn_at = this.#moment()
    const code = authorization(txn_at)
    return {
      ...emptyLine,
      row_no: this.row,
      authentication_id: code === null ? null : baseAuthorization(code),
      dtl_auth_id: code,
      txn_at,
      card_number: this.#card(),
      site_number: this.#site(),
      site_name: this.text('site_name', 'site_name'),
      city: this.text('city', 'city'),
      province: this.#province(),
      currency: this.currency(isCurrencyChoice),
      driver_name: this.text('driver', 'driver_name'),
      vehicle: this.text('vehicle', 'vehicle'),
      odometer: this.text('odometer', 'odometer'),
      trip_number: this.text('trip', 'trip_number'),
      tran_no: this.text('tran_no', 'tran_no'),
      misc: this.text('misc'),
      raw: this.#raw(),
    }
  }
  #raw(): string {
    const keys = jsonKeys(this.#sheet.headers)
    let json = ''
    for (let at = 0; at < keys.length; at++) {
      const shown = shownCell(this.#cells[at])
      if (shown !== '') json += (json ? ',' : '{') + keys[at] + quoted(shown)
    }
    return json ? `${json}}` : '{}'
  }

  /** The currency is that of its column, or a word of the row such as `Total USD`. */
  control(quantity: string, amount: string): ReturnType<SheetLayout['read']> {
    const words = this.#cells.find(isTotalWord) as string
    const currency =
      readCurrency(shownCell(this.#pick('currency'))) ?? readCurrency(/\b(CAD|USD)\b/i.exec(words)?.[0] ?? '')
    const control = {
      quantity_milli: this.peek(quantity, 'quantity'),
      amount_cents: this.peek(amount, 'money'),
      currency,
    }
    return { lines: [], faults: [], control }
  }
  /**
   * Lines for the database. For a rejected row: only the fields that identify its transaction, so that its other rows
   * are rejected too. `said` is what the row's own cells state (TXN-17).
   */
  result(transaction: StagedLine, lines: readonly StagedLine[], said: SaidFigures): ReturnType<SheetLayout['read']> {
    const [fault] = this.faults
    const stated = statedRow(transaction, lines, said, fault !== undefined)
    if (!fault) return { lines: withApart(lines, said).map(toCopyValues), faults: [], stated }
    const { row_no, authentication_id, txn_at, card_number } = transaction
    const rejected = {
      ...emptyLine,
      row_no,
      authentication_id,
      txn_at,
      card_number,
      fault: message('booking.cell-rejected', { column: fault.column ?? '', reason: fault.reason }),
    }
    return { lines: authentication_id === null ? [] : [toCopyValues(rejected)], faults: this.faults, stated }
  }
}
