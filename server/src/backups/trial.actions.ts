import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { asOwner } from '../db/owner.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { defaultRolePrefix } from '../process/config.ts'
import { faultSentences } from '../process/say-fault.ts'
import { proveArchive } from './archive-reader.ts'
import { listBackups, recordTrial, takeLock, trialLock } from './backups.queries.ts'
import { type RestoreProof, restoreArchive } from './restore.actions.ts'
import { trialOf } from './schedule.rules.ts'

/**
 * Restores an archive into a database of its own that is deleted afterwards, as `npm run restore` would. Needs room for
 * the database and the files.
 */
async function tryArchive(file: string, key: Buffer, folder: string): Promise<RestoreProof> {
  const clean = () => rmSync(folder, { recursive: true, force: true })
  const archive = await proveArchive(file, key)
  // What a killed trial left.
  clean()
  try {
    const embedded = await startEmbedded({ dataDir: folder, durable: false })
    try {
      const storage = await openFolder(join(folder, 'files'))
      const { ownerUrl, appUrl, gateUrl } = embedded
      const audit = { keys: [], anchorFile: join(folder, 'audit-anchors.jsonl'), anchorUrl: null }
      const place = { dataDir: folder, audit }
      return await restoreArchive({ ownerUrl, appUrl, gateUrl, rolePrefix: defaultRolePrefix, storage, archive, place })
    } finally {
      await embedded.stop('immediate')
    }
  } finally {
    archive.close()
    clean()
  }
}

type Trial = { ownerUrl: string; dir: string; key: Buffer; dataDir: string; now: number }
/**
 * Tries the newest archive if none passed for a week (C14), and records the outcome. Returns a sentence, or null if
 * nothing was to be tried.
 */
export const tryNewest = ({ ownerUrl, dir, key, dataDir, now }: Trial): Promise<string | null> =>
  asOwner(ownerUrl, 'portal backup trial', async (owner) => {
    const chosen = (await takeLock(owner, trialLock)) ? trialOf(await listBackups(owner), now) : null
    if (!chosen) return null
    const failure = await tryArchive(join(dir, chosen.file_name), key, join(dataDir, 'trial')).then(
      ({ faults, breaches }) => [...faults, ...breaches][0] ?? null,
      (error) => faultSentences(error).join(' '),
    )
    await asOwner(ownerUrl, 'portal backup trial', (other) => recordTrial(other, chosen.id, failure))
    return failure === null
      ? `Restored ${chosen.file_name} on trial, and proved it.`
      : `The trial restore of ${chosen.file_name} failed: ${failure}`
  })
