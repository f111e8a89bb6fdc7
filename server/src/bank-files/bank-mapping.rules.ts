import type { BankFileColumns, ProposedMapping } from '@portal/contract/bank-files/bank-files.ts'
import {
  type BankSeparator,
  bankDateCodes,
  type DecimalMark,
  decimalMarkCodes,
  type MappedColumn,
  mappedColumns,
} from '@portal/contract/bank-files/banks.ts'
import { parseBankAmount, parseBankDate, plainUpper } from './bank-cells.rules.ts'

/** Headers are compared without case, accents and signs. */
export const bankHeaderKey = (text: string): string =>
  plainUpper(text)
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

/** Headers of Canadian banks in English and French, the most telling first. */
const headers: Record<MappedColumn, readonly string[]> = {
  date: [
    'TRANSACTION DATE',
    'POSTED DATE',
    'POSTING DATE',
    'DATE',
    'VALUE DATE',
    'DATE DE L OPERATION',
    'DATE DE TRANSACTION',
    'DATE OPERATION',
    'DATE D INSCRIPTION',
    'DATE DE VALEUR',
  ],
  amount: ['AMOUNT', 'TRANSACTION AMOUNT', 'NET AMOUNT', 'CAD', 'USD', 'MONTANT', 'MONTANT DE L OPERATION'],
  credit: ['CREDIT', 'CREDITS', 'CREDIT AMOUNT', 'DEPOSIT', 'DEPOSITS', 'MONEY IN', 'DEPOT', 'DEPOTS', 'CREDIT CAD'],
  debit: ['DEBIT', 'DEBITS', 'DEBIT AMOUNT', 'WITHDRAWAL', 'WITHDRAWALS', 'MONEY OUT', 'RETRAIT', 'RETRAITS'],
  reference: [
    'REFERENCE',
    'REFERENCE NUMBER',
    'REF',
    'REMITTANCE',
    'MEMO',
    'DETAILS',
    'NUMERO DE REFERENCE',
    'NO DE REFERENCE',
    'REFERENCE DU CLIENT',
    'DESCRIPTION',
    'COMMUNICATION',
  ],
  name: [
    'NAME',
    'PAYER',
    'PAYER NAME',
    'PAYEE',
    'CUSTOMER',
    'ORIGINATOR',
    'ORIGINATOR NAME',
    'NOM',
    'NOM DU PAYEUR',
    'PAYEUR',
    'DONNEUR D ORDRE',
    'CLIENT',
    'DESCRIPTION',
  ],
}

/** Where each field is by the headers of a row. A column serves one field. */
function columnsBy(row: readonly string[]): Partial<Record<MappedColumn, number>> {
  const keys = row.map(bankHeaderKey)
  const found: Partial<Record<MappedColumn, number>> = {}
  for (const field of mappedColumns) {
    const taken = new Set(Object.values(found))
    const at = headers[field].map((name) => keys.indexOf(name)).find((index) => index >= 0 && !taken.has(index))
    if (at !== undefined) found[field] = at
  }
  if (found.amount !== undefined && found.credit !== undefined) delete found.amount
  if (found.amount !== undefined) delete found.debit
  return found
}
const isHeader = (row: readonly string[]): boolean => {
  const { date, amount, credit } = columnsBy(row)
  return date !== undefined && (amount !== undefined || credit !== undefined)
}

const isAnyDate = (text: string): boolean => bankDateCodes.some((format) => parseBankDate(text, format) !== null)
/** Columns of a file without a header row, by their content: the first date and the first amount. */
function columnsByContent(rows: readonly (readonly string[])[]): Partial<Record<MappedColumn, number>> {
  const width = Math.max(...rows.map(({ length }) => length))
  const every = (at: number, fits: (text: string) => boolean) =>
    rows.every((row) => fits(row[at] ?? '')) && rows.some((row) => (row[at] ?? '') !== '')
  const columns = Array.from({ length: width }, (_, at) => at)
  const date = columns.find((at) => every(at, isAnyDate))
  const isAmount = (text: string) => decimalMarkCodes.some((mark) => parseBankAmount(text, mark) !== null)
  const amount = columns.find(
    (at) => at !== date && every(at, isAmount) && rows.some((row) => /[.,]\d\d$/.test(row[at] ?? '')),
  )
  return { ...(date === undefined ? {} : { date }), ...(amount === undefined ? {} : { amount }) }
}

/** The decimal mark that all amounts fit; a comma between semicolons if both fit. */
function markOf(amounts: readonly string[], separator: BankSeparator): DecimalMark {
  const fitting = decimalMarkCodes.filter((mark) => amounts.every((text) => parseBankAmount(text, mark) !== null))
  return fitting.length === 1 ? (fitting[0] as DecimalMark) : separator === ';' ? ',' : '.'
}

const shownRows = 5
const headerWithin = 20
/** The columns of a file and what they seem to be. An order of day and month that is not certain is left open. */
export function proposeMapping(
  rows: readonly { row: number; cells: readonly string[] }[],
  separator: BankSeparator,
): BankFileColumns {
  const at = rows.slice(0, headerWithin).findIndex(({ cells }) => isHeader(cells))
  const below = rows.slice(at + 1, at + 1 + 50).map(({ cells }) => cells)
  const header = rows[at]?.cells
  const found = header ? columnsBy(header) : columnsByContent(below)
  const width = Math.max(0, ...below.map(({ length }) => length), header?.length ?? 0)
  const nameOf = (index: number): string => header?.[index]?.trim() || String(index + 1)
  const named = (field: MappedColumn): string | null => {
    const index = found[field]
    return index === undefined ? null : nameOf(index)
  }
  const valuesOf = (field: MappedColumn) =>
    below.map((cells) => (found[field] === undefined ? '' : (cells[found[field]] ?? ''))).filter((text) => text !== '')
  const dates = valuesOf('date')
  const formats = bankDateCodes.filter((format) => dates.every((text) => parseBankDate(text, format) !== null))
  const proposed: ProposedMapping = {
    has_header: header !== undefined,
    separator,
    decimal_mark: markOf([...valuesOf('amount'), ...valuesOf('credit'), ...valuesOf('debit')], separator),
    date_format: dates.length > 0 && formats.length === 1 ? (formats[0] ?? null) : null,
    date: named('date'),
    amount: named('amount'),
    credit: named('credit'),
    debit: named('debit'),
    reference: named('reference'),
    name: named('name'),
  }
  return {
    columns: Array.from({ length: width }, (_, index) => nameOf(index)),
    rows: rows.slice(at + 1, at + 1 + shownRows).map(({ row, cells }) => ({ row, cells: [...cells] })),
    proposed,
  }
}
