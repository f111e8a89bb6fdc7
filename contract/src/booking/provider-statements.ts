import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, currency, id, instant, isoDate, moneyBalance, optionalText, text, version } from '../fields.ts'
import { tieStatuses, tieStatusWords } from '../imports/tie-out.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices, providerChoices } from '../list-choices.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { currencies } from '../rules/currency.ts'

/** The imports on a statement; without them, those that are on it stay. */
const importIds = z.array(id()).max(400).optional()
export const statementInput = z.strictObject({
  provider: text(40),
  number: text(60),
  currency: currency(),
  statement_date: isoDate(),
  total: moneyBalance(),
  note: optionalText(500),
  import_ids: importIds,
})
export type StatementInput = z.output<typeof statementInput>

/** What is not sent stays. An explanation is for the difference that is left after the change. */
const statementChange = z.strictObject({
  number: text(60).optional(),
  statement_date: isoDate().optional(),
  total: moneyBalance().optional(),
  note: optionalText(500),
  explanation: optionalText(500),
  import_ids: importIds,
  version: version().nullish(),
})
export type StatementChange = z.output<typeof statementChange>

/** One import on a statement, in the statement's currency. Amounts are the provider's, as of the import. */
const statementImport = z.object({
  import_id: z.int(),
  file_name: z.string(),
  created_at: instant(),
  /** All rows of the file. */
  amount: z.number(),
  /** Of these, rows that another file on this statement has already brought. They count once. */
  repeated: z.number(),
  quarantined: z.number(),
  rejected: z.number(),
  unread_rows: z.int(),
})

const providerStatement = z.object({
  id: z.int(),
  provider: z.string(),
  number: z.string(),
  currency: z.enum(currencies),
  statement_date: z.string(),
  total: z.number(),
  note: z.string().nullable(),
  /** What the rows of its files add up to, each row once. */
  files_total: z.number(),
  /** The statement's total less that of its files. */
  difference: z.number(),
  status: z.enum(tieStatuses),
  explanation: z.string().nullable(),
  /** The difference that was explained. Another one is open again. */
  explained_difference: z.number().nullable(),
  explained_by: z.string().nullable(),
  explained_at: instant().nullable(),
  import_count: z.int(),
  imports: z.array(statementImport),
  created_by: z.string(),
  created_at: instant(),
  updated_at: instant(),
  version: z.int(),
})
export type ProviderStatement = z.infer<typeof providerStatement>

export const statementList = defineList({
  rows: 'provider_statements',
  columns: {
    provider: 'Provider',
    number: 'Statement number',
    statement_date: ['Statement date', 'day'],
    total: ['Statement total', 'money'],
    files_total: ['Total of its files', 'money'],
    difference: ['Difference', 'money'],
    currency: 'Currency',
    status: 'Status',
    explanation: 'Explanation',
    import_count: ['Imports', 'number'],
    note: 'Note',
  },
  sort: ['statement_date'],
  filters: {
    provider: { kind: 'choice', options: providerChoices(fuelProviders) },
    number: { kind: 'text' },
    currency: { kind: 'choice', options: currencyChoices },
    statement_date: { kind: 'date' },
    status: { kind: 'choice', options: choices(tieStatuses, tieStatusWords) },
  },
  defaultSort: 'statement_date,desc',
})

/** The fuel providers' own statements, which the imports of their files are tied to (TXN-17). For the provider only. */
export const providerStatements = defineContract('providerStatements', {
  list: {
    method: 'GET',
    path: '/provider-statements',
    summary: 'List the fuel providers’ statements with the difference to their files',
    can: 'transactions.create',
    query: statementList.query,
    list: statementList,
    reply: pageOf('provider_statements', providerStatement),
  },
  get: {
    method: 'GET',
    path: '/provider-statements/:id',
    summary: 'Get a fuel provider’s statement with its imports',
    can: 'transactions.create',
    params: byId,
    reply: providerStatement,
  },
  create: {
    method: 'POST',
    path: '/provider-statements',
    summary: 'Add a fuel provider’s statement and tie imports to it',
    status: 201,
    can: 'transactions.create',
    body: statementInput,
    reply: providerStatement,
  },
  update: {
    method: 'PUT',
    path: '/provider-statements/:id',
    summary: 'Change a fuel provider’s statement, its imports or the explanation of its difference',
    can: 'transactions.create',
    params: byId,
    body: statementChange,
    ignores: [
      'id',
      'provider',
      'currency',
      'files_total',
      'difference',
      'status',
      'explained_difference',
      'explained_by',
      'explained_at',
      'import_count',
      'imports',
      'created_by',
      'created_at',
      'updated_at',
    ],
    reply: providerStatement,
  },
})
