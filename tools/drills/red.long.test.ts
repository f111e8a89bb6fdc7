import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../house/source-files.ts'
import { chapters } from '../promises/chapters.ts'
import type { Promised } from '../promises/promise.ts'
import { figure, lengthOf } from './drill.ts'

const scratch = mkdtempSync(join(tmpdir(), 'portal-red-'))
// The database server may run under another account.
chmodSync(scratch, 0o755)
const copy = join(scratch, 'project')
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The project's files, with links to its packages. The project's own parts lead to the copy. */
function copyProject(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files
    .toString()
    .split('\0')
    .filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, file), join(copy, file))
  for (const folder of ['.', 'server', 'web', 'contract']) {
    const packages = join(root, folder, 'node_modules')
    mkdirSync(join(copy, folder, 'node_modules'))
    for (const name of existsSync(packages) ? readdirSync(packages) : [])
      if (name !== '@portal') symlinkSync(join(packages, name), join(copy, folder, 'node_modules', name))
  }
  mkdirSync(join(copy, 'node_modules/@portal'))
  for (const part of ['server', 'web', 'contract'])
    symlinkSync(join(copy, part), join(copy, 'node_modules/@portal', part))
}

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|DRILL|LENGTH)/.test(name)),
)
type Assertion = { fullName: string; status: string; failureMessages?: string[] }
type Report = { testResults: { name: string; assertionResults: Assertion[] }[] }
const firstOf = ({ proof: [first] }: Promised) => first ?? { file: '', test: '' }
const isLong = (promised: Promised): boolean => firstOf(promised).file.includes('.long.')

/** Runs the first proofs of these promises in the copy, all of them short or all long. */
function runProofs(promises: readonly Promised[]): Report {
  const proofs = promises.map(firstOf)
  const names = proofs.map(({ test: name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  const files = [...new Set(proofs.map(({ file }) => file))]
  const options = ['-t', names.join('|'), '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
  const length = promises.some(isLong) ? 'long' : ''
  spawnSync(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...files, ...options], {
    cwd: copy,
    env: { ...environment, TEST_LENGTH: length },
  })
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] }
}

type Outcome = { outcome: 'passed' | 'failed' | 'not run'; why: string }
/** How the first proof of a promise ended. One that did not run at all has not failed. */
function outcomeOf({ testResults }: Report, promised: Promised): Outcome {
  const { file, test: name } = firstOf(promised)
  const found = testResults
    .filter((one) => one.name.endsWith(file))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(name) && /passed|failed/.test(status))
  const failed = found.find(({ status }) => status === 'failed')
  if (!failed) return { outcome: found.length > 0 ? 'passed' : 'not run', why: '' }
  return { outcome: 'failed', why: failed.failureMessages?.[0]?.split('\n')[0]?.slice(0, 200) ?? '' }
}

const all = chapters.flatMap(({ promises }) => promises)
/** PROMISE=M5,M7 tries only these. */
const named = process.env.PROMISE?.split(',')
const wanted = named ? all.filter(({ id }) => named.includes(id)) : all
/** `npm run test:long` tries a few, others each day. */
const day = Math.floor(Date.now() / 86_400_000)
const chosen = wanted.filter((_, at) => (at + day) % Math.ceil(wanted.length / lengthOf(wanted.length, 3)) === 0)

/** Without any defect: a proof that fails then would say nothing about its own. */
function failingAnyway(promises: readonly Promised[]): Promised[] {
  const groups = [promises.filter(isLong), promises.filter((one) => !isLong(one))]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group) => {
      const report = runProofs(group)
      return group.filter((one) => {
        const { outcome, why } = outcomeOf(report, one)
        if (outcome !== 'passed') figure(`${one.id} WITHOUT ITS DEFECT: ${outcome} ${why}`)
        return outcome !== 'passed'
      })
    })
}

/** Whether the first proof fails on the defect. */
function isFound(promised: Promised): boolean {
  const { file, from, to, what } = promised.defect
  const whole = readFileSync(join(copy, file), 'utf8')
  writeFileSync(
    join(copy, file),
    whole.replace(from, () => to),
  )
  const { outcome, why } = outcomeOf(runProofs([promised]), promised)
  writeFileSync(join(copy, file), whole)
  figure(`${promised.id} ${outcome === 'failed' ? 'is found' : `IS NOT FOUND (${outcome})`}: ${what}`)
  if (why) figure(`   ${why}`)
  return outcome === 'failed'
}

test('every proof passes, and fails on the defect that it is there to find', () => {
  copyProject()
  const unsound = failingAnyway(chosen)
  const blind = chosen.filter((one) => !unsound.includes(one) && !isFound(one))
  expect([...unsound, ...blind].map(({ id }) => id)).toEqual([])
})
