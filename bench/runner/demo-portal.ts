import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `npm start` on a folder of its own: with the page, the demo and the embedded database. */
export type DemoPortal = { address: string; seconds: number; pid: number; postmaster: number; stop(): Promise<void> }
export async function startDemo(scratch: string): Promise<DemoPortal> {
  const port = await freePort()
  const folder = join(scratch, 'demo')
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'info' }
  const started = performance.now()
  const child = spawn('npm', ['--silent', 'start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const ready = Promise.withResolvers<void>()
  child.stdout.on('data', (text) => /is ready at/.test(String(text)) && ready.resolve())
  await Promise.race([
    ready.promise,
    ended.then(() => {
      throw new Error('The demo did not start')
    }),
  ])
  const seconds = (performance.now() - started) / 1000
  // npm stands between. The portal holds the lock of its folder.
  const pid = Number(readFileSync(join(folder, 'portal.lock'), 'utf8').split(' ')[0])
  return {
    address: `http://localhost:${port}`,
    seconds,
    pid,
    postmaster: Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
