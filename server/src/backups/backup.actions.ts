import type pg from 'pg'
import type { AuditKeys } from '../db/audit/audit-keys.ts'
import { appliedFunctions, knownFunctions } from '../db/functions.ts'
import { asOwner, backupLock } from '../db/owner.ts'
import { appliedMigrations, asOwnerOfMigrated } from '../db/preflight.ts'
import { askServerFacts } from '../db/server-facts.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { faultSentences } from '../process/say-fault.ts'
import { portalVersion } from '../process/version.ts'
import { keyIdOf, newSalt } from './archive-key.ts'
import { type ArchiveWriter, createArchive } from './archive-writer.ts'
import { finishBackup, insertBackup, type NewBackup, takeLock } from './backups.queries.ts'
import { type Copied, packContents } from './contents.ts'
import { archiveFormat, type Manifest } from './manifest.data.ts'
import {
  beginSnapshot,
  type ContentKeys,
  copyOut,
  eachKey,
  endSnapshot,
  hasContentRow,
  listLeftOut,
  listSequences,
  listTables,
  readContentKeys,
  readSnapshot,
} from './snapshot.queries.ts'

type MadeBackup = { manifest: Manifest; bytes: number }

/** Runs `work` while no other backup is made and no migration runs. Returns null if another backup is being made. */
export const whileNoOtherBackup = <T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T | null> =>
  asOwnerOfMigrated(ownerUrl, 'portal backup', async (owner) =>
    (await takeLock(owner, backupLock)) ? work(owner) : null,
  )

/** The texts that are applied, which are this version's own: a backup of another version's database is refused. */
async function* functionTexts(): AsyncGenerator<Buffer> {
  const texts = (await knownFunctions()).map(({ name, sql }) => ({ name, sql }))
  yield Buffer.from(JSON.stringify(texts))
}

/** The restored place verifies and signs the audit log with them. */
async function* secretTexts(keys: AuditKeys): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify({ audit_keys: keys.map(({ key }) => key.export().toString('base64')) }))
}

type Read = Omit<Manifest, 'contents' | 'format' | 'portal' | 'key_id' | 'salt' | 'secrets'>
/** Reads the whole database as of one moment, whatever is written meanwhile. */
async function archiveDatabase(
  owner: pg.Client,
  archive: ArchiveWriter,
  texts: () => AsyncIterable<Buffer>,
): Promise<{ read: Read; keys: ContentKeys }> {
  const made = await beginSnapshot(owner)
  const tables: Manifest['tables'] = []
  for (const table of await listTables(owner)) {
    const lines = copyOut(owner, table)
    const parts = await archive.write(`tables/${table.name}`, lines)
    tables.push({ name: table.name, columns: table.columns, rows: lines.rowCount, parts })
  }
  const { sums, audit } = await readSnapshot(owner)
  const read: Read = {
    made_at: made.toISOString(),
    postgres: (await askServerFacts(owner)).version,
    migrations: (await appliedMigrations(owner)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    functions: { files: await appliedFunctions(owner), parts: await archive.write('functions', texts()) },
    tables,
    left_out: await listLeftOut(owner),
    sequences: await listSequences(owner),
    sums,
    audit,
  }
  const keys = await readContentKeys(owner)
  await endSnapshot(owner)
  return { read, keys }
}

async function archiveContents(
  owner: pg.Client,
  storage: Storage,
  keys: ContentKeys,
  archive: ArchiveWriter,
): Promise<Manifest['contents']> {
  const copied: Copied = { count: 0, bytes: 0, removed: [], missing: [] }
  const content = packContents(storage, eachKey(keys), (one) => hasContentRow(owner, one), copied)
  const parts = await archive.write('files', content)
  return { ...copied, parts }
}

type Making = {
  owner: pg.Client
  storage: Storage
  file: string
  key: Buffer
  auditKeys: AuditKeys
  texts?: () => AsyncIterable<Buffer>
}
/** Writes the archive. Whatever fails, no file is left. */
export async function makeArchive(making: Making): Promise<MadeBackup> {
  const { owner, storage, file, key, auditKeys, texts = functionTexts } = making
  const salt = newSalt()
  const archive = await createArchive(file, key, salt)
  try {
    const secrets = { parts: await archive.write('secrets', secretTexts(auditKeys)) }
    const { read, keys } = await archiveDatabase(owner, archive, texts)
    const contents = await archiveContents(owner, storage, keys, archive)
    const manifest: Manifest = {
      format: archiveFormat,
      portal: portalVersion,
      key_id: keyIdOf(key),
      salt,
      secrets,
      ...read,
      contents,
    }
    return { manifest, bytes: await archive.finish(manifest) }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

type Recording = Omit<Making, 'texts'> & { ownerUrl: string; backup: NewBackup }
/** Makes an archive, with a row of `backups` that says how it went. */
export async function recordArchive({ ownerUrl, backup, ...making }: Recording): Promise<MadeBackup> {
  const id = await insertBackup(making.owner, backup)
  // On a connection of its own: the first may be lost, or in the middle of a transaction.
  const finish = (outcome: { size_bytes: number } | { failure: string }) =>
    asOwner(ownerUrl, 'portal backup', (owner) => finishBackup(owner, id, outcome))
  try {
    const made = await makeArchive(making)
    await finish({ size_bytes: made.bytes })
    return made
  } catch (error) {
    await finish({ failure: faultSentences(error).join(' ') }).catch(() => {})
    throw error
  }
}
