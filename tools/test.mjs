// `npm test` runs every check and prints a line for each, the output of failed ones, and the totals. `npm test -- unit
// browser` runs only the named steps. `npm run check` runs those that need neither database nor browser. `npm run
// test:long` (`--long`) runs the tests that take minutes each.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../server/src/platform/http/web-build.ts'
import { ensureChromium } from './chromium.ts'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const scratch = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'portal-test-'))
// The database server may run under another account.
chmodSync(scratch, 0o755)
const running = new Set()
const isLong = process.argv.includes('--long')
const shared = {
  NO_COLOR: '1',
  TEST_LENGTH: isLong ? 'long' : '',
  TMPDIR: scratch,
  // Some hundred processes load the same files. What one has compiled, the next one reads.
  NODE_COMPILE_CACHE: join(scratch, 'compiled'),
}

/** A folder in memory, if it has room: a disk that is slow for minutes makes tests of a whole portal time out. */
function memoryFolder() {
  const folder = '/dev/shm'
  const needed = 4 * 1024 ** 3
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > needed && freemem() > 2 * needed ? folder : undefined
  } catch {
    return undefined
  }
}

/** Runs one of the project's programs and captures its output. What it leaves in the temporary folder is removed. */
function run(program, args, env = {}) {
  return new Promise((done) => {
    const bin = resolve(root, 'node_modules', program)
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: root,
      env: { ...process.env, ...shared, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => done({ status: 1, output: error.message }))
    child.once('close', (status) => {
      running.delete(child)
      done({ status: status ?? 1, output })
    })
  })
}

/** The result of a check without counts. */
const whole = ({ status, output }) => ({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, output })

/** Reads counts from a report. A failed run without a failed test (such as a file that does not load) counts as one. */
function counted({ status, output }, file, read) {
  let counts = { passed: 0, failed: 0 }
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    output += '\nThis step wrote no report.'
  }
  const isSilent = counts.failed === 0 && (status !== 0 || (counts.passed === 0 && !isLong))
  return { output, ...counts, failed: counts.failed + (isSilent ? 1 : 0) }
}

/** The slowest files, so that a new slow one is noticed. */
function slowest(files) {
  const [first, ...rest] = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 5)
  if (!first) return ''
  return `slowest: ${[first, ...rest].map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`
}

const unit = () => vitest([])
const house = () => vitest(['tools/house/'])
async function vitest(only) {
  const file = join(scratch, `unit-${only.length}.json`)
  const result = await run('vitest/vitest.mjs', [
    'run',
    ...only,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  result.output = result.output.replace(/^.*✓.*\n+/gm, '')
  return counted(result, file, ({ numPassedTests, numFailedTests, testResults }) => {
    const failures = testResults.filter((suite) => suite.status === 'failed').flatMap(failuresOf)
    const times = testResults.map(({ name, startTime, endTime }) => ({
      name: name.replace(`${root}/`, ''),
      seconds: (endTime - startTime) / 1000,
    }))
    const counts = { passed: numPassedTests, failed: Math.max(numFailedTests, failures.length), slow: slowest(times) }
    return failures.length > 0 ? { ...counts, output: failures.join('\n\n') } : counts
  })
}

/** The failures of a test file with their location, without the output of the tests that passed. */
function failuresOf({ name, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const where = name.replace(`${root}/`, '')
  if (failed.length === 0) return [`${where}\n${message}`]
  return failed.map((test) => {
    const lines = test.failureMessages.join('\n').split('\n')
    const own = lines.filter((line) => !/^\s+at .*(node_modules|node:|<anonymous>)/.test(line))
    return [where, test.fullName, ...own.slice(0, 25)].join('\n  ')
  })
}

async function web() {
  try {
    await buildWeb(root, () => {})
    return { passed: 1, failed: 0, output: '' }
  } catch (error) {
    return { passed: 0, failed: 1, output: error.message }
  }
}

async function browser() {
  const chromium = ensureChromium()
  if ('fault' in chromium) return { passed: 0, failed: 1, output: chromium.fault }
  const file = join(scratch, 'browser.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM: chromium.path }
  const result = await run(
    '@playwright/test/cli.js',
    ['test', '--reporter=line,json', ...(isLong ? ['--pass-with-no-tests'] : [])],
    env,
  )
  // Remove progress lines, which would hide the failures.
  result.output = result.output.replace(
    /^\[\d+\/\d+\].*\n+|^.*Warning: The 'NO_COLOR'.*\n+|^\(Use `node --trace-warnings.*\n+/gm,
    '',
  )
  return counted(result, file, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    // The second attempt only records a trace. A journey that needed it is flaky and counts as failed.
    failed: stats.unexpected + stats.flaky + (stats.unexpected ? 0 : errors.length),
    note: stats.flaky > 0 ? `${stats.flaky} passed only on the second attempt` : '',
    slow: slowest(suites.map((suite) => ({ name: suite.file, seconds: secondsOf(suite) }))),
  }))
}
const secondsOf = ({ suites = [], specs = [] }) =>
  suites.reduce((sum, suite) => sum + secondsOf(suite), 0) +
  specs.reduce(
    (sum, { tests }) => sum + tests.flatMap(({ results }) => results).reduce((s, one) => s + one.duration, 0) / 1000,
    0,
  )

// The compiler's checkers repeat each other's work. With one, two projects side by side take half the time.
const types = (project) => async () => whole(await run('typescript/bin/tsc', ['-p', project, '--checkers', '1']))

/** In order. The steps of a row run in parallel, for two cores. */
const steps = [
  [
    ['lint', async () => whole(await run('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']))],
    ['types', types('contract')],
  ],
  [
    ['types', types('server'), 'server'],
    ['types', types('web'), 'web'],
  ],
  [
    ['types', types('tools'), 'tools'],
    ['knip', async () => whole(await run('knip/bin/knip.js', ['--no-progress']))],
  ],
  [['house', house]],
  [['unit', unit]],
  [['web', web]],
  [['browser', browser]],
]

async function runStep([name, step, part]) {
  const started = Date.now()
  const result = await step()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const label = [name, part ?? (name === 'types' ? 'contract' : '')].join(' ').trim()
  console.log(
    `${result.failed === 0 ? 'ok  ' : 'FAIL'} ${label.padEnd(16)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(3)} failed  ${seconds} s${result.note ? `  ${result.note}` : ''}`,
  )
  if (result.slow) console.log(`     ${result.slow}`)
  if (result.failed > 0 || result.note) console.log(`${result.output.trim()}\n`)
  return result
}

const names = [...new Set(steps.flat().map(([name]) => name))]
const named = process.argv.slice(2).filter((arg) => arg !== '--long')
// The unit tests include the house rules, so they are a separate step only in `npm run check`.
const everyStep = isLong ? ['unit', 'browser'] : names.filter((name) => name !== 'house')
const wanted = named.length === 0 ? everyStep : named
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown step "${unknown[0]}". The steps are ${names.join(', ')}.`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(130)
  })
}
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const results = []
for (const row of steps) {
  const chosen = row.filter(([name]) => wanted.includes(name))
  results.push(...(await Promise.all(chosen.map(runStep))))
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
