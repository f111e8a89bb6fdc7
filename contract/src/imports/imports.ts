import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import type { Access } from '../permissions.ts'
import { cardImportModes } from './import-modes.ts'

export const importKinds = ['cards', 'transactions', 'rates'] as const
export type ImportKind = (typeof importKinds)[number]
export const importKindWords = {
  cards: 'Cards',
  transactions: 'Transactions',
  rates: 'Daily Rates',
} as const satisfies Record<ImportKind, string>
/** Whoever may import a kind sees its imports. */
export const importAccess = {
  cards: 'cards.create',
  transactions: 'transactions.create',
  rates: 'rates.create',
} as const satisfies Record<ImportKind, Access>

export const importStatuses = ['queued', 'running', 'ready', 'done', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]
/** Ready: looked through, nothing written yet; a person decides. */
export const importStatusWords = {
  queued: 'Queued',
  running: 'Running',
  ready: 'Ready',
  done: 'Done',
  failed: 'Failed',
} as const satisfies Record<ImportStatus, string>
export const isImportOver = (status: ImportStatus): boolean =>
  status === 'ready' || status === 'done' || status === 'failed'

export const applyModes = ['good', 'all', 'update'] as const
export const listedErrors = 1000

const importError = z.object({
  row: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
  /** The key and parameters of the reason; null of one that was stored before there were keys. */
  message: messageParts.nullable(),
})
export type ImportError = z.infer<typeof importError>

/** A card that exists and how a row of the file changes it (CARD-18). */
const importChange = z.object({
  row: z.int(),
  card_number: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type ImportChange = z.infer<typeof importChange>
/** So many changes are kept to be looked at; `changed_count` says how many there are. */
export const listedChanges = 200

/**
 * Rows of the file; always read = booked + duplicate + quarantined + failed (I7). Of a preview, what would become of
 * them.
 */
const counts = z.object({
  read: z.int(),
  booked: z.int(),
  duplicate: z.int(),
  quarantined: z.int(),
  failed: z.int(),
  /**
   * Of an import of transactions: those that are to review now. Unlike the rows above it is no part of the sum, and it
   * falls as they are accepted (TXN-18).
   */
  review: z.int().optional(),
})
export const importRow = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  kind_words: z.string(),
  provider: z.string().nullable(),
  file_name: z.string(),
  size_bytes: z.int(),
  status: z.enum(importStatuses),
  mode: z.enum(cardImportModes),
  read_count: z.int(),
  booked_count: z.int(),
  duplicate_count: z.int(),
  quarantined_count: z.int(),
  failed_count: z.int(),
  /** Of the rows that change nothing, the example of the template. */
  skipped_count: z.int(),
  /** The others of them: what the portal has already. */
  already_there_count: z.int(),
  user_name: z.string().nullable(),
  created_at: instant(),
  finished_at: instant().nullable(),
})
export type ImportRow = z.infer<typeof importRow>

const importRecord = importRow.extend({
  progress: z.object({ done: z.int(), total: z.int() }),
  counts,
  /**
   * Transactions of this import that are in quarantine now; `counts.quarantined` is the rows that came there with the
   * file.
   */
  in_quarantine: z.int(),
  /** What the file amounts to, per currency, where it is about money. */
  totals: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** Why nothing came in; of an import that is done, that there was nothing to bring in. */
  reason: z.string().nullable(),
  reason_message: messageParts.nullable(),
  /**
   * What was found in the header row: our name of a column and the file's, or only the file's where it means nothing to
   * us.
   */
  columns: z.array(z.object({ field: z.string().nullable(), header: z.string() })),
  /** The first rows, as they were read, for a look before anything is written. */
  sample: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  errors_total: z.int(),
  errors: z.array(importError),
  /** Of the rows booked, those that change a card that exists, and the first of these, field by field. */
  changed_count: z.int(),
  changes: z.array(importChange),
})
export type ImportRecord = z.infer<typeof importRecord>

export const importList = defineList({
  rows: 'imports',
  columns: {
    created_at: ['Started', 'instant'],
    kind_words: 'Kind',
    provider: 'Provider',
    file_name: 'File',
    status: 'Status',
    read_count: ['Read', 'number'],
    booked_count: ['Imported', 'number'],
    already_there_count: ['Duplicates', 'number'],
    quarantined_count: ['Quarantined', 'number'],
    failed_count: ['Rejected', 'number'],
    user_name: 'By',
    finished_at: ['Finished', 'instant'],
  },
  sort: ['created_at'],
  filters: {
    file_name: { kind: 'text' },
    kind: { kind: 'choice', options: choices(importKinds, importKindWords) },
    status: { kind: 'choice', options: choices(importStatuses, importStatusWords) },
    user_name: { kind: 'text' },
    created_at: { kind: 'date' },
  },
  defaultSort: 'created_at,desc',
})

/**
 * One record for every import, whatever it brings in (TXN-9, CARD-13). Which kinds a person sees follows from what they
 * may import.
 */
const can = 'cards.create|transactions.create'
export const imports = defineContract('imports', {
  list: {
    method: 'GET',
    path: '/imports',
    summary: 'Imports',
    can,
    query: importList.query,
    list: importList,
    reply: pageOf('imports', importRow),
  },
  get: {
    method: 'GET',
    path: '/imports/:id',
    summary: 'An import with its progress and its report',
    can,
    params: byId,
    reply: importRecord,
  },
  apply: {
    method: 'POST',
    path: '/imports/:id/apply',
    summary: 'Bring in what was previewed',
    status: 202,
    can,
    params: byId,
    body: z.strictObject({ mode: z.enum(applyModes) }),
    reply: z.object({ import_id: z.int() }),
  },
  remove: {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Drop an import that wrote nothing',
    can,
    params: byId,
    reply: z.null(),
  },
  errors: {
    method: 'GET',
    path: '/imports/:id/errors.csv',
    summary: 'What was wrong with the rejected rows',
    can,
    transaction: 'none',
    params: byId,
    reply: 'file',
  },
})
