import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { attachEmbedded } from '../../db/embedded/embedded.ts'
import { freePort } from '../../db/embedded/postmaster.ts'
import { asOwner } from '../../db/owner.ts'
import { type DrillPortal, runCommand, startDrillPortal } from '../../testing/drills/backup-drill.ts'
import { withoutGuards } from '../../testing/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-audit-drill-'))
// PostgreSQL runs as another user if root runs the test.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const DATA_DIR = join(folder, 'data')
const env = { DATA_DIR, BACKUP_KEY: randomBytes(32).toString('hex') }
const postgres = join(DATA_DIR, 'postgres')
const [anchors, key] = [join(DATA_DIR, 'audit-anchors.jsonl'), join(DATA_DIR, 'audit.key')]

const verify = async () => {
  const { code, out } = await runCommand('audit-verify', [], env)
  return { code, out }
}
const owned = (text: string) =>
  asOwner(attachEmbedded(DATA_DIR)?.ownerUrl ?? '', 'test', async (owner) => (await owner.query(text)).rows)
const unsigned = async () =>
  (
    await owned(`select s.unsigned::int + (select count(*)::int from audit_log a
      where not exists (select from audit_seals where audit_id = a.id)) as n from signature_state() s`)
  )[0].n
const patience = { timeout: 60_000, interval: 500 }
const allSigned = () => expect.poll(unsigned, patience).toBe(0)
async function whileRunning(work: (portal: DrillPortal) => Promise<void>): Promise<void> {
  const portal = await startDrillPortal(await freePort(), env)
  try {
    await work(portal)
  } finally {
    expect(await portal.stop()).toBe(0)
  }
}
const write = (count: number) =>
  owned(`insert into audit_log (action) select 'session.logout' from generate_series(1, ${count})`)
const intact = { code: 0, out: expect.stringContaining('The chain is intact.') }

test('SEC-5 A4 C14 cut tables, an old copy, a restore, a lost anchor file and a lost key, with the real commands', async () => {
  const [old, backup] = [join(folder, 'old'), join(folder, 'portal.backup')]
  await whileRunning(async () => {
    await write(50)
    await allSigned()
  })
  execFileSync('cp', ['-a', postgres, old])
  await whileRunning(async () => {
    await write(300)
    await allSigned()
    expect((await runCommand('backup', [backup], env)).code).toBe(0)
    expect(await verify()).toMatchObject(intact)
    await write(10)
    await allSigned()
    // The portal keeps running, and gives the cut log no new signatures.
    const through = `(select max(seal_no) - 200 from audit_seals)`
    await owned(`begin; ${withoutGuards} delete from audit_signatures where last_seal_no > ${through};
      with gone as (delete from audit_seals where seal_no > ${through} returning audit_id)
      delete from audit_log where id in (select audit_id from gone); commit`)
    await write(5)
    expect(await verify()).toEqual({
      code: 1,
      out: expect.stringMatching(/the end of the log was cut: its last \d+ seals/),
    })
    await expect
      .poll(async () => (await owned(`select failure from job_outcomes where job = 'seal'`))[0].failure, patience)
      .toMatch(/^The audit log does not go on from its anchor: the seal [\d,]+ of .* Run npm run audit:verify/)
  })
  // An old copy of the database takes the place of the present one.
  rmSync(postgres, { recursive: true })
  execFileSync('cp', ['-a', old, postgres])
  expect(await verify()).toEqual({ code: 1, out: expect.stringContaining('the end of the log was cut') })
  expect((await runCommand('audit-accept', ['Recovered to the copy of the evening'], env)).code).toBe(0)
  expect(await verify()).toMatchObject({
    code: 0,
    out: expect.stringContaining('Recovered to the copy of the evening'),
  })
  await whileRunning(async () => {
    await write(20)
    await allSigned()
  })
  // The portal's own restore says so by itself.
  for (const name of ['postgres', 'files']) rmSync(join(DATA_DIR, name), { recursive: true })
  const restored = await runCommand('restore', [backup], env)
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('the audit log’s chain is intact')])
  await whileRunning(async () => {
    await write(20)
    await allSigned()
    expect(await verify()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The log was restored at the seal \d+/m),
    })
  })
  for (const file of [anchors, key]) {
    renameSync(file, `${file}.away`)
    const said =
      file === anchors ? /the anchor file .* is missing/ : /the key [0-9a-f]{16} signed it, and no key is here/
    expect(await verify()).toEqual({ code: 1, out: expect.stringMatching(said) })
    renameSync(`${file}.away`, file)
  }
  expect(await verify()).toMatchObject(intact)
  // In another place, the key comes with the backup.
  const elsewhere = { ...env, DATA_DIR: join(folder, 'elsewhere') }
  expect((await runCommand('restore', [backup], elsewhere)).code).toBe(0)
  expect(await runCommand('audit-verify', [], elsewhere)).toMatchObject(intact)
})
