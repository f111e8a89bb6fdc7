import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { type AppliedFunctions, comparedFunctions, knownFunctions } from '../db/functions.ts'
import { type AppliedMigration, comparedMigrations, knownMigrations } from '../db/migrations.ts'

export const listOutcomes = (db: Db) => db.selectFrom('job_outcomes').selectAll().orderBy('job').execute()

export const listProcesses = (db: Db) => db.selectFrom('processes').selectAll().orderBy('process').execute()

/** The newest backup that was completed, the newest that failed, and the newest trial. */
export async function readBackups(db: Db) {
  const newest = () => db.selectFrom('backups').orderBy('started_at', 'desc').limit(1)
  return {
    done: await newest()
      .select(['finished_at', 'size_bytes', 'started_at'])
      .where('size_bytes', 'is not', null)
      .executeTakeFirst(),
    failed: await newest()
      .select(['finished_at', 'failure', 'started_at'])
      .where('failure', 'is not', null)
      .executeTakeFirst(),
    tested: await db
      .selectFrom('backups')
      .select(['tested_at', 'test_failure'])
      .where('tested_at', 'is not', null)
      .orderBy('tested_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  }
}

export async function readMigrations(db: Db) {
  const known = await knownMigrations()
  const { rows: applied } = await sql<AppliedMigration>`select name, checksum from applied_migrations()`.execute(db)
  const { rows: functions } =
    await sql<AppliedFunctions>`select name, checksum, version from applied_functions()`.execute(db)
  return {
    applied: applied.length,
    known: known.length,
    newest:
      applied
        .map(({ name }) => name)
        .sort()
        .at(-1) ?? null,
    are_current: comparedMigrations(known, applied) === null,
    are_functions_current: comparedFunctions(await knownFunctions(), functions) === null,
  }
}

export async function readServerVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]?.version ?? ''
}

/** Uploaded files and issued documents. Reads every row, so its result is kept for some minutes. */
export async function sumFiles(db: Db): Promise<{ files: number; file_bytes: number }> {
  const { rows } = await sql<{ files: number; file_bytes: number }>`
    select count(*)::int as files, coalesce(sum(size_bytes), 0)::bigint as file_bytes from (
      select size_bytes from files union all select size_bytes from issued_documents) stored`.execute(db)
  return rows[0] ?? { files: 0, file_bytes: 0 }
}
