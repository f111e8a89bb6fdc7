import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

type ServedPortal = { url: string; dataDir: string; stop: () => Promise<void> }
/** Starts the whole portal as a user would, on a data folder that is deleted when it stops. */
export async function servePortal(port: number): Promise<ServedPortal> {
  const url = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (await isReady()) throw new Error(`Another portal already answers at ${url}. Choose a port with E2E_PORT.`)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // Journeys receive webhooks on this machine.
    WEBHOOK_ALLOW_PRIVATE: 'on',
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
  }
  const portal = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  portal.stdout.on('data', (chunk) => {
    output += chunk
  })
  for (const deadline = Date.now() + 120_000; !(await isReady()); await sleep(200))
    if (portal.exitCode !== null || Date.now() > deadline) throw new Error(`The portal did not start:\n${output}`)
  const stop = async () => {
    const ended = new Promise((resolve) => portal.once('exit', resolve))
    portal.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, dataDir, stop }
}
