import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noReplica } from '../../db/replica/replica.ts'
import { projectRoot } from '../../process/config.ts'
import { testApp } from '../../testing/test-app.ts'
import { startMetrics } from './metrics.ts'

/** The machine's promtool; `PROMTOOL` overrides the search. */
const findPromtool = (): string | undefined =>
  [process.env.PROMTOOL, '/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => path && existsSync(path))

/** Finds promtool, or installs Debian's if permitted, without starting Prometheus. */
function ensurePromtool(): string {
  const found = findPromtool()
  if (found) return found
  const fault =
    'The alert rules are checked with promtool. Install it (Debian: apt-get install prometheus), or set PROMTOOL to its path.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(fault)
  // A runlevel of 1 keeps the package from starting its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  apt('update')
  const installed = apt('install', '--yes', '--no-install-recommends', 'prometheus')
  const path = findPromtool()
  if (!path) throw new Error(`${fault}\n${installed.stderr.trim()}`)
  return path
}

const folder = join(projectRoot, 'deploy/prometheus')
const promtool = ensurePromtool()
const ask = (args: string[], input = '') => spawnSync(promtool, args, { cwd: folder, input, encoding: 'utf8' })

test('OPS-5 promtool accepts the alert rules', () => {
  const { status, stdout, stderr } = ask(['check', 'rules', 'alerts.yml'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/SUCCESS: \d\d rules found/)
})

test('OPS-5 each alert fires on its cause, and stays silent otherwise', () => {
  const alerts = [...readFileSync(join(folder, 'alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  )
  const tested = readFileSync(join(folder, 'alerts.test.yml'), 'utf8')
  for (const name of alerts) {
    const cases = tested.split(`alertname: ${name}\n`).slice(1)
    expect([name, cases.map((text) => text.trimStart().startsWith('exp_alerts: []'))]).toEqual([name, [false, true]])
  }
  const { status, stdout, stderr } = ask(['test', 'rules', 'alerts.test.yml'])
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
})

test('OPS-5 promtool finds no fault in the portal’s own metrics', async () => {
  const { database, folder: dataDir } = await testApp()
  const metrics = await startMetrics({ metricsPort: 0, host: '127.0.0.1', dataDir }, database, noReplica)
  try {
    const text = await (await fetch(`http://127.0.0.1:${metrics?.port}/metrics`)).text()
    const faults = ask(['check', 'metrics'], text).stderr.split('\n')
    // Node's own metrics have names of their own.
    expect(faults.filter((line) => line && !line.startsWith('nodejs_'))).toEqual([])
  } finally {
    await metrics?.close()
  }
})
