import { changesKeptDays } from '@portal/contract/list-changes.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Retention } from '../../process/config.ts'
import type { Storage } from '../storage/storage.ts'
import { jobScope, type Log } from './jobs.ts'

export type Cleanup = { retention: Retention; storage: Pick<Storage, 'remove'>; log: Log }

/** Rows per statement, far below its time limit. */
const batchSize = 1000
/** The job's claim lasts longer. What is left after this time is deleted the next night. */
const patienceMs = 120_000
const dayMs = 24 * 3_600_000
const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString()

/** One batch of each kind of rows; returns how many were removed or erased. */
const removeRows = (database: Database, now: Date, { sessionDays, mailDays }: Retention): Promise<number> =>
  database.transaction(jobScope, async (db) => {
    const { rows } = await sql<{ count: number }>`
      select remove_expired(${now.toISOString()}, ${daysBefore(now, sessionDays)}, ${batchSize})
        + erase_old_mail(${now.toISOString()}, ${daysBefore(now, mailDays)}, ${batchSize})
        + remove_old_changes(${daysBefore(now, changesKeptDays)}, ${batchSize}) as count`.execute(db)
    return rows[0]?.count ?? 0
  })

/**
 * Takes the content of old import files from their records; records, rows and reports stay. Files of imports that still
 * wait for a decision stay too. The content is removed after the commit: until then a record names it.
 */
async function removeImportFiles(
  database: Database,
  now: Date,
  days: number,
  { storage, log }: Cleanup,
): Promise<number> {
  const keys = await database.transaction(jobScope, async (db) => {
    const { rows } = await sql<{ storage_key: string }>`
      with ended as (
        select id, storage_key from imports
        where storage_key is not null and status in ('done', 'failed') and finished_at < ${daysBefore(now, days)}
        order by finished_at limit ${batchSize} for update skip locked
      )
      update imports set storage_key = null from ended where imports.id = ended.id returning ended.storage_key`.execute(
      db,
    )
    return rows.map(({ storage_key }) => storage_key)
  })
  for (const key of keys)
    await storage
      .remove(key)
      .catch((err: unknown) => log.error({ err, storage_key: key }, 'could not remove the content of an import file'))
  return keys.length
}

/** Removes what has expired, by the settings (OPS-6). */
export async function removeExpired(database: Database, now: Date, cleanup: Cleanup): Promise<void> {
  const { retention } = cleanup
  const until = performance.now() + patienceMs
  let isOver = false
  while (!isOver && performance.now() < until) {
    const rows = await removeRows(database, now, retention)
    const files =
      retention.importFileDays === null ? 0 : await removeImportFiles(database, now, retention.importFileDays, cleanup)
    isOver = rows + files === 0
  }
}
