import { verifyArchive } from '../db/audit-archive.ts'
import { verifyAudit } from '../db/audit-verify.ts'
import { asOwnerOfMigrated } from '../db/preflight.ts'
import { withDatabase } from './with-database.ts'

const named = ({ audit_id, what }: { audit_id: number | null; what: string }): string =>
  audit_id === null ? `Audit log: ${what}.` : `Audit entry ${audit_id}: ${what}.`

await withDatabase({
  usage: 'npm run audit:verify [-- FILE]',
  does: 'Verifies the hash chain of the audit log from its last archive on, or the archive in FILE.',
  most: 1,
  run: async ({ ownerUrl, positionals: [file] }) => {
    if (file !== undefined) {
      const found = await asOwnerOfMigrated(ownerUrl, 'portal audit:verify', (owner) => verifyArchive(owner, file))
      if (typeof found === 'string') {
        console.error(`${file} is not intact: ${found}.`)
        process.exitCode = 1
      } else console.log(`Archived entries: ${found.entries}. The file is intact and is the one that its anchor names.`)
      return
    }
    const { sealed, unsealed, archived, breaches } = await asOwnerOfMigrated(
      ownerUrl,
      'portal audit:verify',
      verifyAudit,
    )
    for (const breach of breaches) console.error(named(breach))
    console.log(
      `Archived entries: ${archived}. Sealed entries: ${sealed}. Waiting for the next seal: ${unsealed}. ${breaches.length === 0 ? 'The chain is intact.' : `Breaches found: ${breaches.length}.`}`,
    )
    if (breaches.length > 0) process.exitCode = 1
  },
})
