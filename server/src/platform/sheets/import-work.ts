import type { ImportChange, ImportRecord } from '@portal/contract/imports/imports.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Imports } from '../../db/schema.ts'
import type { ReadSummary } from './layout.ts'
import type { SheetFault } from './sheet.ts'

export type StoredImport = Selectable<Imports>

/** After the check, the rows left in the staging table are good. */
export type CheckedRows = {
  failed: number
  /** Rows that change nothing; `skipped` of them are examples. */
  duplicate: number
  skipped?: number
  /** `changed` of them change an existing record. */
  good: number
  changed?: number
  changes?: ImportChange[]
  faults: SheetFault[]
  faultsTotal: number
  quarantined?: number
  /** What the file says beside what becomes of it, as stored (TXN-17). */
  tie_out?: object
}
export type AppliedRows = {
  booked: number
  quarantined?: number
  totals?: ImportRecord['totals']
  /** Nothing was written, because the preview no longer holds: the new one. */
  outdated?: ImportRecord['report']
}
/**
 * A kind of import's work on its rows once they are staged. All of it runs in one transaction, which a preview rolls
 * back.
 */
export type ImportWork = {
  /** What the reader must know from the database, besides the import's own options. */
  readerOptions?(db: Db, claimed: StoredImport): Promise<Record<string, unknown>>
  /** Creates the staging table and returns the COPY statement that fills it. */
  stage(db: Db, claimed: StoredImport): Promise<string>
  check(db: Db, claimed: StoredImport, summary: ReadSummary): Promise<CheckedRows>
  apply(db: Db, claimed: StoredImport): Promise<AppliedRows>
  /** What applying would do, for kinds whose preview says more than their rows. */
  preview?(db: Db, claimed: StoredImport): Promise<ImportRecord['report']>
  /** All rows or none, whatever the mode. */
  isWhole?: boolean
  /** What an import still has to do now, for kinds that can leave work. */
  countOpen?(db: Db, importId: number): Promise<OpenWork>
  /** The stored tie-out as of now. */
  describeTieOut?(db: Db, stored: StoredImport): Promise<ImportRecord['tie_out']>
}
/** Transactions to review, and those in quarantine (TXN-18). */
export type OpenWork = { review: number; in_quarantine: number }
