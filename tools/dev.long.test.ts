import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../server/src/db/postmaster.ts'
import { processIdentity } from '../server/src/process/folder-lock.ts'
import { root } from './source-files.ts'

test('npm run dev proxies to the service, fills the page, and keeps PostgreSQL running when a server file changes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-dev-'))
  chmodSync(dataDir, 0o711)
  const [port, page] = [await freePort(), await freePort()]
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEV_PORT: String(page),
    LOG_LEVEL: 'silent',
  }
  const child = spawn(process.execPath, ['tools/dev.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  const starts = () => output.match(/The portal is ready at/g)?.length ?? 0
  const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const patient = { timeout: 180_000, interval: 200 }
  try {
    await expect.poll(starts, patient).toBe(1)
    const html = await (await fetch(`http://127.0.0.1:${page}/cards`, { headers: { accept: 'text/html' } })).text()
    expect(html).toContain('data-session="none"')
    expect(html).not.toMatch(/%[A-Z_]+%/)
    expect((await fetch(`http://127.0.0.1:${page}/v2/openapi.json`)).status).toBe(200)
    const first = postmaster()
    const now = new Date()
    utimesSync(join(root, 'server/src/main.ts'), now, now)
    await expect.poll(starts, patient).toBe(2)
    expect((await fetch(`http://127.0.0.1:${page}/v2/openapi.json`)).status).toBe(200)
    expect(postmaster()).toBe(first)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(processIdentity(first)).toBeNull()
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
