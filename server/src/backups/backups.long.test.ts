import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand, startDrillPortal } from '../testing/drills/backup-drill.ts'
import { ask, freshDatabase } from '../testing/fresh-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-backup-drill-'))
// PostgreSQL runs as another user if root runs the tests.
await chmod(folder, 0o711)
afterAll(() => rm(folder, { recursive: true, force: true }))
const portOf = (number: number) => Number(process.env.E2E_PORT ?? 4711) + number

test('OPS-1 C14 a worker backs up on schedule, restores the archive on trial, and its metrics say so', async () => {
  const dataDir = join(folder, 'scheduled')
  const dir = join(folder, 'archives')
  await mkdir(dir)
  const env = { DATA_DIR: dataDir, BACKUP_DIR: dir, METRICS_PORT: String(portOf(5)) }
  const portal = await startDrillPortal(portOf(4), env)
  const metrics = async () => (await fetch(`http://127.0.0.1:${portOf(5)}/metrics`)).text()
  try {
    await expect.poll(metrics, { timeout: 120_000, interval: 1000 }).toMatch(/^portal_backup_last_test_ok 1$/m)
    expect(await metrics()).toMatch(
      /^portal_backup_last_success_timestamp_seconds 1\.\d+e\+?9|^portal_backup_last_success_timestamp_seconds \d{10}/m,
    )
    expect(await readdir(dir)).toHaveLength(1)
    expect(existsSync(join(dataDir, 'trial'))).toBe(false)
  } finally {
    expect(await portal.stop()).toBe(0)
  }
})

test('OPS-1 a command that refuses an archive or is ended touches nothing and leaves nothing', async () => {
  const from = { DATA_DIR: join(folder, 'source'), BACKUP_KEY: randomBytes(32).toString('hex') }
  const file = join(folder, 'small.backup')
  expect((await runCommand('migrate', [], from)).code).toBe(0)
  expect((await runCommand('backup', [file], from)).code).toBe(0)
  expect(await runCommand('backup', [file], from)).toMatchObject({
    code: 1,
    out: expect.stringContaining('exists already'),
  })
  const cut = join(folder, 'cut.backup')
  await writeFile(cut, await readFile(file))
  await truncate(cut, 30_000)
  const into = { DATA_DIR: join(folder, 'target'), BACKUP_KEY: from.BACKUP_KEY }
  const refused = await runCommand('restore', [cut], into)
  expect([refused.code, refused.out.trim().split('\n').length, existsSync(into.DATA_DIR)]).toEqual([1, 1, false])
  const mistyped = await runCommand('backup', [join(folder, 'none.backup')], into)
  expect([mistyped.code, mistyped.out]).toEqual([
    1,
    `There is no portal in ${into.DATA_DIR}. Set DATA_DIR to its data folder, or DATABASE_URL.\n`,
  ])
  expect((await runCommand('restore', [file, '--check'], into)).code).toBe(0)
  expect(existsSync(into.DATA_DIR)).toBe(false)
  const wrong = await runCommand('restore', [file], { ...into, BACKUP_KEY: randomBytes(32).toString('hex') })
  expect([wrong.code, wrong.out]).toEqual([
    1,
    `The archive ${file} was made with another key. Set BACKUP_KEY to that one.\n`,
  ])
  expect((await runCommand('restore', [file], from)).out).toContain('The database is not empty')
  const { prefix, ownerUrl, appUrl, gateUrl } = await freshDatabase()
  const external = {
    ...into,
    DATABASE_URL: appUrl,
    DATABASE_GATE_URL: gateUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_ROLE_PREFIX: prefix,
  }
  expect((await runCommand('restore', [file], external)).code).toBe(0)
  expect((await ask(ownerUrl, 'select count(*)::int as n from schema_functions'))[0]).not.toEqual({ n: 0 })
})

test.each([
  ['SIGINT', 130, 'Audit log:'],
  ['SIGTERM', 143, 'The rows are loaded.'],
] as const)(
  'OPS-1 a restore ended by %s says so, exits with %i and leaves an empty database that is stopped',
  async (...row) => {
    const [signal, code, after] = row
    const env = { DATA_DIR: join(folder, `ended-${signal}`), BACKUP_KEY: randomBytes(32).toString('hex') }
    const file = join(folder, `${signal}.backup`)
    expect((await runCommand('demo', [], env)).code).toBe(0)
    expect((await runCommand('backup', [file], env)).code).toBe(0)
    const into = { DATA_DIR: join(folder, `into-${signal}`), BACKUP_KEY: env.BACKUP_KEY }
    const ended = await runCommand('restore', [file], into, { signal, after })
    expect(ended.code).toBe(code)
    expect(ended.out).toMatch(new RegExp(`\nEnded by ${signal}. Uncommitted work is rolled back.\n$`))
    for (const left of ['portal.lock', 'postgres/postmaster.pid'])
      expect(existsSync(join(into.DATA_DIR, left))).toBe(false)
    // The same place takes the archive at the next attempt.
    expect((await runCommand('restore', [file], into)).code).toBe(0)
  },
)
