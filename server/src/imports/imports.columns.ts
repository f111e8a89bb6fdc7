import {
  type ImportError,
  type ImportKind,
  type ImportRecord,
  type ImportRow,
  importRow,
} from '@portal/contract/imports/imports.ts'
import { importKindWords } from '@portal/contract/imports/imports-words.data.ts'
import type { TieOut } from '@portal/contract/imports/tie-out.ts'
import type { Imports } from '../db/schema.ts'
import type { OpenWork, StoredImport } from '../platform/sheets/import-work.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'

const computed = ['kind_words', 'already_there_count']
export const importColumns = Object.keys(importRow.shape).filter((name) => !computed.includes(name)) as (keyof Imports &
  keyof ImportRow)[]
export type StoredImportRow = Pick<StoredImport, (typeof importColumns)[number]>

export const toImportRow = (stored: StoredImportRow): ImportRow =>
  ({
    ...stored,
    kind_words: importKindWords[stored.kind as ImportKind],
    already_there_count: stored.duplicate_count - stored.skipped_count,
  }) as ImportRow

export function toImport(
  stored: StoredImport,
  errors: ImportError[],
  open: OpenWork | undefined,
  tie_out: TieOut | null,
): ImportRecord {
  const row = toImportRow(Object.fromEntries(importColumns.map((name) => [name, stored[name]])) as StoredImportRow)
  const { totals, columns, sample, reason, errors_total } = stored
  return {
    ...row,
    progress: { done: stored.progress_done, total: stored.progress_total },
    counts: {
      read: stored.read_count,
      booked: stored.booked_count,
      duplicate: stored.duplicate_count,
      quarantined: stored.quarantined_count,
      failed: stored.failed_count,
      ...(open ? { review: open.review } : {}),
    },
    in_quarantine: open?.in_quarantine ?? 0,
    totals: totals as ImportRecord['totals'],
    columns: columns as ImportRecord['columns'],
    sample: sample as ImportRecord['sample'],
    reason: sentenceOf(reason),
    reason_message: storedParts(reason),
    errors_total,
    errors,
    changed_count: stored.changed_count,
    changes: stored.changes as ImportRecord['changes'],
    report: stored.report as ImportRecord['report'],
    tie_out,
  }
}
