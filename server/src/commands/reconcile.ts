import { asOwnerOfMigrated } from '../db/preflight.ts'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async ({ ownerUrl }) => {
  const { passed, breaches } = await asOwnerOfMigrated(ownerUrl, 'portal reconcile', reconcile)
  for (const sentence of passed) console.log(`Passed ${sentence}.`)
  const [first] = breaches
  if (!first) return
  console.error(`Breach of ${first.rule}: ${first.what}`)
  if (breaches.length > 1) console.error(`Further breaches: ${breaches.length - 1}.`)
  process.exitCode = 1
})
