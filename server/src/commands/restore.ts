import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findArchiveKey } from '../backups/archive-key.ts'
import { type ProvedArchive, proveArchive } from '../backups/archive-reader.ts'
import { summaryOf } from '../backups/manifest.rules.ts'
import { refuseVersion, restoreArchive } from '../backups/restore.actions.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import { StartError } from '../process/start-error.ts'
import { withDatabase } from './with-database.ts'

const usage = 'npm run restore -- FILE [--check] [--keep-files]'
const options = { check: { type: 'boolean' }, 'keep-files': { type: 'boolean' } } as const
const read = (args: string[]) => parseArgs({ args, options, allowPositionals: true })
let archive: ProvedArchive | undefined

await withDatabase(
  async ({ ownerUrl, appUrl, config, args }) => {
    if (!archive) return
    const storage = await openStorage(config.filesUrl, await openWorkFolder(join(config.dataDir, 'work')))
    const { rolePrefix } = config
    const mayKeepFiles = read(args).values['keep-files'] ?? false
    const say = console.log
    const proof = await restoreArchive({ ownerUrl, appUrl, rolePrefix, storage, archive, mayKeepFiles, say })
    for (const line of proof.passed) console.log(`Proved: ${line}.`)
    for (const line of [...proof.faults, ...proof.breaches].slice(0, 100)) console.error(line)
    if (proof.faults.length > 0) console.error('The restored portal is not equal to the archive. Do not use it.')
    else if (proof.breaches.length > 0)
      console.error('The restored portal equals the archive; the portal had these faults when it was archived.')
    else console.log('The restore is complete. Everyone signs in again.')
    if (proof.faults.length + proof.breaches.length > 0) process.exitCode = 1
  },
  // The archive is proved before a database is opened or created.
  async ({ config, args }) => {
    const { values, positionals } = read(args)
    if (positionals.length !== 1) throw new StartError(`Name the file to restore. ${usage}`)
    archive = await proveArchive(resolve(positionals[0] ?? ''), await findArchiveKey(config))
    await refuseVersion(archive.manifest)
    console.log(`${positionals[0]} is whole.`)
    for (const line of summaryOf(archive.manifest)) console.log(line)
    return !values.check
  },
)
archive?.close()
