import { describe, expect, it } from 'vitest'
import { noSpreadLiteral, pureRules, repeatedNames, roomSize, testBeside } from './room-rules.ts'
import { projectFiles, projectPaths, sourceFile } from './source-files.ts'

const files = projectFiles()
const paths = projectPaths()

describe('the rooms', () => {
  it('rules are pure', () => {
    expect(files.filter(({ path }) => path.endsWith('.rules.ts')).length).toBeGreaterThan(30)
    expect(files.flatMap(pureRules)).toEqual([])
  })
  it('every rule is tested beside itself', () => {
    expect(testBeside(paths)).toEqual([])
  })
  it('no folder holds more than one concept has files', () => {
    expect(roomSize(paths)).toEqual([])
  })
  it('no literal is spread', () => {
    expect(files.flatMap(noSpreadLiteral)).toEqual([])
  })
  it('every exported name has one meaning', () => {
    expect(repeatedNames(files.filter(({ path }) => !path.endsWith('.config.ts')))).toEqual([])
  })
})

describe('repeated names', () => {
  const named = (...paths: string[]) => paths.map((path) => sourceFile(path, 'export const priceOf = 1'))
  it('are found in two files of one side', () => {
    expect(repeatedNames(named('server/src/a.ts', 'contract/src/b.ts'))).toEqual([
      'priceOf is exported by server/src/a.ts and contract/src/b.ts.',
    ])
    expect(repeatedNames(named('web/src/a.ts', 'web/src/b.ts'))).toHaveLength(1)
  })
  it('are allowed on the server and the web, in French, and where a name is passed on', () => {
    expect(repeatedNames(named('server/src/a.ts', 'web/src/a.ts'))).toEqual([])
    expect(repeatedNames(named('web/src/cards/fr-CA.ts', 'web/src/users/fr-CA.ts'))).toEqual([])
    expect(
      repeatedNames([...named('web/src/a.ts'), sourceFile('web/src/b.ts', "export { priceOf } from './a.ts'")]),
    ).toEqual([])
  })
})

const rules = 'server/src/cards/cards.rules.ts'
const impure: [string, string][] = [
  [rules, "import { readFile } from 'node:fs/promises'"],
  [rules, "import 'node:fs'"],
  [rules, "import { sql } from 'kysely'"],
  [rules, "import { type Kysely, sql } from 'kysely'"],
  [rules, "import { connect } from '../db/connect.ts'"],
  [rules, "import { listCards } from './cards.queries.ts'"],
  [rules, "export { listCards } from './cards.queries.ts'"],
  [rules, "import { openSheet } from '../platform/sheets/open-sheet.ts'"],
  [rules, "import { oneLine } from '../platform/mailer.ts'"],
  [rules, "const later = import('../platform/sheets/cells.ts')"],
  [rules, 'const now = Date.now()'],
  [rules, 'const now = new Date()'],
  [rules, 'const chance = Math.random()'],
  ['contract/src/rates/tax.rules.ts', "import { z } from 'pg'"],
  ['server/src/platform/sheets/cells.ts', "import { readFile } from 'node:fs/promises'"],
]
const pure: [string, string][] = [
  [rules, "import { toUnits } from '@portal/contract/rules/money.ts'"],
  [rules, "import type { Selectable } from 'kysely'"],
  [rules, "import { type Selectable } from 'kysely'"],
  [rules, "import type { Cards } from '../db/schema.ts'"],
  [rules, "import { toColumns } from './cards.columns.ts'"],
  [rules, "import { example } from './example.data.ts'"],
  [rules, "import { escapeHtml } from '../platform/html.rules.ts'"],
  [rules, "import { readText } from '../platform/sheets/cells.ts'"],
  [rules, 'const day = (text: string) => new Date(text)'],
  ['contract/src/rates/tax.rules.ts', "import { z } from 'zod'\nimport { roundedRatio } from '../rules/exact.ts'"],
  ['server/src/cards/cards.rules.test.ts', "import { readFile } from 'node:fs/promises'"],
  ['server/src/cards/cards.actions.ts', "import { randomInt } from 'node:crypto'"],
]

const spread: string[] = [
  'const a = { ...{ b, c } }',
  'const a = { ...({ b: 1 } as const), c }',
  'const a = f({ ...({ b }) })',
  'const a = <Box {...{ b, c }} d={1} />',
  'const a = [...[b, c], d]',
  'f(...([b, c] as const))',
]
const notSpread: string[] = [
  'const a = { ...b, c }',
  'const a = { ...(b ? { c } : {}) }',
  'const a = { ...({ b } as object) }',
  'const a = [...b, ...[c, d].map(e)]',
  'const a = <Box {...b} style={{ c }} />',
]

describe('each rule of the rooms', () => {
  it.each(impure)('pureRules refuses in %s: %s', (path, text) => {
    expect(pureRules(sourceFile(path, text))).toHaveLength(1)
  })
  it.each(pure)('pureRules takes in %s: %s', (path, text) => {
    expect(pureRules(sourceFile(path, text))).toEqual([])
  })
  it.each(spread)('noSpreadLiteral refuses %s', (text) => {
    expect(noSpreadLiteral(sourceFile('web/src/a.tsx', text))).toHaveLength(1)
  })
  it.each(notSpread)('noSpreadLiteral takes %s', (text) => {
    expect(noSpreadLiteral(sourceFile('web/src/a.tsx', text))).toEqual([])
  })

  it('testBeside wants the test in the same folder', () => {
    const test = 'server/src/cards/cards.rules.test.ts'
    expect(testBeside([rules, test])).toEqual([])
    expect(testBeside([rules, 'server/src/cards/cards.test.ts', 'server/src/cards.rules.test.ts'])).toEqual([
      `${rules} has no test beside it.`,
    ])
  })

  it('roomSize counts the files of a folder, not of those in it, whatever their kind', () => {
    const room = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.png`)
    expect(roomSize([...room('web/src/a', 30), ...room('web/src/a/b', 30)])).toEqual([])
    expect(roomSize(room('web/src/a', 31))).toEqual(['web/src/a holds 31 files; 30 is the limit.'])
    for (const folder of [
      'server/src/db/migrations',
      'docs/decisions',
      'server/src/platform/documents/fonts',
      'samples',
    ])
      expect(roomSize(room(folder, 31))).toEqual([])
    expect(roomSize(room('web/src/samples-page', 31))).toHaveLength(1)
  })
})
