import type { applyModes, ImportRecord } from '@portal/contract/imports/imports.ts'
import type { TFunction } from '../ui/words/translation.ts'

type Looked = Pick<ImportRecord, 'counts' | 'changed_count'>
export type ApplyMode = (typeof applyModes)[number]

/** How many rows of a preview will be imported. Existing records count only if chosen (CARD-18). */
export const rowsToImport = ({ counts, changed_count }: Looked, isUpdating: boolean): number =>
  counts.booked - (isUpdating ? 0 : changed_count)

/** Records can change after the preview. Without errors, the import is all or nothing. */
export const applyModeOf = ({ counts, changed_count }: Looked, isUpdating: boolean): ApplyMode =>
  isUpdating ? 'update' : counts.failed + changed_count === 0 ? 'all' : 'good'

/** The text of the button that confirms the import. */
export function importLabel(t: TFunction, record: Looked, isUpdating: boolean): string {
  const rows = rowsToImport(record, isUpdating)
  if (record.counts.failed + record.counts.booked === rows)
    return rows === 1 ? t('Import 1 row') : t('Import {count} rows', { count: rows })
  return rows === 1 ? t('Import the valid row') : t('Import the {count} valid rows', { count: rows })
}
