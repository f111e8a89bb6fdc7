import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, currency, instant, text, version } from '../fields.ts'
import { receiptModeCodes } from '../payments/payment-modes.ts'
import { currencies } from '../rules/currency.ts'

/** The order of a date's parts. Any separator, or none, stands between them. */
export const bankDateFormats = {
  'YYYY-MM-DD': 'Year, month, day',
  'DD-MM-YYYY': 'Day, month, year',
  'MM-DD-YYYY': 'Month, day, year',
} as const
export type BankDateFormat = keyof typeof bankDateFormats
export const bankDateCodes = Object.keys(bankDateFormats) as BankDateFormat[]
export const bankSeparators = { ',': 'Comma', ';': 'Semicolon', tab: 'Tab' } as const
export type BankSeparator = keyof typeof bankSeparators
export const bankSeparatorCodes = Object.keys(bankSeparators) as BankSeparator[]
export const decimalMarks = { '.': 'Point', ',': 'Comma' } as const
export type DecimalMark = keyof typeof decimalMarks
export const decimalMarkCodes = Object.keys(decimalMarks) as DecimalMark[]

/** A column by its header, or by its number from 1 in a file without a header row. */
const column = () => text(200)
const optionalColumn = () => column().nullish()
const mappingShape = z.strictObject({
  has_header: z.boolean(),
  separator: z.enum(bankSeparatorCodes),
  decimal_mark: z.enum(decimalMarkCodes),
  date_format: z.enum(bankDateCodes),
  date: column(),
  /** One column with a sign, or one column each for money in and money out. */
  amount: optionalColumn(),
  credit: optionalColumn(),
  debit: optionalColumn(),
  reference: optionalColumn(),
  name: optionalColumn(),
})
export type BankMapping = z.output<typeof mappingShape>
export type MappedColumn = 'date' | 'amount' | 'credit' | 'debit' | 'reference' | 'name'
export const mappedColumns = ['date', 'amount', 'credit', 'debit', 'reference', 'name'] as const
const isColumnNumber = (given: string): boolean => /^[1-9]\d{0,2}$/.test(given)
const mapping = mappingShape.superRefine((given, context) => {
  const refuse = (path: MappedColumn, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (!given.amount && !given.credit) refuse('amount', 'bank.amount-column')
  if (given.amount && (given.credit || given.debit)) refuse('amount', 'bank.one-amount')
  if (!given.reference && !given.name) refuse('reference', 'bank.reference-or-name')
  if (given.has_header) return
  for (const name of mappedColumns) if (given[name] && !isColumnNumber(given[name])) refuse(name, 'bank.column-number')
})

/** A bank account that money comes into (RECV-1). Its columns are mapped once. */
export const bankInput = z.strictObject({
  name: text(100),
  currency: currency(),
  payment_mode: z.enum(receiptModeCodes).default('eft'),
  mapping,
})
export type BankInput = z.output<typeof bankInput>
const bankChange = bankInput.extend({ version: version().nullish() })
export type BankChange = z.output<typeof bankChange>
const bank = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.enum(currencies),
  payment_mode: z.enum(receiptModeCodes),
  mapping: mappingShape,
  /** How many lines were read from its files. A bank with lines keeps its currency. */
  lines: z.int(),
  version: z.int(),
  updated_at: instant(),
})
export type Bank = z.infer<typeof bank>

/** Banks are few, so they are listed as a whole. No customer can have this permission. */
export const banks = defineContract('banks', {
  list: {
    method: 'GET',
    path: '/banks',
    summary: 'List the banks whose files are read, with the mapping of their columns',
    can: 'invoices.update',
    reply: z.object({ banks: z.array(bank) }),
  },
  create: {
    method: 'POST',
    path: '/banks',
    summary: 'Add a bank with the mapping of its columns',
    can: 'invoices.update',
    body: bankInput,
    reply: bank,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/banks/:id',
    summary: 'Change a bank or the mapping of its columns',
    can: 'invoices.update',
    params: byId,
    body: bankChange,
    reply: bank,
  },
})
