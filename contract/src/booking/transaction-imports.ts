import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, localTime, text } from '../fields.ts'
import { importModes, maxSheetBytes } from '../imports/import-modes.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { fuelProviders, providerFacts } from '../lookups/providers.rules.ts'
import { currencies } from '../rules/currency.ts'
import { quarantineReasonWords, quarantineStatusWords } from './booking-words.data.ts'

/** The spellings that the import accepts (TXN-9). */
export const importProviders = fuelProviders.map((provider) => providerFacts[provider].importName)

/** A quarantined transaction waits until a user releases it, once its card is valid, or skips it. */
const quarantineStatuses = ['waiting', 'released', 'skipped'] as const
export const skipForm = z.strictObject({ reason: text(200) })

const quarantineReasons = ['unknown', 'closed', 'unassigned', 'product'] as const
const quarantineRow = z.object({
  id: z.int(),
  provider: z.string(),
  authentication_id: z.string(),
  txn_date: localTime(),
  card_number: z.string(),
  reason: z.enum(quarantineReasons),
  status: z.enum(quarantineStatuses),
  /** Why the transaction was skipped. */
  note: z.string().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
  row_count: z.int(),
  import_id: z.int(),
  file_name: z.string(),
  created_at: instant(),
})
export type QuarantineRow = z.infer<typeof quarantineRow>
/** Lists waiting transactions by default. `status:released` and `status:skipped` list the others. */
export const quarantineList = defineList({
  rows: 'quarantine',
  columns: {
    provider: 'Provider',
    authentication_id: 'Auth code',
    txn_date: ['Time stamp', 'time'],
    card_number: 'Card number',
    reason: 'Reason',
    status: 'Status',
    note: 'Note',
    amount: ['Amount', 'money'],
    currency: 'Currency',
    file_name: 'File',
  },
  sort: ['created_at'],
  filters: {
    card_number: { kind: 'text' },
    authentication_id: { kind: 'text' },
    file_name: { kind: 'text' },
    import_id: { kind: 'id' },
    reason: { kind: 'choice', options: choices(quarantineReasons, quarantineReasonWords) },
    status: { kind: 'choice', options: choices(quarantineStatuses, quarantineStatusWords) },
  },
  defaultSort: 'created_at,desc',
})

export const transactionImports = defineContract('transactionImports', {
  upload: {
    method: 'POST',
    path: '/import_transactions',
    summary: 'Import the transactions of a fuel provider from an xls or xlsx file',
    status: 202,
    can: 'transactions.create',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxSheetBytes },
    query: z.strictObject({ provider: z.string().min(1).max(40), mode: z.enum(importModes).default('good') }),
    reply: z.object({ import_id: z.int() }),
  },
  quarantine: {
    method: 'GET',
    path: '/quarantine',
    summary: 'List quarantined transactions',
    can: 'transactions.create',
    query: quarantineList.query,
    list: quarantineList,
    reply: pageOf('quarantine', quarantineRow),
  },
  release: {
    method: 'POST',
    path: '/quarantine/:id/release',
    summary:
      'Release a quarantined transaction whose card is now valid and whose product codes are mapped, and book it',
    can: 'transactions.create',
    params: byId,
    reply: z.object({ transactions: z.array(z.object({ txn_id: z.int(), authentication_id: z.string() })) }),
  },
  skip: {
    method: 'POST',
    path: '/quarantine/:id/skip',
    summary: 'Skip a quarantined transaction, so that it is never booked',
    can: 'transactions.create',
    params: byId,
    body: skipForm,
    reply: quarantineRow,
  },
  returnToQuarantine: {
    method: 'POST',
    path: '/quarantine/:id/return',
    summary: 'Return a skipped transaction to quarantine',
    can: 'transactions.create',
    params: byId,
    reply: quarantineRow,
  },
})
