import { acceptLog } from '../db/audit/accept.ts'
import { asOwnerOfMigrated } from '../db/preflight.ts'
import { withDatabase } from './with-database.ts'

await withDatabase({
  usage: 'npm run audit:accept -- "REASON"',
  does: 'Goes on with the audit log as it is, after a recovery or the loss of its key or anchor file.',
  least: 1,
  most: 1,
  run: async ({ ownerUrl, config, positionals: [reason = ''] }) => {
    const { seal_no, lostKeys } = await asOwnerOfMigrated(ownerUrl, 'portal audit:accept', (owner) =>
      acceptLog(owner, config, reason),
    )
    console.log(
      `The audit log goes on from the seal ${seal_no}. ${config.audit.anchorFile} and the log have the reason.`,
    )
    if (lostKeys.length > 0) console.log(`What these keys signed can no longer be checked: ${lostKeys.join(', ')}.`)
  },
})
