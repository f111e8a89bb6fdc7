import { jurisdictionOf } from '@portal/contract/lookups/jurisdictions.rules.ts'
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
import { emptyLine, type RowFault, type StagedLine, toCopyValues } from '../staged-lines.columns.ts'
import { type DateFormat, inOneLine, readClock, readMoment, readPlain, readUnits } from './layout-cells.ts'

/** The part of a declaration that all providers share. */
export type Declaration = {
  provider: FuelProviderName
  columns: readonly LayoutColumn[]
  dates: readonly DateFormat[]
}
/** `Name*` is required; aliases follow. */
export const column = (field: string, label: string, ...aliases: string[]): LayoutColumn => ({
  field,
  label: label.replace(/\*$/, ''),
  aliases,
  isRequired: label.endsWith('*'),
})

/** The list of codes changes only with a release. */
export const unknownProduct = (provider: FuelProviderName): Message => message('booking.product', { provider })

const needsEscape = /["\\\p{Cc}\p{Cs}]/u
/** A JSON string. Most texts need no escaping, so this skips JSON.stringify. */
const quoted = (text: string): string => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`)

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

/** One row being read: its cells by field, and the faults found so far. */
export class LayoutRow {
  readonly faults: RowFault[] = []
  readonly row: number
  readonly #declaration: Declaration
  readonly #pick: (field: string) => Cell
  readonly #sheet: { is1904: boolean; headers: readonly string[] }
  readonly #cells: readonly Cell[]
  readonly #latest: string

  constructor(
    declaration: Declaration,
    line: SheetRow,
    pick: (field: string) => Cell,
    sheet: { is1904: boolean; headers: readonly string[] },
    latest: string,
  ) {
    this.row = line.row
    this.#cells = line.cells
    this.#declaration = declaration
    this.#pick = pick
    this.#sheet = sheet
    this.#latest = latest
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
    return code === null
      ? null
      : this.shortCode(field, code, message('field.too-long', { max: transactionTexts.authentication_id }))
  }
  /** The code, or a fault if it is too long to store. */
  shortCode(field: string, code: string, otherwise: Message): string | null {
    if (code.length <= transactionTexts.authentication_id) return code
    this.fail(field, otherwise)
    return null
  }
  units(field: string, unit: Unit): number | null {
    return this.#taken(field, readUnits(this.#pick(field), unit))
  }
  /** As `units`, with an empty cell as 0. */
  sum(field: string, unit: Unit): number {
    return this.units(field, unit) ?? 0
  }
  isFilled(field: string): boolean {
    return this.#pick(field) !== undefined
  }

  #moment(): string | null {
    const moment = this.#taken(
      'date',
      readMoment(this.#pick('date'), this.#sheet.is1904, this.#declaration.dates, this.#latest),
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
    const { headers } = this.#sheet
    let json = ''
    for (let at = 0; at < headers.length; at++) {
      const shown = shownCell(this.#cells[at])
      if (shown !== '') json += `${json ? ',' : '{'}${quoted(headers[at] || `Column ${at + 1}`)}:${quoted(shown)}`
    }
    return json ? `${json}}` : '{}'
  }

  /**
   * Lines for the database. For a rejected row: only the fields that identify its transaction, so that its other rows
   * are rejected too.
   */
  result(transaction: StagedLine, lines: readonly StagedLine[]): ReturnType<SheetLayout['read']> {
    const [fault] = this.faults
    if (!fault) return { lines: lines.map(toCopyValues), faults: [] }
    const { row_no, authentication_id, txn_at, card_number } = transaction
    const rejected = {
      ...emptyLine,
      row_no,
      authentication_id,
      txn_at,
      card_number,
      fault: message('booking.cell-rejected', { column: fault.column ?? '', reason: fault.reason }),
    }
    return { lines: authentication_id === null ? [] : [toCopyValues(rejected)], faults: this.faults }
  }
}
