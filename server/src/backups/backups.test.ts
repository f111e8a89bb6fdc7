import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { verifyAudit } from '../db/audit/audit-verify.ts'
import { asOwner } from '../db/owner.ts'
import { describeStructure } from '../db/structure.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { testArchives } from '../testing/drills/archives.ts'
import { insertTransaction } from '../testing/factories.ts'
import { ask, freshDatabase, sealPatience } from '../testing/fresh-database.ts'
import { proveArchive } from './archive-reader.ts'
import { whileNoOtherBackup } from './backup.actions.ts'
import { isBeingMade, listBackups } from './backups.queries.ts'
import { interrupted } from './schedule.rules.ts'
import { runScheduled } from './scheduled.actions.ts'
import { listContentTables } from './snapshot.queries.ts'

const {
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
  keyOfContent,
  insertFile,
} = await testArchives()
const northline = async () =>
  Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)

/** A hash of all rows of each table. */
async function rowsOf(url: string, tables: string[]): Promise<Record<string, string>> {
  const texts = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  )
  const found = await ask<{ name: string; hash: string }>(url, texts.join(' union all '))
  return Object.fromEntries(found.map(({ name, hash }) => [name, hash]))
}

test('OPS-1 C7 a backup made while rows are written is one moment, and is restored equal under another prefix', async () => {
  await database.pools.portal_staff.query('select seal_audit()')
  const content = await keyOfContent('a file of a card')
  await insertFile(content)
  const company = await northline()
  let isOver = false
  const writing = (async () => {
    while (!isOver) await insertTransaction(owner, company)
  })()
  const { file, manifest } = await backUp().finally(() => {
    isOver = true
  })
  await writing
  if (!manifest) throw new Error('no backup')
  const target = await freshDatabase()
  const into = await newStorage()
  const place = newPlace()
  const proof = await restore(file, target, into, {}, undefined, place)
  // The key that signs the audit log comes along (SEC-5).
  expect(await readFile(join(place.dataDir, 'audit.key'), 'utf8')).toBe(`${auditKey.toString('base64')}\n`)
  expect(proof.faults).toEqual([])
  expect(proof.breaches.filter((text) => !text.startsWith('Breach of'))).toEqual([])
  expect((await (await into.get(content)).toArray()).join('')).toBe('a file of a card')
  const structure = async (url: string) => asOwner(url, 'test', describeStructure)
  expect((await structure(target.ownerUrl)).replaceAll(`${target.prefix}_`, 'portal_')).toBe(
    await structure(urls.ownerUrl),
  )
  // Tables that were not written during the backup are equal to the last byte.
  const still = manifest.tables
    .map(({ name }) => name)
    .filter((name) => !/transaction|purchase|audit|^changes$/.test(name))
  const [restored, kept] = [await rowsOf(target.ownerUrl, still), await rowsOf(urls.ownerUrl, still)]
  expect([still.length > 60, still.filter((name) => restored[name] !== kept[name])]).toEqual([true, []])
  expect(await ask(target.ownerUrl, 'select from sessions')).toEqual([])
  // Sessions end, and what is about the old place stays there.
  const places = ['backups', 'job_outcomes', 'processes']
  expect(manifest.left_out).toEqual(
    [
      ...places,
      'factor_challenges',
      'password_resets',
      'prepared_credentials',
      'sessions',
      'throttles',
      'used_challenges',
    ].sort(),
  )
  // New rows get new numbers, and the audit log is sealed on.
  await ask(target.ownerUrl, `insert into companies (kind, name) values ('customer', 'After the restore')`)
  await ask(target.ownerUrl, `insert into audit_log (action) values ('after.restore')`)
  await expect
    .poll(async () => {
      await ask(target.ownerUrl, 'select seal_audit()')
      return asOwner(target.ownerUrl, 'test', verifyAudit)
    }, sealPatience)
    .toMatchObject({ unsealed: 0, breaches: [] })
})

test('OPS-1 C7 a damaged, cut, empty or foreign file and a wrong key are each refused in a sentence', async () => {
  const { file, manifest } = await backUp()
  const whole = await readFile(file)
  const refusal = async (content: Buffer, given: Buffer | null = key) => {
    const damaged = newFile()
    await writeFile(damaged, content)
    const found = await proveArchive(damaged, given).then(
      () => 'accepted',
      (error: Error) => error.message.replace(damaged, 'FILE'),
    )
    return found
  }
  expect(await refusal(Buffer.alloc(0))).toBe('FILE is empty.')
  expect(await refusal(Buffer.from('words'))).toBe('FILE is not a backup of the portal.')
  const cut = 'The archive FILE is damaged: it was cut off, or something was added to its end. Nothing was changed.'
  for (const size of [4, 1000, whole.length >> 1, whole.length - 1])
    expect(await refusal(whole.subarray(0, size))).toBe(cut)
  const flipped = (at: number) => {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  const entry = manifest?.tables.find(({ name }) => name === 'cards')?.parts[0]
  const at = whole.indexOf(entry?.name ?? '') + (entry?.name.length ?? 0)
  for (const place of [at + 10, at + (entry?.bytes ?? 0) - 1])
    expect(await refusal(flipped(place))).toBe(
      'The archive FILE is damaged: tables/cards.1.zst.aes was changed. Nothing was changed.',
    )
  const made = whole.lastIndexOf('"made_at"')
  expect(await refusal(flipped(made + 15))).toMatch(
    /^The archive FILE is damaged: its manifest (or its directory was changed|cannot be read)/,
  )
  expect(await refusal(flipped(whole.lastIndexOf('"sealed"') + 11))).toMatch(
    /its manifest (or its directory was changed|cannot be read)/,
  )
  expect(await refusal(whole, randomBytes(32))).toBe(
    'The archive FILE was made with another key. Set BACKUP_KEY to that one.',
  )
  expect(await refusal(whole, null)).toBe(
    'Archives are encrypted. Set BACKUP_KEY to the key of this one: the BACKUP_KEY of the portal that made it, or what is in the file backup.key of its DATA_DIR.',
  )
  expect(await refusal(whole)).toBe('accepted')
  await expect(proveArchive(join(folder, 'none'), key)).rejects.toThrow('cannot be read (no such file or folder).')
  await expect(proveArchive(folder, key)).rejects.toThrow(`${folder} is a folder. Name the file of a backup.`)
})

test('OPS-1 content that is missing is named, and content deleted during the backup is only counted', async () => {
  const [lost, deleted, kept] = [await keyOfContent('lost'), await keyOfContent('deleted'), await keyOfContent('kept')]
  for (const one of [lost, deleted, kept]) await insertFile(one)
  await storage.remove(lost)
  const deleting: Storage = {
    ...storage,
    get: async (one) => {
      if (one === deleted) {
        await owner.query('delete from files where storage_key = $1', [deleted])
        await storage.remove(deleted)
      }
      return storage.get(one)
    },
  }
  const { manifest } = await backUp(deleting)
  expect(manifest?.contents).toMatchObject({ removed: [deleted], missing: [{ table: 'files', key: lost }] })
  await owner.query('delete from files where storage_key = $1', [lost])
})

test('OPS-1 the content of every table that refers to the file storage is archived', async () => {
  const client = await owner.connect()
  try {
    expect(await listContentTables(client)).toEqual(['files', 'imports', 'issued_documents', 'journal_batches'])
    // A column that refers to stored content has this name: others that end like it do not.
    const { rows } = await client.query(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name ~ 'key$|storage' and column_name <> 'storage_key' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['bank_lines.payer_key', 'idempotency_keys.key', 'throttles.key'])
  } finally {
    client.release()
  }
})

test('OPS-1 scheduled backups are made once a day, by one process at a time, and expire', async () => {
  const dir = join(folder, 'scheduled')
  const now = Date.now()
  const run = (at = now, from = storage) =>
    runScheduled({ ownerUrl: urls.ownerUrl, dir, time: '00:00', keepDays: 2, key, auditKeys, storage: from, now: at })
  await ask(
    urls.ownerUrl,
    `insert into backups (cause, file_name, started_at) values ('schedule', 'killed', now() - interval '1 second')`,
  )
  // A folder that is missing, such as one that is not mounted, is not created.
  await expect(run()).rejects.toThrow(`The folder ${dir} does not exist.`)
  const forget = () => ask(urls.ownerUrl, `delete from backups where failure ~ 'folder'`)
  await forget()
  await writeFile(dir, '')
  await expect(run()).rejects.toThrow(`${dir} is not a folder.`)
  await rm(dir)
  await forget()
  await mkdir(dir)
  const held = () => isBeingMade(database.pools.portal_staff)
  expect([await held(), await whileNoOtherBackup(urls.ownerUrl, held), await held()]).toEqual([false, true, false])
  const both = await Promise.all([run(), run()])
  expect(both.flat().filter((line) => line.startsWith('Wrote'))).toHaveLength(1)
  expect(await run()).toEqual([])
  const [name = ''] = await readdir(dir)
  const old = 'portal-20200101T000000Z.backup'
  await copyFile(join(dir, name), join(dir, old))
  await writeFile(join(dir, `${old}.partial`), 'left by a kill')
  await ask(urls.ownerUrl, `update backups set started_at = started_at - interval '2 days' where cause = 'schedule'`)
  expect(await run(now + 1000)).toContain(`Removed ${old}.`)
  expect((await readdir(dir)).sort()[0]).toBe(name)
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  const rows = await listBackups(client)
  await client.end()
  expect(rows.map((row) => row.failure)).toEqual([null, null, interrupted])
  // A backup that fails is recorded with its reason, and leaves no file.
  await truncate(join(dir, name), 0)
  await expect(
    run(now + 2 * 86_400_000, { ...storage, get: () => Promise.reject(new Error('the bucket is away')) }),
  ).rejects.toThrow('the bucket is away')
  expect((await readdir(dir)).filter((one) => one.endsWith('.partial'))).toEqual([])
  expect((await ask(urls.ownerUrl, 'select failure from backups order by id desc limit 1'))[0]).toEqual({
    failure: 'Unexpected error: the bucket is away',
  })
})
