import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImportKind } from '@portal/contract/imports/imports.ts'
import { type Message, message } from '@portal/contract/message.ts'
import pg from 'pg'
import type { Clock } from '../platform/access/sessions.ts'
import { isUnavailable } from '../platform/http/errors.ts'
import { type Log, type Running, startJob } from '../platform/jobs/jobs.ts'
import { countImport } from '../platform/jobs/metrics.ts'
import { type Failure, type GoOn, keepClaim, runDue, type Work } from '../platform/jobs/work-queue.ts'
import type { ImportWork, StoredImport } from '../platform/sheets/import-work.ts'
import { SheetRefusal } from '../platform/sheets/sheet.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { WorkFolder } from '../platform/storage/work-folder.ts'
import { type Apart, bookApart } from './import-apart.ts'
import { bookFile, type FileServices, importClaims, type Watching } from './import-file.actions.ts'
import { finishImport } from './imports.queries.ts'

export type ImportServices = FileServices & {
  storage: Storage
  /** Holds a file while it is read. */
  workFolder: WorkFolder
  works: Partial<Record<ImportKind, ImportWork>>
  clock?: Clock
  /**
   * How a process of its own reaches the database, for files from this size on. Without it, every file is booked in this
   * process.
   */
  apart?: Apart & { fromBytes?: number }
  log?: Log
}

/** A smaller file is booked before another process would have started. */
const apartFromBytes = 500_000
const isApart = ({ fromBytes = apartFromBytes }: { fromBytes?: number }, { size_bytes }: StoredImport) =>
  size_bytes >= fromBytes

/** The pauses after the first and second failed attempts; the third attempt is the last. */
const pausesMs = [2000, 15_000]

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

const reportMs = 500
/** Renews the claim while the file is booked: here, because another process can be kept waiting for longer than the lease. */
async function keepWhile(
  importing: ImportServices,
  claimed: StoredImport,
  book: (watching: Watching) => Promise<void>,
): Promise<void> {
  let stop = () => {}
  const progress = { progress_done: 0, progress_total: 0 }
  const keeping = keepClaim(importClaims, importing, claimed, {
    everyMs: reportMs,
    progress: () => progress,
    onLost: () => stop(),
  })
  try {
    await book({
      onProgress: (done, total) => Object.assign(progress, { progress_done: done, progress_total: total }),
      onStart: (given) => {
        stop = given
      },
    })
  } finally {
    await keeping.stop()
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
    await keepWhile(importing, claimed, (watching) =>
      importing.apart && isApart(importing.apart, claimed)
        ? bookApart(importing.apart, { claimed, path }, watching)
        : bookFile(importing, work, { claimed, path }, watching),
    )
    countImport(claimed.kind, 'done')
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

const importJob = (importing: ImportServices): Work<'imports'> => ({
  ...importClaims,
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
