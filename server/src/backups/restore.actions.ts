import type pg from 'pg'
import { recordRestore } from '../db/audit/accept.ts'
import { type KeyPlace, keepAuditKeys } from '../db/audit/audit-keys.ts'
import { findEvidence, verifyAudit } from '../db/audit/audit-verify.ts'
import { createFunctions, dropFunctions } from '../db/functions.ts'
import { buildTables, type Migrating, migrate } from '../db/migrate.ts'
import { comparedMigrations, knownMigrations } from '../db/migrations.ts'
import { inTransaction } from '../db/owner.ts'
import { asOwnerOfMigrated, asOwnerOfServer, refuseMigrating } from '../db/preflight.ts'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { roleNamesOf } from '../db/role-names.ts'
import { checkStoredContents } from '../documents/stored-contents.actions.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { StartError } from '../process/start-error.ts'
import type { ProvedArchive } from './archive-reader.ts'
import { unpackContents } from './contents.ts'
import { copyIn, dropKeys, emptyTables, recordFunctions, refuseUsedDatabase, setSequences } from './loading.queries.ts'
import type { Manifest } from './manifest.data.ts'
import { differencesFrom, summaryOf } from './manifest.rules.ts'
import { readSnapshot } from './snapshot.queries.ts'

type Target = Required<Migrating> & { storage: Storage }
type Restoring = Target & {
  archive: ProvedArchive
  /** Where the keys and the anchors of the audit log belong. */
  place: KeyPlace
  /** The file storage may have other content, such as when only the database was lost. */
  mayKeepFiles?: boolean
  say?: (line: string) => void
  /** Ends the restore, so that nothing of it is left. */
  ending?: AbortSignal
}

/** This version must know every migration of the archive. Those that the archive lacks run after loading. */
export async function refuseVersion({ portal, migrations }: Manifest): Promise<void> {
  const difference = comparedMigrations(await knownMigrations(), migrations)
  if (difference?.kind === 'newer')
    throw new StartError(
      `The archive was made by version ${portal} of the portal, which is newer than this one. Restore it with that version.`,
    )
  if (difference?.kind === 'different')
    throw new StartError(
      `The archive was made by another build of the portal (version ${portal}), whose migrations differ from this one’s. Restore it with that build.`,
    )
}

/** A place that another portal uses would be shared by both, and each deletes its own content. */
export async function refuseUsedStorage(storage: Storage): Promise<void> {
  for await (const _ of storage.keys())
    throw new StartError(
      'The file storage is not empty. Set FILES_URL to an empty place, or pass --keep-files if its content belongs to this portal. Nothing was restored.',
    )
}

const readJson = <T>({ read }: ProvedArchive, parts: Manifest['functions']['parts']): Promise<T> =>
  read(parts, async (pieces) => {
    const found: Buffer[] = []
    for await (const piece of pieces) found.push(piece)
    return JSON.parse(Buffer.concat(found).toString('utf8')) as T
  })

/** The restored log goes on with the keys that signed it, from where the backup has it (SEC-5). */
async function goOnWithAudit({ ownerUrl, place, archive }: Restoring): Promise<void> {
  const { secrets, made_at } = archive.manifest
  if (secrets) {
    const { audit_keys } = await readJson<{ audit_keys: string[] }>(archive, secrets.parts)
    await keepAuditKeys(
      place,
      audit_keys.map((key) => Buffer.from(key, 'base64')),
    )
  }
  await asOwnerOfMigrated(ownerUrl, 'portal restore', (owner) =>
    recordRestore(owner, place, `from the backup of ${made_at.slice(0, 19).replace('T', ' ')} UTC.`),
  )
}

/** Fails when the connection ends. A COPY on a lost connection would wait for ever. */
function connectionLost(owner: pg.Client): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  owner.once('end', () => reject(new Error('Connection terminated while rows were loaded.')))
  // The restore itself ends it too.
  promise.catch(() => {})
  return promise
}

/**
 * Builds the database as the archive's version had it, in one transaction: a restore that fails or is killed leaves an
 * empty database. Triggers come after the rows, since the rows are already what triggers made of them.
 */
async function load(restoring: Restoring): Promise<void> {
  const { ownerUrl, appUrl, gateUrl, rolePrefix, storage, archive, mayKeepFiles, say, ending } = restoring
  const { manifest } = archive
  const names = roleNamesOf(rolePrefix)
  await asOwnerOfServer(ownerUrl, 'portal restore', async (owner) => {
    await refuseUsedDatabase(owner)
    await refuseMigrating(owner, { appUrl, gateUrl }, names)
    if (!mayKeepFiles) await refuseUsedStorage(storage)
    for (const line of summaryOf(manifest)) say?.(line)
    const lost = connectionLost(owner)
    await inTransaction(owner, async () => {
      await owner.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      await buildTables(owner, names, new Set(manifest.migrations.map(({ name }) => name)))
      await dropFunctions(owner)
      const buildKeys = await dropKeys(owner)
      await emptyTables(owner, manifest)
      for (const table of manifest.tables)
        await Promise.race([archive.read(table.parts, (content) => copyIn(owner, table, content)), lost])
      say?.('The rows are loaded. Building indexes.')
      await buildKeys()
      await setSequences(owner, manifest.sequences)
      await createFunctions(owner, names, await readJson<{ sql: string }[]>(archive, manifest.functions.parts))
      await recordFunctions(owner, manifest.functions.files)
      await owner.query('analyze')
      // Last before the commit: rows without their content would look complete.
      await restoreContents(archive, storage, ending).catch(async (error) => {
        if (!mayKeepFiles) for await (const key of storage.keys()) await storage.remove(key)
        throw error
      })
    })
  })
}

async function restoreContents(archive: ProvedArchive, storage: Storage, ending?: AbortSignal): Promise<void> {
  const { parts, count } = archive.manifest.contents
  const stored = await archive.read(parts, (pieces) => unpackContents(pieces, storage), ending)
  if (stored !== count) throw new Error(`${stored} files were stored, but ${count} archived.`)
}

/** `faults` say that the copy is not the archive; `breaches`, that the portal itself had them when it was archived. */
export type RestoreProof = { passed: string[]; breaches: string[]; faults: string[] }
/** Compares the restored database with the manifest, and runs what `audit:verify` and `reconcile` run. */
const proveRestored = ({ ownerUrl, storage, place, archive: { manifest } }: Restoring): Promise<RestoreProof> =>
  asOwnerOfMigrated(ownerUrl, 'portal restore', async (owner) => {
    const faults = differencesFrom(manifest, await readSnapshot(owner))
    const audit = await verifyAudit(owner, await findEvidence(place))
    const { passed, breaches } = await reconcile(owner)
    const contents = await checkStoredContents(owner, async () => storage)
    if (contents.unreachable !== null) faults.push(`The file storage cannot be read (${contents.unreachable}).`)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      faults,
      passed: [
        ...(faults.length === 0
          ? [`${rows} rows and ${manifest.contents.count} files, sums by currency and the audit log equal the archive`]
          : []),
        ...(audit.breaches.length === 0 ? [`the audit log’s chain is intact (${audit.sealed} sealed)`] : []),
        ...(breaches.length === 0 ? [`reconcile finds no breach (${passed.length} checks)`] : []),
        ...(contents.faulty.length === 0 ? [`stored documents are unchanged (${contents.checked})`] : []),
      ],
      breaches: [
        ...audit.breaches.map(
          ({ audit_id, what }) => `Audit ${audit_id === null ? 'log' : `entry ${audit_id}`}: ${what}.`,
        ),
        ...breaches.map(({ rule, what }) => `Breach of ${rule}: ${what}`),
        ...contents.faulty.map(({ label, format, fault }) => `The stored ${format} of ${label} is ${fault}.`),
      ],
    }
  })

/** Restores into an empty database and storage, upgrades to this version, and proves the result. */
export async function restoreArchive(restoring: Restoring): Promise<RestoreProof> {
  const { ownerUrl, appUrl, gateUrl, rolePrefix, archive, say } = restoring
  await refuseVersion(archive.manifest)
  await load(restoring)
  const upgraded = (await migrate({ ownerUrl, appUrl, gateUrl, rolePrefix })).filter(
    (name) => !name.startsWith('functions/'),
  )
  if (upgraded.length > 0) say?.(`Upgraded to this version: ${upgraded.join(', ')}.`)
  await goOnWithAudit(restoring)
  return proveRestored(restoring)
}
