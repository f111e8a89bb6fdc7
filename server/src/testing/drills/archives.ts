import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { afterAll } from 'vitest'
import { type ProvedArchive, proveArchive } from '../../backups/archive-reader.ts'
import { makeArchive, whileNoOtherBackup } from '../../backups/backup.actions.ts'
import { restoreArchive } from '../../backups/restore.actions.ts'
import { findAuditKeys } from '../../db/audit/audit-keys.ts'
import { openFolder, type Storage } from '../../platform/storage/storage.ts'
import { auditPlaceIn, type Fresh } from '../fresh-database.ts'
import { testApp } from '../test-app.ts'

/** Files kept in a storage, and the rows that name them. */
const testFiles = (owner: Pool, storage: Storage) => ({
  keyOfContent: async (content: string): Promise<string> =>
    (await storage.put(Readable.from([Buffer.from(content)]), 1_000_000)).storage_key,
  insertFile: (storage_key: string) =>
    owner.query(
      `insert into files (company_id, owner_type, owner_id, name, content_type, size_bytes, storage_key, sha256)
       select company_id, 'card', id, 'a.txt', 'text/plain', 1, $1, sha256('x') from cards order by id limit 1`,
      [storage_key],
    ),
})

/** A portal whose archives are made and restored beside it, each with a folder of its own. */
export async function testArchives() {
  const app = await testApp()
  const { owner, urls, folder: filesFolder, database } = app
  const folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const storage = await openFolder(filesFolder)
  const key = randomBytes(32)
  let number = 0
  const newFile = () => join(folder, `${++number}.backup`)
  const auditKey = randomBytes(32)
  const auditKeys = await findAuditKeys(auditPlaceIn(folder, [auditKey]))
  /** Each restore has a data folder of its own. */
  const newPlace = () => auditPlaceIn(join(folder, `place-${++number}`))
  const newStorage = () => openFolder(join(folder, `files-${++number}`))

  const backUp = async (from: Storage = storage) => {
    const file = newFile()
    const made = await whileNoOtherBackup(urls.ownerUrl, (client) =>
      makeArchive({ owner: client, storage: from, file, key, auditKeys }),
    )
    return { file, manifest: made?.manifest }
  }
  const restore = async (
    file: string,
    target: Fresh,
    into: Storage,
    change: Partial<ProvedArchive> = {},
    ending: AbortSignal = new AbortController().signal,
    place = newPlace(),
  ) => {
    const archive = await proveArchive(file, key)
    const { ownerUrl, appUrl, gateUrl, prefix } = target
    try {
      return await restoreArchive({
        ownerUrl,
        appUrl,
        gateUrl,
        rolePrefix: prefix,
        storage: into,
        archive: { ...archive, ...change },
        place,
        ending,
      })
    } finally {
      archive.close()
    }
  }
  return {
    owner,
    urls,
    database,
    folder,
    storage,
    key,
    auditKey,
    auditKeys,
    newFile,
    newPlace,
    newStorage,
    backUp,
    restore,
    ...testFiles(owner, storage),
  }
}
