import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { demandArchiveKey, keyFileOf } from '../backups/archive-key.ts'
import { refusePlace } from '../backups/archive-writer.ts'
import { recordArchive, whileNoOtherBackup } from '../backups/backup.actions.ts'
import { summaryOf } from '../backups/manifest.rules.ts'
import { runScheduled } from '../backups/scheduled.actions.ts'
import { tryNewest } from '../backups/trial.actions.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

const usage = 'npm run backup -- FILE'
const storageOf = async (config: Config) =>
  openStorage(config.filesUrl, await openWorkFolder(join(config.dataDir, 'work')))

async function keyOf(config: Config): Promise<Buffer> {
  const { key, isNew } = await demandArchiveKey(config)
  if (isNew)
    console.log(
      `A key for backups was made in ${keyFileOf(config)}. Keep a copy of it in another place: without it, no backup can be restored.`,
    )
  return key
}

/** Started by a worker: the day's backup, and the trial of the newest. */
async function scheduled({ ownerUrl, config }: CommandContext): Promise<void> {
  const { dir, time, keepDays, isTested } = config.backup
  if (!dir) throw new StartError('BACKUP_DIR is not set, so no backup is scheduled.')
  const key = await keyOf(config)
  const storage = await storageOf(config)
  const now = Date.now()
  for (const line of await runScheduled({ ownerUrl, dir, time, keepDays, key, storage, now })) console.log(line)
  const tried = isTested ? await tryNewest({ ownerUrl, dir, key, dataDir: config.dataDir, now }) : null
  if (tried) console.log(tried)
}

async function named(file: string, { ownerUrl, config }: CommandContext): Promise<void> {
  const key = await keyOf(config)
  const storage = await storageOf(config)
  const made = await whileNoOtherBackup(ownerUrl, (owner) =>
    recordArchive({ ownerUrl, owner, storage, file, key, backup: { cause: 'command', file_name: file.slice(-255) } }),
  )
  if (!made) throw new StartError('Another backup of this database is being made. Try again when it has ended.')
  console.log(`Wrote ${file} (${made.bytes} bytes).`)
  for (const line of summaryOf(made.manifest)) console.log(line)
}

const options = { scheduled: { type: 'boolean' } } as const
await withDatabase(
  (context) => {
    const { values, positionals } = parseArgs({ args: context.args, options, allowPositionals: true })
    return values.scheduled ? scheduled(context) : named(resolve(positionals[0] ?? ''), context)
  },
  async ({ args }) => {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.scheduled) return true
    if (positionals.length !== 1) throw new StartError(`Name the file of the backup. ${usage}`)
    await refusePlace(resolve(positionals[0] ?? ''))
    return true
  },
)
