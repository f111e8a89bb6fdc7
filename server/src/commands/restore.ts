import { join, resolve } from 'node:path'
import { findArchiveKey } from '../backups/archive-key.ts'
import { type ProvedArchive, proveArchive } from '../backups/archive-reader.ts'
import { summaryOf } from '../backups/manifest.rules.ts'
import { refuseUsedStorage, refuseVersion, restoreArchive } from '../backups/restore.actions.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import type { Config } from '../process/config.ts'
import { withDatabase } from './with-database.ts'

let archive: ProvedArchive | undefined
const openFiles = async ({ filesUrl, dataDir }: Config) =>
  openStorage(filesUrl, await openWorkFolder(join(dataDir, 'work')))

await withDatabase({
  usage: 'npm run restore -- FILE [--check] [--keep-files]',
  does: 'Restores an archive into an empty place and proves it; --check only checks the archive.',
  options: { check: { type: 'boolean' }, 'keep-files': { type: 'boolean' } },
  least: 1,
  most: 1,
  mayCreate: true,
  // The archive is proved before a database is opened or created.
  before: async ({ config, values, positionals: [file = ''] }) => {
    archive = await proveArchive(resolve(file), await findArchiveKey(config))
    await refuseVersion(archive.manifest)
    if (values.check) for (const line of [`${file} is whole.`, ...summaryOf(archive.manifest)]) console.log(line)
    else if (!values['keep-files']) await refuseUsedStorage(await openFiles(config))
    return !values.check
  },
  run: async ({ ownerUrl, appUrl, gateUrl, config, values, ending }) => {
    if (!archive) return
    const storage = await openFiles(config)
    const { rolePrefix } = config
    const mayKeepFiles = values['keep-files'] ?? false
    const say = console.log
    const proof = await restoreArchive({
      ownerUrl,
      appUrl,
      gateUrl,
      rolePrefix,
      storage,
      archive,
      place: config,
      mayKeepFiles,
      say,
      ending,
    })
    for (const line of proof.passed) console.log(`Proved: ${line}.`)
    for (const line of [...proof.faults, ...proof.breaches].slice(0, 100)) console.error(line)
    if (proof.faults.length > 0) console.error('The restored portal is not equal to the archive. Do not use it.')
    else if (proof.breaches.length > 0)
      console.error('The restored portal equals the archive; the portal had these faults when it was archived.')
    else console.log('The restore is complete. Everyone signs in again.')
    if (proof.faults.length + proof.breaches.length > 0) process.exitCode = 1
  },
})
archive?.close()
