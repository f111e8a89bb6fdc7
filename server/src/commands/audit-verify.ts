import { verifyAudit } from '../db/audit-verify.ts'
import { asOwnerOfMigrated } from '../db/preflight.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async ({ ownerUrl }) => {
  const { sealed, unsealed, breaches } = await asOwnerOfMigrated(ownerUrl, 'portal audit:verify', verifyAudit)
  for (const { audit_id, what } of breaches) console.error(`Audit row ${audit_id}: ${what}.`)
  console.log(
    `${sealed} rows are sealed, ${unsealed} wait for the next seal, ${breaches.length === 0 ? 'and the chain is whole' : `and ${breaches.length} breaches were found`}.`,
  )
  if (breaches.length > 0) process.exitCode = 1
})
