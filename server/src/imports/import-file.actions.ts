import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import { type Message, message } from '@portal/contract/message.ts'
import type { Database, Db } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { CheckedRows, ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import type { ReadSummary } from '../platform/sheets/layout.ts'
import { type SheetType, sheetTypeOf } from '../platform/sheets/open-sheet.ts'
import { keptFaults } from '../platform/sheets/read-sheet.ts'
import type { SheetFault } from '../platform/sheets/sheet.ts'
import { finishImport, type ImportOutcome, importQueue } from './imports.queries.ts'
import { type ReadFile, readInChild } from './read-in-child.ts'

/** A worker that has not reported within this time is dead; a live one reports twice a second. */
export const importLeaseMs = 30_000
export const importClaims = {
  queue: importQueue,
  leaseMs: importLeaseMs,
  /** The job acts for the import's company; staff see all companies. */
  scopeOf: ({ company_id }: StoredImport) => staffScope(company_id),
}

export type FileServices = {
  database: Database
  /** How a file is read: unless a test says otherwise, in its own process. */
  read?: ReadFile
}
/** How the one who keeps the claim follows the work, and ends its reading once the claim is lost. */
export type Watching = { onProgress(done: number, total: number): void; onStart(stop: () => void): void }
/** A claimed import with its file fetched. */
export type FetchedImport = { claimed: StoredImport; path: string }

type Ended = { outcome: ImportOutcome; faults: SheetFault[] }
const countsOf = (summary: ReadSummary, checked: CheckedRows) => ({
  read_count: summary.read,
  duplicate_count: checked.duplicate,
  quarantined_count: checked.quarantined ?? 0,
  failed_count: summary.failed + checked.failed,
  progress_done: summary.read,
  progress_total: summary.read,
  booked_count: 0,
  skipped_count: checked.skipped ?? 0,
  changed_count: 0,
  changes: JSON.stringify(checked.changes ?? []),
  report: null,
  tie_out: checked.tie_out ? JSON.stringify(checked.tie_out) : null,
  errors_total: summary.faultsTotal + checked.faultsTotal,
  columns: JSON.stringify(summary.columns),
  sample: JSON.stringify(summary.sample),
})

/** Why a valid file imports nothing. */
const nothingLeft = ({ duplicate, skipped = 0 }: CheckedRows): Message => {
  if (skipped === 0) return 'import.all-known'
  if (skipped === duplicate) return 'import.only-example'
  return 'import.known-or-example'
}

/** Decides by the mode what to do with the checked rows. */
async function decide(
  db: Db,
  work: ImportWork,
  claimed: StoredImport,
  summary: ReadSummary,
  checked: CheckedRows,
): Promise<ImportOutcome> {
  const counts = countsOf(summary, checked)
  const { failed_count: failed } = counts
  const quarantined = checked.quarantined ?? 0
  // A file with nothing left to decide is done once it is read (CARD-18).
  const nothingNew = checked.duplicate === summary.read ? nothingLeft(checked) : null
  if (claimed.mode === 'preview' && nothingNew) return { ...counts, status: 'done', reason: nothingNew }
  const isWhole = claimed.mode === 'all' || work.isWhole
  const ready = (report: ImportRecord['report']): ImportOutcome => ({
    ...counts,
    status: 'ready',
    booked_count: checked.good,
    changed_count: checked.changed ?? 0,
    report: report === null ? null : JSON.stringify(report),
  })
  if (claimed.mode === 'preview' && !(isWhole && failed > 0)) return ready((await work.preview?.(db, claimed)) ?? null)
  if (isWhole && failed > 0) {
    const reason = message(failed === 1 ? 'import.one-row-failed' : 'import.rows-failed', {
      failed,
      read: summary.read,
    })
    return {
      ...counts,
      status: 'failed',
      quarantined_count: 0,
      failed_count: summary.read - checked.duplicate,
      changes: '[]',
      reason,
    }
  }
  if (checked.good === 0 && quarantined === 0 && checked.duplicate < summary.read)
    return { ...counts, status: 'failed', reason: 'import.no-good-row' }
  const { booked, totals = [], outdated } = await work.apply(db, claimed)
  if (outdated) return { ...ready(outdated), mode: 'preview', reason: 'import.preview-outdated' }
  return {
    ...counts,
    status: 'done',
    booked_count: booked,
    changed_count: checked.changed ?? 0,
    totals: JSON.stringify(totals),
    reason: nothingNew,
  }
}

/**
 * Reads, checks and writes a file in one transaction with its record. Runs in the portal, or for a large file in a
 * process of its own.
 */
export async function bookFile(
  importing: FileServices,
  work: ImportWork,
  { claimed, path }: FetchedImport,
  { onProgress, onStart }: Watching,
): Promise<void> {
  const type = sheetTypeOf(claimed.file_name) as SheetType
  const { kind, provider } = claimed
  await importing.database.longTransaction(importClaims.scopeOf(claimed), async (db, copy) => {
    const statement = await work.stage(db, claimed)
    const options = { ...(claimed.options as object), ...(await work.readerOptions?.(db, claimed)) }
    const { read = readInChild } = importing
    const reading = read({ path, type, kind, provider, options }, onProgress)
    onStart(reading.stop)
    await copy(statement, reading.lines).catch(async (error: unknown) => {
      // If the reader ended, its reason is more accurate than the database's error about a partial line.
      if (reading.lines.readableEnded) await reading.done
      // Otherwise the database stopped reading, and its error is the reason, however the reader ends (OPS-3).
      reading.stop()
      throw error
    })
    const { summary, faults } = await reading.done
    const checked = await work.check(db, claimed, summary)
    const ended: Ended = {
      outcome: await decide(db, work, claimed, summary, checked),
      faults: [...faults, ...checked.faults].sort((a, b) => a.row - b.row).slice(0, keptFaults),
    }
    await finishImport(db, claimed, ended.outcome, ended.faults)
  })
}
