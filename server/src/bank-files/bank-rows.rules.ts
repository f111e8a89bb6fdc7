import {
  type BankMapping,
  type BankSeparator,
  type MappedColumn,
  mappedColumns,
} from '@portal/contract/bank-files/banks.ts'
import { type Message, message, severalOf } from '@portal/contract/message.ts'
import { type SheetFault, SheetRefusal } from '../platform/sheets/sheet.ts'
import { cleanText, parseBankAmount, parseBankDate } from './bank-cells.rules.ts'
import { bankHeaderKey } from './bank-mapping.rules.ts'
import { payerKey } from './payers.rules.ts'

export const signOf = (separator: BankSeparator): string => (separator === 'tab' ? '\t' : separator)
export const separatorNamed = (sign: string): BankSeparator => (sign === '\t' ? 'tab' : sign === ';' ? ';' : ',')

export type BankRow = { row: number; cells: readonly string[] }
/** A line as its bank reports it. Money out is negative. */
export type ReadLine = {
  line_date: string
  amount_cents: number
  reference: string
  payer: string
  payer_key: string
  occurrence: number
}
export type ReadBankFile = { lines: ReadLine[]; read: number; failed: number; faults: SheetFault[] }

const maxCents = 9_999_999_999
const headerWithin = 100
type Positions = Partial<Record<MappedColumn, number>>

/** Where the mapped columns are, and the rows below them. */
function locate(rows: readonly BankRow[], mapping: BankMapping): { at: Positions; below: readonly BankRow[] } {
  const mapped = mappedColumns.flatMap((field) => (mapping[field] ? [[field, mapping[field]] as const] : []))
  if (!mapping.has_header)
    return { at: Object.fromEntries(mapped.map(([field, number]) => [field, Number(number) - 1])), below: rows }
  for (const [index, { cells }] of rows.slice(0, headerWithin).entries()) {
    const keys = cells.map(bankHeaderKey)
    const found = mapped.map(([field, header]) => [field, keys.indexOf(bankHeaderKey(header))] as const)
    if (found.every(([, position]) => position >= 0))
      return { at: Object.fromEntries(found), below: rows.slice(index + 1) }
  }
  throw new SheetRefusal(message('bank-file.no-header', { columns: severalOf(mapped.map(([, header]) => header)) }))
}

type CellFault = { field: MappedColumn; reason: Message }
type Pick = (field: MappedColumn) => string
/** The amount of a row in cents, or why it has none. */
function amountOf(pick: Pick, mapping: BankMapping): number | CellFault {
  const parts = (['amount', 'credit', 'debit'] as const).flatMap((field) => (pick(field) ? [field] : []))
  const read = parts.map((field) => [field, parseBankAmount(pick(field), mapping.decimal_mark)] as const)
  for (const [field, cents] of read) {
    if (cents === null) return { field, reason: 'bank-file.amount' }
    if (Math.abs(cents) > maxCents) return { field, reason: 'bank-file.too-large' }
  }
  const moved = read.filter(([, cents]) => cents !== 0)
  const [first] = moved
  if (!first) return { field: mapping.amount ? 'amount' : 'credit', reason: 'bank-file.no-amount' }
  if (moved.length > 1) return { field: 'credit', reason: 'bank-file.two-amounts' }
  const [field, cents] = first as [MappedColumn, number]
  return field === 'debit' ? -Math.abs(cents) : cents
}

function readRow(pick: Pick, mapping: BankMapping): Omit<ReadLine, 'occurrence'> | CellFault[] {
  const line_date = parseBankDate(pick('date'), mapping.date_format)
  const amount = amountOf(pick, mapping)
  const faults: CellFault[] = []
  if (line_date === null)
    faults.push({
      field: 'date',
      reason: pick('date') ? message('bank-file.date', { format: mapping.date_format }) : 'field.required',
    })
  if (typeof amount !== 'number') faults.push(amount)
  if (line_date === null || typeof amount !== 'number') return faults
  const payer = cleanText(pick('name'))
  const reference = cleanText(pick('reference'))
  return { line_date, amount_cents: amount, reference, payer, payer_key: payerKey(payer || reference) }
}

const identityOf = ({ line_date, amount_cents, reference, payer }: Omit<ReadLine, 'occurrence'>): string =>
  JSON.stringify([line_date, amount_cents, reference, payer])

/**
 * The lines of a file by its bank's mapping, and the rows that cannot be read. Equal lines of a day are counted, so that
 * an overlapping file numbers them the same way.
 */
export function readBankRows(rows: readonly BankRow[], mapping: BankMapping): ReadBankFile {
  const { at, below } = locate(rows, mapping)
  const seen = new Map<string, number>()
  const result: ReadBankFile = { lines: [], read: 0, failed: 0, faults: [] }
  for (const { row, cells } of below) {
    const pick: Pick = (field) => {
      const index = at[field]
      return index === undefined ? '' : (cells[index] ?? '').trim()
    }
    result.read += 1
    const read = readRow(pick, mapping)
    if (Array.isArray(read)) {
      result.failed += 1
      for (const { field, reason } of read)
        result.faults.push({ row, column: mapping[field] ?? null, value: pick(field).slice(0, 200) || null, reason })
      continue
    }
    const identity = identityOf(read)
    const occurrence = (seen.get(identity) ?? 0) + 1
    seen.set(identity, occurrence)
    result.lines.push({ ...read, occurrence })
  }
  return result
}
