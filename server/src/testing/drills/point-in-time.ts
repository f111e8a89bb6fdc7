import assert from 'node:assert/strict'
import { appendFileSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { verifyAudit } from '../../db/audit/audit-verify.ts'
import { asSuperuser, owned, takeBaseBackup } from '../../db/embedded/base-backup.ts'
import {
  type EmbeddedDatabase,
  type RunningCluster,
  runningCluster,
  startEmbedded,
} from '../../db/embedded/embedded.ts'
import { findAccount } from '../../db/embedded/postgres-account.ts'
import { migrate } from '../../db/migrate.ts'
import { asOwner } from '../../db/owner.ts'
import { reconcile } from '../../db/reconcile/reconcile.ts'
import { seedDemo } from '../../demo/demo.queries.ts'
import { until } from './replica-drill.ts'

const restorePoint = 'before the mistake'
const configOf = (dataDir: string) => join(dataDir, 'postgres/postgresql.auto.conf')

/** A primary that copies every finished piece of its log into the archive. */
async function startArchiving(dataDir: string, archive: string): Promise<EmbeddedDatabase> {
  await (await startEmbedded({ dataDir })).stop()
  appendFileSync(
    configOf(dataDir),
    `archive_mode = on\narchive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'\n`,
  )
  return startEmbedded({ dataDir })
}

async function restore(dataDir: string, archive: string): Promise<EmbeddedDatabase> {
  appendFileSync(
    configOf(dataDir),
    `archive_mode = off\nrestore_command = 'cp "${archive}/%f" "%p"'\n` +
      `recovery_target_name = '${restorePoint}'\nrecovery_target_action = 'promote'\n`,
  )
  const recovery = join(dataDir, 'postgres/recovery.signal')
  writeFileSync(recovery, '')
  await owned(recovery, findAccount())
  const restored = await startEmbedded({ dataDir })
  const isRecovered = () =>
    asOwner(restored.ownerUrl, 'portal drill', async (owner) => {
      const { rows } = await owner.query('select pg_is_in_recovery() as recovers')
      return rows[0].recovers === false
    })
  await until('the database has reached the restore point', isRecovered, 60_000)
  return restored
}

const unitsIn = async (owner: pg.Client) =>
  (await owner.query('select count(*)::int as count, max(tank_milli)::int as tank from units')).rows[0]
const change = (ownerUrl: string, text: string) => asOwner(ownerUrl, 'portal drill', (owner) => owner.query(text))
async function seal(owner: pg.Client): Promise<void> {
  await until('every entry is sealed', async () => {
    await owner.query('select seal_audit()')
    return (await verifyAudit(owner)).unsealed === 0
  })
}

/** Changes after the base backup, a named point, the mistake, and the last piece of the log in the archive. */
async function makeMistake(ownerUrl: string, { superuserUrl }: RunningCluster) {
  await change(ownerUrl, `update units set tank_milli = 321000, tank_unit = 'L' where id = (select min(id) from units)`)
  await change(ownerUrl, `insert into audit_log (action) select 'after the base backup' from generate_series(1, 50)`)
  const before = await asOwner(ownerUrl, 'portal drill', async (owner) => {
    await seal(owner)
    return unitsIn(owner)
  })
  await asSuperuser(superuserUrl, async (superuser) => {
    await superuser.query('select pg_create_restore_point($1)', [restorePoint])
    await change(ownerUrl, 'truncate units cascade')
    const { rows } = await superuser.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
    await superuser.query('select pg_switch_wal()')
    await until('the log is archived', async () => {
      const archived = await superuser.query('select last_archived_wal >= $1 as done from pg_stat_archiver', [
        rows[0]?.name,
      ])
      return archived.rows[0].done === true
    })
  })
  return before
}

/**
 * Point-in-time recovery, tried: base backup, archived log, a wrong deletion, and the database as of the moment before
 * it. Throws at the first breach.
 */
export async function pointInTimeDrill(say: (line: string) => void): Promise<void> {
  const folders = ['primary', 'archive', 'restored'].map((name) => mkdtempSync(join(tmpdir(), `portal-${name}-`)))
  const [dataDir, archive, restoredDir] = folders as [string, string, string]
  const { uid, gid } = findAccount()
  if (uid !== undefined && gid !== undefined) chownSync(archive, uid, gid)
  const running: EmbeddedDatabase[] = []
  try {
    const primary = await startArchiving(dataDir, archive)
    running.push(primary)
    await migrate(primary)
    await seedDemo(primary.ownerUrl, { cards: 200, transactions: 400 })
    const cluster = runningCluster(dataDir) as RunningCluster
    await takeBaseBackup(cluster, join(restoredDir, 'postgres'), { waitsForArchive: true })
    const before = await makeMistake(primary.ownerUrl, cluster)
    await primary.stop('immediate')
    const begun = performance.now()
    const restored = await restore(restoredDir, archive)
    running.push(restored)
    await asOwner(restored.ownerUrl, 'portal drill', async (owner) => {
      assert.deepEqual(await unitsIn(owner), before, 'the units as of the restore point')
      assert.ok(before.count > 0 && before.tank === 321_000, 'the last change before the mistake')
      await owner.query(`insert into audit_log (action) values ('after the recovery')`)
      await seal(owner)
      assert.deepEqual((await verifyAudit(owner)).breaches, [])
      assert.deepEqual((await reconcile(owner)).breaches, [])
    })
    say(`Restored ${before.count} units as of "${restorePoint}" in ${Math.round(performance.now() - begun)} ms.`)
  } finally {
    for (const database of running) await database.stop('immediate').catch(() => {})
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
