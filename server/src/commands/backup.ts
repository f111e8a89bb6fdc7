import { join, resolve } from 'node:path'
import { demandArchiveKey, keyFileOf } from '../backups/archive-key.ts'
import { refusePlace } from '../backups/archive-writer.ts'
import { recordArchive, whileNoOtherBackup } from '../backups/backup.actions.ts'
import { summaryOf } from '../backups/manifest.rules.ts'
import { runScheduled } from '../backups/scheduled.actions.ts'
import { tryNewest } from '../backups/trial.actions.ts'
import { findAuditKeys } from '../db/audit/audit-keys.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

const options = { scheduled: { type: 'boolean' } } as const
type Context = CommandContext<typeof options>
const storageOf = async (config: Config) =>
  openStorage(config.filesUrl, await openWorkFolder(join(config.dataDir, 'work')))

async function keyOf(config: Config): Promise<Buffer> {
  const { key, isNew } = await demandArchiveKey(config)
  if (isNew)
    console.log(
      `A new key for backups was made in ${keyFileOf(config)}. Keep a copy of it in another place: without it, no backup made with it can be restored. Older archives need the key that they were made with.`,
    )
  return key
}

/** Started by a worker: the day's backup, and the trial of the newest. */
async function scheduled({ ownerUrl, config }: Context): Promise<void> {
  const { dir, time, keepDays, isTested } = config.backup
  if (!dir) throw new StartError('BACKUP_DIR is not set, so no backup is scheduled.')
  const key = await keyOf(config)
  const storage = await storageOf(config)
  const auditKeys = await findAuditKeys(config)
  const now = Date.now()
  for (const line of await runScheduled({ ownerUrl, dir, time, keepDays, key, auditKeys, storage, now }))
    console.log(line)
  const tried = isTested ? await tryNewest({ ownerUrl, dir, key, dataDir: config.dataDir, now }) : null
  if (tried) console.log(tried)
}

async function named(file: string, { ownerUrl, config }: Context): Promise<void> {
  const key = await keyOf(config)
  const storage = await storageOf(config)
  const auditKeys = await findAuditKeys(config)
  const backup = { cause: 'command', file_name: file.slice(-255) } as const
  const made = await whileNoOtherBackup(ownerUrl, (owner) =>
    recordArchive({ ownerUrl, owner, storage, file, key, auditKeys, backup }),
  )
  if (!made) throw new StartError('Another backup of this database is being made. Try again when it has ended.')
  console.log(`Wrote ${file} (${made.bytes} bytes).`)
  for (const line of summaryOf(made.manifest)) console.log(line)
}

await withDatabase({
  usage: 'npm run backup -- FILE',
  does: 'Writes an encrypted archive of the running portal, with its database and its files.',
  options,
  most: 1,
  before: async ({ values, positionals: [file] }) => {
    if (values.scheduled) return true
    if (file === undefined) throw new StartError('Name the file of the backup: npm run backup -- FILE')
    if (file.endsWith('/')) throw new StartError(`${file} names a folder. Name a file in it.`)
    await refusePlace(resolve(file))
    return true
  },
  run: (context) => {
    const [file = ''] = context.positionals
    return context.values.scheduled ? scheduled(context) : named(resolve(file), context)
  },
})
