import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import type { Access } from '../permissions.ts'
import { ratePreview } from '../rates/rate-preview.ts'
import { storedImportModes } from './import-modes.ts'
import { importKindWords, importStatusWords } from './imports-words.data.ts'
import { explanationForm, tieOut, tieStatusWords } from './tie-out.ts'

export const importKinds = ['cards', 'transactions', 'rates'] as const
export type ImportKind = (typeof importKinds)[number]
/** A user who can import a kind sees its imports. */
export const importAccess = {
  cards: 'cards.create',
  transactions: 'transactions.create',
  rates: 'rates.create',
} as const satisfies Record<ImportKind, Access>

export const importStatuses = ['queued', 'running', 'ready', 'done', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]
export const isImportOver = (status: ImportStatus): boolean =>
  status === 'ready' || status === 'done' || status === 'failed'

/** `replace` is for rates: it also drops what the file does not list of its days (RATE-6). */
export const applyModes = ['good', 'all', 'update', 'replace'] as const
export const listedErrors = 1000

const importError = z.object({
  row: z.int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
  /** The key and parameters of the reason; null for one stored before there were keys. */
  message: messageParts.nullable(),
})
export type ImportError = z.infer<typeof importError>

/** An existing card and how a file row changes it (CARD-18). */
const importChange = z.object({
  row: z.int(),
  card_number: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type ImportChange = z.infer<typeof importChange>
/** How many changes are stored for review; `changed_count` is their total. */
export const listedChanges = 200

/** File rows; always read = booked + duplicate + quarantined + failed (I7). In a preview, the expected counts. */
const counts = z.object({
  read: z.int(),
  booked: z.int(),
  duplicate: z.int(),
  quarantined: z.int(),
  failed: z.int(),
  /**
   * For an import of transactions, how many are to review now. Not part of the sum above, and decreases as they are
   * accepted (TXN-18).
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
  mode: z.enum(storedImportModes),
  read_count: z.int(),
  booked_count: z.int(),
  duplicate_count: z.int(),
  quarantined_count: z.int(),
  failed_count: z.int(),
  /** The template's example, among the rows that change nothing. */
  skipped_count: z.int(),
  /** The others of those rows: already in the portal. */
  already_there_count: z.int(),
  user_id: z.int().nullable(),
  user_name: z.string().nullable(),
  created_at: instant(),
  finished_at: instant().nullable(),
})
export type ImportRow = z.infer<typeof importRow>

const importRecord = importRow.extend({
  progress: z.object({ done: z.int(), total: z.int() }),
  counts,
  /** Transactions of this import in quarantine now; `counts.quarantined` counts the rows that the file put there. */
  in_quarantine: z.int(),
  /** The file's total per currency, if it has amounts. */
  totals: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** Why nothing was imported; for a finished import, that there was nothing to import. */
  reason: z.string().nullable(),
  reason_message: messageParts.nullable(),
  /** The columns of the header row: our field and the file's header, or only the header if it is not recognized. */
  columns: z.array(z.object({ field: z.string().nullable(), header: z.string() })),
  /** The first rows as read, to check before anything is written. */
  sample: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  errors_total: z.int(),
  errors: z.array(importError),
  /** Of the booked rows, how many change an existing card, and the first of these changes, field by field. */
  changed_count: z.int(),
  changes: z.array(importChange),
  /** What a previewed rate file would do; null for other imports (RATE-6). */
  report: ratePreview.nullable(),
  /** For an import of transactions; null for one from before there were tie-outs (TXN-17). */
  tie_out: tieOut.nullable(),
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
    tie_out: { kind: 'choice', options: choices({ open: tieStatusWords.open }) },
  },
  defaultSort: 'created_at,desc',
})

/** One record for every import, whatever its kind (TXN-9, CARD-13). A user sees the kinds they can import. */
const can = 'cards.create|transactions.create'
export const imports = defineContract('imports', {
  list: {
    method: 'GET',
    path: '/imports',
    reads: 'primary',
    summary: 'List imports',
    can,
    query: importList.query,
    list: importList,
    reply: pageOf('imports', importRow),
  },
  get: {
    method: 'GET',
    path: '/imports/:id',
    summary: 'Get an import with its progress and report',
    can,
    params: byId,
    reply: importRecord,
  },
  apply: {
    method: 'POST',
    path: '/imports/:id/apply',
    summary: 'Import what was previewed',
    status: 202,
    can,
    params: byId,
    body: z.strictObject({ mode: z.enum(applyModes) }),
    reply: z.object({ import_id: z.int() }),
  },
  explain: {
    method: 'PUT',
    path: '/imports/:id/explanation',
    summary: 'Explain why an import’s control total differs or rows stay rejected, or remove the explanation',
    can: 'transactions.create',
    params: byId,
    body: explanationForm,
    reply: importRecord,
  },
  remove: {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Delete an import that wrote nothing',
    can,
    params: byId,
    reply: z.null(),
  },
  errors: {
    method: 'GET',
    path: '/imports/:id/errors.csv',
    summary: 'Download the rejected rows with their reasons',
    can,
    transaction: 'none',
    params: byId,
    reply: 'file',
  },
})
