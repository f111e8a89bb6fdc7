import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { AuditKeys } from '../db/audit/audit-keys.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { recordArchive, whileNoOtherBackup } from './backup.actions.ts'
import { endAbandoned, listBackups, recordRemoved } from './backups.queries.ts'
import { expiredNames, isBackupDue, partialNames, scheduledName } from './schedule.rules.ts'

type Scheduled = {
  ownerUrl: string
  dir: string
  time: string
  keepDays: number
  key: Buffer
  auditKeys: AuditKeys
  storage: Storage
  now: number
}

async function removeExpired(owner: pg.ClientBase, { dir, keepDays, now }: Scheduled): Promise<string[]> {
  const names = await readdir(dir)
  const expired = expiredNames(names, now, keepDays)
  for (const name of [...expired, ...partialNames(names)]) await rm(join(dir, name), { force: true })
  await recordRemoved(owner, expired)
  return expired
}

/** Makes the day's backup unless it was made, and removes expired ones. Returns sentences. */
export async function runScheduled(scheduled: Scheduled): Promise<string[]> {
  const { ownerUrl, dir, time, key, auditKeys, storage, now } = scheduled
  const said = await whileNoOtherBackup(ownerUrl, async (owner) => {
    await endAbandoned(owner)
    if (!isBackupDue(await listBackups(owner), time, now)) return []
    const file_name = scheduledName(now)
    const backup = { cause: 'schedule', file_name } as const
    const { bytes, manifest } = await recordArchive({
      ownerUrl,
      owner,
      storage,
      file: join(dir, file_name),
      key,
      auditKeys,
      backup,
    })
    const removed = await removeExpired(owner, scheduled)
    return [
      `Wrote ${file_name} (${bytes} bytes).`,
      ...manifest.contents.missing.map((one) => `The content ${one.key} of ${one.table} is missing.`),
      ...removed.map((name) => `Removed ${name}.`),
    ]
  })
  return said ?? []
}
