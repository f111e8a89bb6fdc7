import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/src/db/postmaster.ts'

/**
 * Seconds from `npm start` until the portal is ready: the first time, again, and after a kill that leaves the database
 * server running. Cleans up after itself.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'portal-start-'))
// If root runs this, PostgreSQL runs as another user, which needs access.
chmodSync(scratch, 0o711)
const env = { ...process.env, DATA_DIR: join(scratch, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'silent' }

async function start(label: string): Promise<ChildProcess> {
  const started = performance.now()
  const child = spawn('npm', ['--silent', 'start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk) => /is ready at|is running/.test(String(chunk)) && resolve()),
  )
  console.log(`${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return child
}
async function end(child: ChildProcess, kill: () => void): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  kill()
  await ended
}
const portalPid = () => Number(readFileSync(join(env.DATA_DIR, 'portal.lock'), 'utf8').split(' ')[0])

const first = await start('first start, with the demo')
try {
  await end(first, () => first.kill('SIGTERM'))
  const second = await start('second start')
  await end(second, () => process.kill(portalPid(), 'SIGKILL'))
  const third = await start('after kill -9, with the database server still running')
  await end(third, () => third.kill('SIGTERM'))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
