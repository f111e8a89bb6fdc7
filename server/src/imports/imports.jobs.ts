import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImportKind, ImportRecord } from '@portal/contract/imports/imports.ts'
import { type Message, message } from '@portal/contract/message.ts'
import pg from 'pg'
import type { Database, Db } from '../db/connect.ts'
import { staffScope } from '../platform/access/scope.ts'
import type { Clock } from '../platform/access/sessions.ts'
import { isUnavailable } from '../platform/http/errors.ts'
import { type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { countImport } from '../platform/jobs/metrics.ts'
import { type Failure, type GoOn, keepClaim, runDue, type Work } from '../platform/jobs/work-queue.ts'
import type { CheckedRows, ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import type { ReadSummary } from '../platform/sheets/layout.ts'
import { type SheetType, sheetTypeOf } from '../platform/sheets/open-sheet.ts'
import { keptFaults } from '../platform/sheets/read-sheet.ts'
import { type SheetFault, SheetRefusal } from '../platform/sheets/sheet.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { WorkFolder } from '../platform/storage/work-folder.ts'
import { finishImport, type ImportOutcome, importQueue } from './imports.queries.ts'
import { type ReadFile, readInChild } from './read-in-child.ts'

export type ImportServices = {
  database: Database
  storage: Storage
  /** Holds a file while it is read. */
  workFolder: WorkFolder
  works: Partial<Record<ImportKind, ImportWork>>
  /** How a file is read: unless a test says otherwise, in its own process. */
  read?: ReadFile
  clock?: Clock
  log?: Log
}

/** A worker that has not reported within this time is dead; a live one reports twice a second. */
export const importLeaseMs = 30_000
const reportMs = 500
/** The pauses after the first and second failed attempts; the third attempt is the last. */
const pausesMs = [2000, 15_000]
const claims = {
  queue: importQueue,
  leaseMs: importLeaseMs,
  /** The job acts for the import's company; staff see all companies. */
  scopeOf: ({ company_id }: StoredImport) => staffScope(company_id),
}

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

async function importFile(
  importing: ImportServices,
  work: ImportWork,
  claimed: StoredImport,
  path: string,
): Promise<void> {
  const type = sheetTypeOf(claimed.file_name) as SheetType
  const { kind, provider } = claimed
  let lost = () => {}
  const progress = { progress_done: 0, progress_total: 0 }
  const keeping = keepClaim(claims, importing, claimed, {
    everyMs: reportMs,
    progress: () => progress,
    onLost: () => lost(),
  })
  try {
    await importing.database.longTransaction(claims.scopeOf(claimed), async (db, copy) => {
      const statement = await work.stage(db, claimed)
      const options = { ...(claimed.options as object), ...(await work.readerOptions?.(db, claimed)) }
      const { read = readInChild } = importing
      const reading = read({ path, type, kind, provider, options }, (done, total) =>
        Object.assign(progress, { progress_done: done, progress_total: total }),
      )
      lost = reading.stop
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
  } finally {
    await keeping.stop()
  }
}

/** An error of the database or the rules, which a retry would repeat. */
const isCertain = (error: unknown) =>
  error instanceof RangeError || (error instanceof pg.DatabaseError && !isUnavailable(error))

const nothing = {
  read_count: 0,
  booked_count: 0,
  duplicate_count: 0,
  quarantined_count: 0,
  failed_count: 0,
  errors_total: 0,
  tie_out: null,
}
const cutOff = 'import.cut-off'
const databaseAway = message('import.database-away', { times: pausesMs.length + 1 })
/** Whether the connection broke, as opposed to a timeout or a lock conflict. */
const isDisconnected = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? /^(08|57P)/.test(error.code ?? '')
    : error instanceof Error && isUnavailable(error)
/** The reason shown after the last attempt. */
const lastReason = (error: unknown) => (isDisconnected(error) ? databaseAway : cutOff)

/** The reason shown to the user. */
const reasonOf = ({ id }: StoredImport, error: unknown): Message => {
  if (error instanceof SheetRefusal) return error.message
  return isCertain(error) ? message('import.failed', { id: String(id) }) : lastReason(error)
}

/** Counts and logs a failed attempt. A rejected file is not an error of the service (OPS-5). */
function report(log: Log | undefined, { id, kind, attempts }: StoredImport, { error, nextAttemptAt }: Failure): void {
  const logged = { import: id, kind, attempt: attempts }
  if (error instanceof SheetRefusal) {
    countImport(kind, 'refused')
    log?.info(logged, 'import rejected; its record has the reason')
    return
  }
  countImport(kind, nextAttemptAt ? 'again' : 'failed')
  const ended = isCertain(error) ? 'import failed and cannot succeed on retry' : 'import failed on its last attempt'
  log?.error({ ...logged, err: error }, nextAttemptAt ? 'import failed and will be retried' : ended)
}

/** Fetches the stored file. Wraps the error, so that a storage failure is not mistaken for a database failure. */
async function fetchFile(storage: Storage, claimed: StoredImport, path: string): Promise<void> {
  try {
    await pipeline(await storage.get(claimed.storage_key as string), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    throw new Error('The stored file cannot be read', { cause: error })
  }
}

async function runImport(importing: ImportServices, claimed: StoredImport): Promise<void> {
  const { works, workFolder, storage } = importing
  const work = works[claimed.kind as ImportKind]
  if (!work) throw new SheetRefusal('import.unsupported')
  let folder: string | undefined
  try {
    folder = await mkdtemp(workFolder.own('import-'))
    const path = join(folder, 'sheet')
    await fetchFile(storage, claimed, path)
    await importFile(importing, work, claimed, path)
    countImport(claimed.kind, 'done')
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

const importJob = (importing: ImportServices): Work<'imports'> => ({
  ...claims,
  pausesMs,
  attempt: async (claimed) => {
    await runImport(importing, claimed)
    return undefined
  },
  isFinal: (error) => error instanceof SheetRefusal || isCertain(error),
  report: (claimed, failure) => report(importing.log, claimed, failure),
  end: (claimed, { error }, write) =>
    write((db) => finishImport(db, claimed, { status: 'failed', reason: reasonOf(claimed, error), ...nothing }, [])),
})

/** Runs every due import in turn. Returns how many there were. */
export const runDueImports = (importing: ImportServices, goOn?: GoOn): Promise<number> =>
  runDue(importJob(importing), importing, goOn)

const pollEveryMs = 250
/** Two workers, so that a short file does not wait for a long one. */
const workers = 2
export const startImporting = (importing: ImportServices & { log: Log }, everyMs = pollEveryMs): Running =>
  startJob({ name: 'imports', everyMs, log: importing.log, workers }, (goOn) => runDueImports(importing, goOn))
