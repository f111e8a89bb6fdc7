import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { processIdentity } from '../../server/src/process/folder-lock.ts'
import { root } from '../house/source-files.ts'

export type Run = {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
  /** Fails if the command ends before it is ready. */
  ready: Promise<void>
}

export const isAlive = (pid: number) => processIdentity(pid) !== null
export const statusOf = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status

const killIfAlive = (pid: () => number) => {
  try {
    process.kill(pid(), 'SIGKILL')
  } catch {
    // Already ended, or never started.
  }
}

/** Runs npm's commands with a data folder of their own. Whatever they leave ends with the test file. */
export function commandRunner() {
  const scratch = mkdtempSync(join(tmpdir(), 'portal-start-'))
  // If root runs this, PostgreSQL runs as another user, which needs access.
  chmodSync(scratch, 0o711)
  const dataDir = join(scratch, 'data')
  const runs: Run[] = []

  /** Runs npm as from a shell, without the variables that npm and Vitest set for this test. */
  function npm(args: string[], env: Record<string, string>): Run {
    const { PATH = '', HOME = '/', CHROMIUM, NODE_COMPILE_CACHE } = process.env
    const own = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
    const clean = {
      PATH: own.join(':'),
      HOME,
      ...(CHROMIUM && { CHROMIUM }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...env,
    }
    const child = spawn('npm', ['--silent', ...args], { cwd: root, env: clean, stdio: ['ignore', 'pipe', 'pipe'] })
    const ready = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<number | null>()
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
      if (/is ready at|is running/.test(output)) ready.resolve()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('close', (code) => {
      ended.resolve(code)
      ready.reject(new Error(`npm ended with ${code}:\n${output}`))
    })
    ready.promise.catch(() => {})
    const run = { child, output: () => output, ended: ended.promise, ready: ready.promise }
    runs.push(run)
    return run
  }

  const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const portalPid = () => Number(readFileSync(join(dataDir, 'portal.lock'), 'utf8').split(' ')[0])
  afterAll(() => {
    for (const { child } of runs) child.kill('SIGKILL')
    killIfAlive(portalPid)
    killIfAlive(postmasterPid)
    rmSync(scratch, { recursive: true, force: true })
  })
  return { scratch, dataDir, npm, postmasterPid, portalPid }
}
