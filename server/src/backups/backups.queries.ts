import type pg from 'pg'
import { backupLock } from '../db/owner.ts'
import { type BackupRow, interrupted } from './schedule.rules.ts'

/** Held while an archive is tried, so that only one process does. */
export const trialLock = 7083_0003
/** Takes a lock that ends with the connection, unless another process has it. */
export const takeLock = async (owner: pg.ClientBase, lock: number): Promise<boolean> =>
  (await owner.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock])).rows[0]?.got ?? false

export type NewBackup = { cause: 'command' | 'schedule'; file_name: string }

export const insertBackup = async (owner: pg.ClientBase, { cause, file_name }: NewBackup): Promise<string> =>
  (
    await owner.query('insert into backups (cause, file_name, started_at) values ($1, $2, now()) returning id', [
      cause,
      file_name,
    ])
  ).rows[0].id

type Outcome = { size_bytes?: number; failure?: string }
export const finishBackup = (owner: pg.ClientBase, id: string, { size_bytes, failure }: Outcome) =>
  owner.query('update backups set finished_at = now(), size_bytes = $2, failure = $3 where id = $1', [
    id,
    size_bytes ?? null,
    failure ?? null,
  ])

/** What is unfinished although no backup is being made was ended with its process. */
export const endAbandoned = (owner: pg.ClientBase) =>
  owner.query(`update backups set finished_at = now(), failure = $1 where finished_at is null`, [interrupted])
/** Whether a process makes a backup at this moment. It holds the lock until its end, however it ends. */
export const isBeingMade = async (client: Pick<pg.ClientBase, 'query'>): Promise<boolean> =>
  (
    await client.query<{ held: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1
         and database = (select oid from pg_database where datname = current_database())) as held`,
      [backupLock],
    )
  ).rows[0]?.held ?? false

/** The newest backups, newest first; times in milliseconds. */
const recentBackups = `select id::text as id, cause, file_name, failure, (extract(epoch from started_at) * 1000)::float8 as started,
    (extract(epoch from finished_at) * 1000)::float8 as finished, (extract(epoch from tested_at) * 1000)::float8 as tested, test_failure
  from backups order by started_at desc, id desc limit 100`
export const listBackups = async (client: Pick<pg.ClientBase, 'query'>): Promise<BackupRow[]> =>
  (await client.query<BackupRow>(recentBackups)).rows

export const recordTrial = (owner: pg.ClientBase, id: string, failure: string | null) =>
  owner.query('update backups set tested_at = now(), test_failure = $2 where id = $1', [id, failure])

export const recordRemoved = (owner: pg.ClientBase, names: readonly string[]) =>
  owner.query('update backups set removed_at = now() where file_name = any($1) and removed_at is null', [names])
