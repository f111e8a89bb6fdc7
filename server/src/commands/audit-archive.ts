import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDay } from '@portal/contract/fields.ts'
import { archiveAudit } from '../db/audit/audit-archive.ts'
import { findEvidence } from '../db/audit/audit-verify.ts'
import { asOwnerOfMigrated } from '../db/preflight.ts'
import { archivedBefore } from '../platform/audit/archiving.rules.ts'
import type { Config } from '../process/config.ts'
import { StartError } from '../process/start-error.ts'
import { withDatabase } from './with-database.ts'

const usage =
  'npm run audit:archive -- FILE --before YYYY-MM-DD. Without arguments, AUDIT_KEEP_DAYS and AUDIT_ARCHIVE_DIR decide.'
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

type Wanted = { path: string; before: string }
/** By the settings: the whole months older than the days to keep, in a file named after the day. */
async function bySettings({ auditArchive }: Config): Promise<Wanted> {
  if (!auditArchive) throw new StartError(`Usage: ${usage}`)
  const { keepDays, folder } = auditArchive
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = archivedBefore(new Date(), keepDays)
  return { path: join(folder, `audit-before-${before}.jsonl.gz`), before }
}
function byArguments(file: string | undefined, before: string | undefined): Wanted {
  if (!file || !before) throw new StartError(`Usage: ${usage}`)
  if (!isDay(before)) throw new StartError(`${before} is not a day.\nUsage: ${usage}`)
  if (before > dayOf(new Date())) throw new StartError(`${before} is in the future.`)
  return { path: resolve(file), before }
}

await withDatabase({
  usage,
  does: 'Moves the sealed entries of the audit log before a day to a file.',
  options: { before: { type: 'string' } },
  most: 1,
  run: async ({ ownerUrl, config, values, positionals: [given] }) => {
    const { path, before } = given || values.before ? byArguments(given, values.before) : await bySettings(config)
    const evidence = await findEvidence(config)
    const file = await asOwnerOfMigrated(ownerUrl, 'portal audit:archive', (owner) =>
      archiveAudit(owner, path, before, evidence),
    )
    console.log(
      file
        ? `Archived ${file.entries} entries before ${before} to ${path} and deleted them. Last seal: ${file.last.hash}.`
        : `No sealed entries before ${before}: nothing was written or deleted.`,
    )
  },
})
