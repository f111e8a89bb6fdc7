import { join } from 'node:path'
import { asOwnerOfMigrated } from '../db/preflight.ts'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { checkStoredContents } from '../documents/stored-contents.actions.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import { withDatabase } from './with-database.ts'

const faultWords = { missing: 'is missing from the file storage', changed: 'has changed since it was issued' }

await withDatabase({
  usage: 'npm run reconcile',
  does: 'Checks that everything derived follows from what is stored, and that every stored document is unchanged.',
  run: async ({ ownerUrl, config }) => {
    const { passed, breaches, contents } = await asOwnerOfMigrated(ownerUrl, 'portal reconcile', async (owner) => {
      const open = async () => openStorage(config.filesUrl, await openWorkFolder(join(config.dataDir, 'work')))
      return { ...(await reconcile(owner)), contents: await checkStoredContents(owner, open) }
    })
    for (const sentence of passed) console.log(`Passed ${sentence}.`)
    if (contents.unreachable !== null)
      console.error(
        `Stored documents were checked only in part: the file storage cannot be read (${contents.unreachable}).`,
      )
    else if (contents.faulty.length === 0)
      console.log(`Passed RECV-4: every stored document has its content unchanged (${contents.checked} checked).`)
    const [first] = breaches
    if (first) {
      console.error(`Breach of ${first.rule}: ${first.what}`)
      if (breaches.length > 1) console.error(`Further breaches: ${breaches.length - 1}.`)
    }
    for (const { label, format, fault } of contents.faulty)
      console.error(`Breach of RECV-4: The stored ${format} of ${label} ${faultWords[fault]}.`)
    if (first || contents.faulty.length > 0) process.exitCode = 1
  },
})
