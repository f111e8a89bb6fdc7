import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../../server/src/db/embedded/postmaster.ts'
import {
  expectBooksAgree,
  expectDoneOnce,
  killDatabase,
  signInOverHttp,
  startWork,
  waitUntilBack,
} from '../../server/src/testing/database-loss.ts'
import { startSmtpServer } from '../../server/src/testing/smtp-server.ts'
import { root } from '../house/source-files.ts'
import { figure, lengthOf } from './drill.ts'

const kills = lengthOf(100, 15)
const rows = 1500

test(`OPS-3 C1 the portal survives ${kills} kills of PostgreSQL and completes each import, billing run and mail exactly once`, async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'portal-loss-'))
  // If root runs this, PostgreSQL runs as another user, which needs access.
  chmodSync(scratch, 0o711)
  const smtp = await startSmtpServer()
  const port = await freePort()
  const target = { origin: `http://127.0.0.1:${port}`, dataDir: join(scratch, 'data'), smtp }
  const env = { ...process.env, PORT: String(port), DATA_DIR: target.dataDir, SMTP_URL: smtp.url, LOG_LEVEL: 'error' }
  const portal = spawn(process.execPath, [join(root, 'server/src/main.ts'), '--no-web'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  portal.stdout.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => portal.once('close', resolve))
  try {
    await expect.poll(() => output, { timeout: 120_000, interval: 200 }).toContain('is ready at')
    const headers = await signInOverHttp(target)
    // The kills are spread over the duration of an undisturbed run.
    const started = performance.now()
    await expectDoneOnce(target, await startWork(target, headers, '600', rows, 1))
    const usual = performance.now() - started
    for (let kill = 1; kill <= kills; kill++) {
      const work = await startWork(target, headers, String(600 + kill), rows, 1)
      await sleep((usual * kill) / (kills + 1))
      const killed = killDatabase(target)
      await work.sending
      await waitUntilBack(target, headers, killed)
      await work.sendAgain()
      await expectDoneOnce(target, work)
      expect([kill, portal.exitCode, portal.signalCode]).toEqual([kill, null, null])
    }
    await expectBooksAgree(target)
    figure(`${kills} kills of PostgreSQL, each over an import, a billing run and a mail`)
    expect(output).not.toContain('unhandled promise rejection')
  } finally {
    portal.kill('SIGTERM')
    await ended
    await smtp.close()
    rmSync(scratch, { recursive: true, force: true })
  }
})
