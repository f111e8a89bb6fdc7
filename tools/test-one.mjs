// `npm run test:one -- FILE [-t NAME]` runs one test file, or the tests in it that NAME matches. Journeys (e2e/) run in
// Chromium on a built web app. Everything else runs in Vitest, with a database if it needs one.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../server/src/platform/http/web-build.ts'
import { ensureChromium } from './chromium.ts'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const [file, ...rest] = process.argv.slice(2)
if (!file || (rest.length > 0 && (rest[0] !== '-t' || rest.length !== 2))) {
  console.error('Name a test file and, optionally, a test: npm run test:one -- FILE [-t NAME]')
  process.exit(1)
}

function run(program, args, env = {}) {
  const child = spawn(process.execPath, [resolve(root, 'node_modules', program), ...args], {
    cwd: root,
    env: { ...process.env, TEST_LENGTH: file.includes('.long.test.') ? 'long' : '', ...env },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('close', (status) => process.exit(status ?? 1))
}

if (file.startsWith('e2e/')) {
  const chromium = ensureChromium()
  if ('fault' in chromium) throw new Error(chromium.fault)
  await buildWeb(root, console.log)
  const named = rest.length > 0 ? ['--grep', rest[1]] : []
  run('@playwright/test/cli.js', ['test', file, ...named, '--retries=0', '--reporter=list'], {
    CHROMIUM: chromium.path,
  })
} else run('vitest/vitest.mjs', ['run', file, ...rest])
