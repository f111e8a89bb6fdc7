import { verifyAudit } from '../db/audit-verify.ts'
import { asOwnerOfMigrated } from '../db/preflight.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async ({ ownerUrl }) => {
  const { sealed, unsealed, breaches } = await asOwnerOfMigrated(ownerUrl, 'portal audit:verify', verifyAudit)
  for (const { audit_id, what } of breaches) console.error(`Audit entry ${audit_id}: ${what}.`)
  console.log(
    `Sealed entries: ${sealed}. Waiting for the next seal: ${unsealed}. ${breaches.length === 0 ? 'The chain is intact.' : `Breaches found: ${breaches.length}.`}`,
  )
  if (breaches.length > 0) process.exitCode = 1
})
