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
type Outcome = { outcome: 'passed' | 'failed' | 'not run'; why: string }
type Report = { numPassedTests: number; numFailedTests: number; testResults: { assertionResults: Assertion[] }[] }
type Assertion = { failureMessages?: string[] }
/** The first line of what the proof says about the defect. */
const reasonOf = ({ testResults }: Report): string =>
  testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ failureMessages = [] }) => failureMessages))[0]
    ?.split('\n')[0]
    ?.slice(0, 200) ?? ''
/** Runs the first proof of a promise in the copy. A pattern that matches no test is not a failure. */
function runProof({ proof: [first] }: Promised): Outcome {
  const { file = '', test: name = '' } = first ?? {}
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  spawnSync(
    process.execPath,
    [
      join(copy, 'node_modules/vitest/vitest.mjs'),
      'run',
      file,
      '-t',
      pattern,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: copy, env: { ...environment, TEST_LENGTH: file.includes('.long.') ? 'long' : '' } },
  )
  try {
    const result: Report = JSON.parse(readFileSync(report, 'utf8'))
    if (result.numFailedTests > 0) return { outcome: 'failed', why: reasonOf(result) }
    return { outcome: result.numPassedTests > 0 ? 'passed' : 'not run', why: '' }
  } catch {
    return { outcome: 'not run', why: '' }
  }
}

const all = chapters.flatMap(({ promises }) => promises)
/** PROMISE=M5,M7 tries only these. */
const named = process.env.PROMISE?.split(',')
const wanted = named ? all.filter(({ id }) => named.includes(id)) : all
/** `npm run test:long` tries a few, others each day. */
const day = Math.floor(Date.now() / 86_400_000)
const chosen = wanted.filter((_, at) => (at + day) % Math.ceil(wanted.length / lengthOf(wanted.length, 3)) === 0)

test('every proof fails on the defect that it is there to find', () => {
  copyProject()
  const blind: string[] = []
  for (const promised of chosen) {
    const { file, from, to } = promised.defect
    const whole = readFileSync(join(copy, file), 'utf8')
    writeFileSync(
      join(copy, file),
      whole.replace(from, () => to),
    )
    const { outcome, why } = runProof(promised)
    writeFileSync(join(copy, file), whole)
    figure(`${promised.id} ${outcome === 'failed' ? 'is found' : `IS NOT FOUND (${outcome})`}: ${promised.defect.what}${why && `\n     ${why}`}`)
    if (outcome !== 'failed') blind.push(promised.id)
  }
  expect(blind).toEqual([])
})
