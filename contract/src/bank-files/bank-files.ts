import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { messageParts } from '../fields.ts'
import { bankDateCodes, bankSeparatorCodes, decimalMarkCodes } from './banks.ts'

export const maxBankFileBytes = 5 * 1024 * 1024
/** The most lines of one file: years of a busy account. */
export const bankFileRows = 20_000
/** Errors of a file beyond these are only counted. */
export const shownBankErrors = 500

/** What the columns of a file seem to be. Null is left to the person. */
const proposedMapping = z.object({
  has_header: z.boolean(),
  separator: z.enum(bankSeparatorCodes),
  decimal_mark: z.enum(decimalMarkCodes),
  date_format: z.enum(bankDateCodes).nullable(),
  date: z.string().nullable(),
  amount: z.string().nullable(),
  credit: z.string().nullable(),
  debit: z.string().nullable(),
  reference: z.string().nullable(),
  name: z.string().nullable(),
})
export type ProposedMapping = z.infer<typeof proposedMapping>
const fileColumns = z.object({
  /** The header texts, or the numbers of the columns if the file has no header row. */
  columns: z.array(z.string()),
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  proposed: proposedMapping,
})
export type BankFileColumns = z.infer<typeof fileColumns>

const bankFile = z.object({
  id: z.int(),
  bank_id: z.int(),
  bank_name: z.string(),
  name: z.string(),
  /** Rows of the file; then lines of money in that are new, lines known from an earlier file, and payments out. */
  rows: z.int(),
  added: z.int(),
  known: z.int(),
  debits: z.int(),
  failed: z.int(),
  errors_total: z.int(),
  errors: z.array(
    z.object({
      row: z.int(),
      column: z.string().nullable(),
      value: z.string().nullable(),
      reason: z.string(),
      message: messageParts.nullable(),
    }),
  ),
})
export type BankFile = z.infer<typeof bankFile>

export const bankFiles = defineContract('bankFiles', {
  columns: {
    method: 'POST',
    path: '/bank-files/columns',
    summary: 'Read the columns of a bank file and propose their mapping; nothing is stored',
    can: 'invoices.update',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxBankFileBytes },
    reply: fileColumns,
  },
  upload: {
    method: 'POST',
    path: '/bank-files',
    summary: 'Read a bank file (CSV, at most 5 MB); lines known from an earlier file are not added again',
    can: 'invoices.update',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxBankFileBytes, form: ['bank_id'] },
    reply: bankFile,
    status: 201,
  },
})
