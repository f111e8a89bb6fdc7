import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, currency, instant, isoDate, messageParts, optionalText, text, version } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices } from '../list-choices.ts'
import { currencies } from '../rules/currency.ts'
import { isAccountPattern } from './journal-accounts.rules.ts'
import { journalFormats, journalFormatWords } from './journal-formats.data.ts'
import { batchStatusWords } from './journal-words.data.ts'

export type BatchStatus = keyof typeof batchStatusWords
const batchStatuses = Object.keys(batchStatusWords) as [BatchStatus, ...BatchStatus[]]
/** `JB-000012`: a batch's number, as its file is named. */
export const batchNumber = (batch: number): string => `JB-${String(batch).padStart(6, '0')}`
/** One export of a period in one currency (RECV-10). */
const journalBatch = z.object({
  id: z.int(),
  number: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  format: z.enum(journalFormats),
  format_words: z.string(),
  currency: z.enum(currencies),
  status: z.enum(batchStatuses),
  status_words: z.string(),
  entries: z.int(),
  debit_total: z.number(),
  credit_total: z.number(),
  /** The cost of purchases up to `to` that no invoice billed by then. It is in no entry. */
  unbilled_cost: z.number(),
  /** Billed less credited, before sales tax, in the batch without a known cost. */
  uncosted: z.number(),
  /** Of the file; null until it is stored. */
  sha256: z.string().nullable(),
  user_id: z.int().nullable(),
  user_name: z.string().nullable(),
  created_at: instant(),
  withdrawn_by: z.string().nullable(),
  withdrawn_at: instant().nullable(),
  withdraw_reason: z.string().nullable(),
  version: z.int(),
})
export type JournalBatch = z.infer<typeof journalBatch>
/** The sums of a general-ledger account, as mapped at the export. Without one, of a key that no row covers. */
const batchAccount = z.object({
  account_number: z.string().nullable(),
  account_name: z.string().nullable(),
  /** The first keys that are mapped to it, and how many there are. */
  keys: z.array(z.string()),
  key_count: z.int(),
  debit: z.number(),
  credit: z.number(),
})
export type BatchAccount = z.infer<typeof batchAccount>
const batchDay = z.object({ date: z.iso.date(), entries: z.int(), debit: z.number(), credit: z.number() })
export type BatchDay = z.infer<typeof batchDay>
const journalBatchDetail = journalBatch.extend({ accounts: z.array(batchAccount), days: z.array(batchDay) })
export type JournalBatchDetail = z.infer<typeof journalBatchDetail>

/** What an export would hold in one currency, and why it would be refused. */
const batchPreview = journalBatch
  .pick({ currency: true, entries: true, debit_total: true, credit_total: true, unbilled_cost: true, uncosted: true })
  .extend({
    /** Dated in a period that was exported before they were entered. */
    late: z.int(),
    /** Dated before the period and in no batch; they stay out. */
    earlier: z.int(),
    accounts: z.array(batchAccount),
    fault: z.string().nullable(),
    fault_message: messageParts.nullable(),
  })
export type BatchPreview = z.infer<typeof batchPreview>

export const journalBatchList = defineList({
  rows: 'journal_batches',
  columns: {
    number: 'Batch',
    from: ['From', 'day'],
    to: ['To', 'day'],
    format_words: 'Format',
    currency: 'Currency',
    entries: ['Entries', 'number'],
    debit_total: ['Debits', 'money'],
    credit_total: ['Credits', 'money'],
    unbilled_cost: ['Unbilled cost', 'money'],
    uncosted: ['Without cost', 'money'],
    status_words: 'Status',
    user_name: 'By',
    created_at: ['Exported', 'instant'],
    withdrawn_by: 'Withdrawn by',
    withdrawn_at: ['Withdrawn', 'instant'],
    withdraw_reason: 'Reason',
  },
  sort: ['created_at', 'to'],
  filters: {
    to: { kind: 'date' },
    format: { kind: 'choice', options: choices(journalFormatWords) },
    currency: { kind: 'choice', options: currencyChoices },
    status: { kind: 'choice', options: choices(batchStatusWords) },
  },
  defaultSort: 'created_at,desc',
})

/** More documents than this are exported in several periods, so that a batch stays one short transaction. */
export const batchLimit = 20_000

/** Without a currency, a batch for each one that has entries. */
export const journalBatchInput = z
  .strictObject({
    from: isoDate(),
    to: isoDate(),
    format: z.enum(journalFormats).default('csv'),
    currency: currency().nullish(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'field.to-before-from' })
export type JournalBatchInput = z.output<typeof journalBatchInput>
/** The fields that a person fills in. */
export const withdrawForm = z.object({ reason: text(300) })

/** What programs need to know beside the accounts. */
const journalSettings = z.strictObject({
  /** The currencies that the books of an accounting program are kept in. Others are exported as CSV only. */
  currencies: z.array(currency()).min(1),
  /** The name of Xero's tax rate without tax: each tax is a line of its own. */
  xero_tax_rate: text(50),
  /** The name of Xero's tracking category for provinces; null for none. */
  xero_tracking: optionalText(100).transform((value) => value ?? null),
})
export type JournalSettings = z.output<typeof journalSettings>
export const defaultJournalSettings: JournalSettings = {
  currencies: ['CAD'],
  xero_tax_rate: 'Tax Exempt',
  xero_tracking: null,
}
const journalAccount = z.strictObject({
  pattern: text(60).refine(isAccountPattern, { error: 'journal.pattern' }),
  currency: currency().nullable(),
  account_number: text(20),
  account_name: text(160),
})
const accountRows = z
  .array(journalAccount)
  .max(1000)
  .superRefine((rows, context) => {
    const seen = new Set<string>()
    for (const [at, row] of rows.entries()) {
      const name = `${row.currency ?? ''} ${row.pattern}`
      if (seen.has(name)) context.addIssue({ code: 'custom', path: [at, 'pattern'], message: 'journal.pattern-twice' })
      seen.add(name)
    }
  })
const mapping = { accounts: accountRows, settings: journalSettings }
/** `is_default`: nothing was saved yet, and the portal's own accounts apply. */
const journalMapping = z.object({
  accounts: z.array(journalAccount.extend({ currency: z.enum(currencies).nullable() })),
  settings: z.object({
    currencies: z.array(z.enum(currencies)),
    xero_tax_rate: z.string(),
    xero_tracking: z.string().nullable(),
  }),
  is_default: z.boolean(),
  version: z.int(),
})
export type JournalMapping = z.infer<typeof journalMapping>
export const journalMappingInput = z.strictObject({ ...mapping, version: version().nullish() })
export type JournalMappingInput = z.output<typeof journalMappingInput>

/** For staff who manage reports, because entries have costs (COST-2). */
const forStaff = { can: 'reporting.update', isForStaff: true } as const
export const journalBatches = defineContract('journalBatches', {
  list: {
    method: 'GET',
    path: '/journal-batches',
    summary: 'List the exported batches of the journal with their totals',
    ...forStaff,
    query: journalBatchList.query,
    list: journalBatchList,
    reply: pageOf('journal_batches', journalBatch),
  },
  create: {
    method: 'POST',
    path: '/journal-batches',
    summary: 'Export the journal entries of a period that are in no batch yet, as one batch for each currency',
    ...forStaff,
    body: journalBatchInput,
    reply: z.object({ journal_batches: z.array(journalBatch) }),
    status: 201,
  },
  preview: {
    method: 'GET',
    path: '/journal-batches/preview',
    summary: 'Preview an export: entries, sums by general-ledger account, and why a currency would be refused',
    ...forStaff,
    query: journalBatchInput,
    reply: z.object({ previews: z.array(batchPreview) }),
  },
  get: {
    method: 'GET',
    path: '/journal-batches/:id',
    summary: 'Get a batch of the journal with its sums by account and by day',
    ...forStaff,
    params: byId,
    reply: journalBatchDetail,
  },
  download: {
    method: 'GET',
    path: '/journal-batches/:id/download',
    summary: 'Download a batch of the journal in its format; several files come as one archive',
    ...forStaff,
    transaction: 'none',
    params: byId,
    reply: 'file',
  },
  withdraw: {
    method: 'POST',
    path: '/journal-batches/:id/withdraw',
    summary: 'Withdraw a batch with a reason, so that its entries can be exported again',
    ...forStaff,
    params: byId,
    body: z.strictObject({ ...withdrawForm.shape, version: version().nullish() }),
    reply: journalBatch,
  },
})
export const journalAccounts = defineContract('journalAccounts', {
  get: {
    method: 'GET',
    path: '/journal-accounts',
    summary: 'Get the general-ledger accounts that the journal is mapped to, and the settings of its formats',
    ...forStaff,
    reply: journalMapping,
  },
  save: {
    method: 'PUT',
    path: '/journal-accounts',
    summary: 'Replace the general-ledger accounts that the journal is mapped to, and the settings of its formats',
    ...forStaff,
    body: journalMappingInput,
    reply: journalMapping,
    ignores: ['is_default'],
  },
})
