import { resolve } from 'node:path'
import { momentOf } from '../db/audit/anchor-breaches.ts'
import { verifyArchive } from '../db/audit/audit-archive.ts'
import { type AuditReport, findEvidence, verifyAudit } from '../db/audit/audit-verify.ts'
import type { AuditBreach } from '../db/audit/breach.ts'
import { asOwnerOfMigrated } from '../db/preflight.ts'
import { withDatabase } from './with-database.ts'

function sentenceOf({ audit_id, at, what }: AuditBreach): string {
  if (audit_id === null) return `Audit log: ${what}.`
  return `Audit entry ${audit_id}${at ? ` of ${momentOf(at)}` : ''}: ${what}.`
}

function summaryOf({ sealed, unsealed, archived, signed, gaps, breaches }: AuditReport): string {
  const gapWords =
    gaps === 0 ? [] : [`Ids without an entry: ${gaps}; a rollback leaves one, and so does a removal before the seal.`]
  return [
    `Archived entries: ${archived}. Sealed entries: ${sealed}, signed up to the seal ${signed}. Waiting for the next seal: ${unsealed}.`,
    ...gapWords,
    breaches.length === 0 ? 'The chain is intact.' : `Breaches found: ${breaches.length}.`,
  ].join(' ')
}

await withDatabase({
  usage: 'npm run audit:verify [-- FILE] [--anchors FILE …]',
  does: 'Verifies the audit log from its last archive on, with its key and its anchors, or the archive in FILE.',
  options: { anchors: { type: 'string', multiple: true } },
  most: 1,
  run: async ({ ownerUrl, config, values, positionals: [file] }) => {
    if (file !== undefined) {
      const found = await asOwnerOfMigrated(ownerUrl, 'portal audit:verify', (owner) => verifyArchive(owner, file))
      if (typeof found === 'string') {
        console.error(`${file} is not intact: ${found}.`)
        process.exitCode = 1
      } else console.log(`Archived entries: ${found.entries}. The file is intact and is the one that its anchor names.`)
      return
    }
    // Read before the database: what is signed meanwhile is no fault.
    const evidence = await findEvidence(
      config,
      (values.anchors ?? []).map((path) => resolve(path)),
    )
    const report = await asOwnerOfMigrated(ownerUrl, 'portal audit:verify', (owner) => verifyAudit(owner, evidence))
    for (const note of report.notes) console.log(note)
    for (const breach of report.breaches) console.error(sentenceOf(breach))
    console.log(summaryOf(report))
    if (report.breaches.length > 0) process.exitCode = 1
  },
})
