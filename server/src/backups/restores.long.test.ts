import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asOwner } from '../db/owner.ts'
import { describeStructure } from '../db/structure.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { testArchives } from '../testing/drills/archives.ts'
import { ask, type Fresh, freshBefore, freshDatabase, tablesIn } from '../testing/fresh-database.ts'
import { type ProvedArchive, proveArchive } from './archive-reader.ts'
import { makeArchive } from './backup.actions.ts'
import { restoreArchive } from './restore.actions.ts'

const { urls, storage, key, newFile, newPlace, newStorage, backUp, restore, keyOfContent, insertFile } =
  await testArchives()

/** A signal ends the restore while the first file is stored. */
function endingAtFirst(into: Storage): { signal: AbortSignal; putBack: Storage['putBack'] } {
  const ending = new AbortController()
  return {
    signal: ending.signal,
    putBack: async (one, pieces) => {
      ending.abort()
      await sleep(50)
      return into.putBack(one, pieces)
    },
  }
}

async function expectLost(file: string, target: Fresh, into: Storage): Promise<void> {
  const archive = await proveArchive(file, key)
  const cut = () =>
    ask(
      target.ownerUrl,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'portal restore' and datname = current_database()`,
    )
  const cutting: ProvedArchive['read'] = (parts, use) =>
    archive.read(parts, async (content) => {
      const loading = use(content)
      await cut()
      return loading
    })
  await expect(restore(file, target, into, { read: cutting })).rejects.toThrow(
    /Connection terminated|terminating connection|connection error/,
  )
  archive.close()
}

test('OPS-1 a restore refuses a used database and a used storage, and one that fails leaves both empty', async () => {
  const content = await keyOfContent('another file')
  await insertFile(content)
  const { file, manifest } = await backUp()
  const target = await freshDatabase()
  const into = await newStorage()
  await expect(restore(file, target, storage)).rejects.toThrow('The file storage is not empty.')
  await ask(target.ownerUrl, 'create table mine (id int)')
  await expect(restore(file, target, into)).rejects.toThrow('The database is not empty: it has tables, such as mine.')
  expect(await tablesIn(target.ownerUrl)).toEqual(['mine'])
  await ask(target.ownerUrl, 'drop table mine')
  // The last of the files fails, when all rows are loaded.
  const failing: Storage = {
    ...into,
    putBack: async (one, pieces) => {
      await into.putBack(one, pieces)
      throw new Error('the disk is gone')
    },
  }
  await expect(restore(file, target, failing)).rejects.toThrow('the disk is gone')
  expect(await tablesIn(target.ownerUrl)).toEqual([])
  expect(await Array.fromAsync(into.keys())).toEqual([])
  const { signal, putBack } = endingAtFirst(into)
  await expect(restore(file, target, { ...into, putBack }, {}, signal)).rejects.toThrow('aborted')
  expect([await tablesIn(target.ownerUrl), await Array.fromAsync(into.keys())]).toEqual([[], []])
  // The connection is lost while rows are loaded, as when the database is stopped.
  await expectLost(file, target, into)
  expect(await tablesIn(target.ownerUrl)).toEqual([])
  const newer = { ...manifest, migrations: [{ name: '9999_later.sql', checksum: 'x' }], portal: '9.0.0' }
  await expect(restore(file, target, into, { manifest: newer as never })).rejects.toThrow(
    'The archive was made by version 9.0.0 of the portal, which is newer than this one. Restore it with that version.',
  )
})

test('OPS-1 OPS-7 an archive of an older version is restored under its own functions, and then upgraded', async () => {
  const older = await freshBefore('0075_backups.sql')
  // Leaves a trace, since the upgrade drops the function.
  const marker = `create function of_older_version() returns text language sql as $$ select ' of an older version' $$;
    update companies set name = name || of_older_version()`
  const texts = [{ name: 'older.sql', sql: marker }]
  await asOwner(older.ownerUrl, 'test', async (client) => {
    await client.query(
      `create table schema_functions (name text primary key, checksum text not null, version text not null, applied_at timestamptz not null default now());
       insert into schema_functions (name, checksum, version) values ('older.sql', 'x', '0.1.0');
       insert into companies (kind, name) values ('customer', 'Fresh Fuels'); insert into audit_log (action) values ('before.upgrade')`,
    )
    const file = newFile()
    async function* packed() {
      yield Buffer.from(JSON.stringify(texts))
    }
    const { manifest } = await makeArchive({
      owner: client,
      storage: await newStorage(),
      file,
      key,
      auditKeys: [],
      texts: packed,
    })
    expect(manifest.tables.map(({ name }) => name)).not.toContain('backups')
    const target = await freshDatabase()
    const said: string[] = []
    const archive = await proveArchive(file, key)
    const { ownerUrl, appUrl, gateUrl, prefix } = target
    const into = await newStorage()
    const proof = await restoreArchive({
      ownerUrl,
      appUrl,
      gateUrl,
      rolePrefix: prefix,
      storage: into,
      archive,
      place: newPlace(),
      say: (line) => said.push(line),
    })
    archive.close()
    expect([proof.faults, proof.breaches]).toEqual([[], []])
    expect(said).toContainEqual(expect.stringContaining('Upgraded to this version: 0075_backups.sql'))
    expect(await ask(ownerUrl, `select name from companies`)).toEqual([{ name: 'Fresh Fuels of an older version' }])
    expect(await ask(ownerUrl, `select from pg_proc where proname = 'of_older_version'`)).toEqual([])
    const structure = (url: string) => asOwner(url, 'test', describeStructure)
    expect((await structure(ownerUrl)).replaceAll(`${prefix}_`, 'portal_')).toBe(await structure(urls.ownerUrl))
  })
})
