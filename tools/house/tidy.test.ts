import { describe, expect, it } from 'vitest'
import { migrationFaults, rules } from './house-rules.ts'
import { projectFiles, sourceFile } from './source-files.ts'

const files = projectFiles()
const migrationFolder = 'server/src/db/migrations/'
const migrations = files
  .filter((file) => file.path.startsWith(migrationFolder) && file.path.endsWith('.sql'))
  .map((file) => ({ name: file.path.slice(migrationFolder.length), text: file.text }))

describe('the house rules', () => {
  it.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(files.flatMap(rule)).toEqual([])
  })

  it('landed migrations are not edited', () => {
    expect(
      migrationFaults(migrations, files.find((file) => file.path === `${migrationFolder}checksums.txt`)?.text ?? ''),
    ).toEqual([])
  })

  it('find the project, and all code parses', () => {
    expect(files.filter((file) => file.parsed).length).toBeGreaterThan(40)
    expect(
      files.flatMap((file) => (file.parsed?.errors ?? []).map((error) => `${file.path}: ${error.message}`)),
    ).toEqual([])
  })
})

const lines = (count: number) => 'x()\n'.repeat(count)
const words = { unfinished: `// ${'TO'}DO later`, fix: `-- ${'FIX'}ME` }
type RuleName = keyof typeof rules

/** Each rule must fail on a bad sample and accept a similar good one. */
const bad: [RuleName, string, string][] = [
  ['fileLength', 'server/src/a.ts', lines(401)],
  ['functionLength', 'server/src/a.ts', `function a() {\n${lines(70)}}`],
  ['functionLength', 'server/src/a.ts', `const a = () => {\n${lines(70)}}`],
  ['functionLength', 'server/src/a.test.ts', `it('x', () => {\n${lines(70)}})`],
  ['listPageLength', 'web/src/cards/CardsPage.tsx', `const a = <ListPage title="A" />\n${lines(60)}`],
  ['nothingUnfinished', 'server/src/a.ts', words.unfinished],
  ['nothingUnfinished', 'server/src/db/migrations/0001_a.sql', words.fix],
  ['namedExports', 'server/src/a.ts', 'export default 1'],
  ['namedExports', 'web/src/App.tsx', 'export default function App() {}'],
  ['pureContract', 'contract/src/a.ts', 'const a = Date.now()'],
  ['pureContract', 'contract/src/a.ts', 'const a = new Date()'],
  ['pureContract', 'contract/src/a.ts', 'const a = Math.random()'],
  ['pureContract', 'contract/src/a.ts', 'const a = crypto.randomUUID()'],
  ['sqlInItsPlace', 'server/src/cards/cards.routes.ts', 'db.selectFrom("cards")'],
  ['sqlInItsPlace', 'server/src/cards/cards.actions.ts', 'const a = sql`select 1`'],
  ['sqlInItsPlace', 'server/src/cards/cards.actions.ts', 'run("insert into cards values (1)")'],
  ['sqlInItsPlace', 'server/src/cards/cards.actions.ts', 'run(`UPDATE CARDS SET A = 1`)'],
  ['sqlInItsPlace', 'server/src/start.ts', 'run(`\n  delete from cards`)'],
  ['sqlOfSixteen', 'server/src/cards/cards.queries.ts', 'sql`update cards set a = 1 returning id, greatest(old.a, 0)`'],
  ['sqlOfSixteen', 'server/src/db/migrations/0001_a.sql', 'select uuidv7();'],
  ['tellingName', 'server/src/cards/card-utils.ts', ''],
  ['tellingName', 'server/src/common/cards.ts', ''],
  ['tellingName', 'web/src/ui/SessionManager.tsx', ''],
  ['nameByRule', 'server/src/cardActions.ts', ''],
  ['nameByRule', 'server/src/Cards.ts', ''],
  ['nameByRule', 'web/src/cards/CardsPage.tsx', 'export function Cards() {}'],
  ['nameByRule', 'web/src/cards/CardsPage.tsx', 'export function CardsPage() {}\nexport const size = 1'],
  ['nameByRule', 'server/src/db/migrations/first.sql', ''],
  ['nameByRule', 'server/src/db/functions/0001_cards.sql', ''],
  ['noBarrel', 'web/src/ui/index.ts', 'export const a = 1'],
  ['noBarrel', 'web/src/ui/all.ts', "export { a } from './a.ts'\nexport { b } from './b.ts'"],
  ['noBarrel', 'web/src/ui/all.ts', "export * from './a.ts'\nexport const a = 1"],
  ['reasonedSuppression', 'server/src/a.ts', '// biome-ignore lint/a/b: <explanation>\nx()'],
  ['reasonedSuppression', 'server/src/a.ts', '// biome-ignore lint/a/b\nx()'],
  ['reasonedSuppression', 'server/src/a.ts', '// @ts-expect-error\nx()'],
  ['reasonedSuppression', 'server/src/a.ts', '// @ts-ignore for a good reason\nx()'],
  ['awaitedInTry', 'server/src/a.ts', 'async function a() { try { return b() } catch {} }'],
  [
    'awaitedInTry',
    'server/src/a.ts',
    'const a = async () => { try { await b() } catch { return c() } finally { await d() } }',
  ],
  ['awaitedInTry', 'server/src/a.ts', 'async function a() { try { if (b) { return c(d) } } finally { e() } }'],
]
const good: [RuleName, string, string][] = [
  ['fileLength', 'server/src/a.ts', lines(400)],
  ['listPageLength', 'web/src/cards/CardsPage.tsx', `const a = <ListPage title="A" />\n${lines(59)}`],
  ['listPageLength', 'web/src/cards/CardFormPage.tsx', `const a = <FormPage title="A" />\n${lines(60)}`],
  ['functionLength', 'server/src/a.ts', `function a() {\n${lines(68)}}`],
  ['functionLength', 'server/src/a.test.ts', `describe('x', () => {\n${lines(80)}})`],
  ['namedExports', 'web/vite.config.ts', 'export default 1'],
  ['pureContract', 'contract/src/a.ts', 'const a = new Date(0)'],
  ['pureContract', 'contract/src/rules/a.test.ts', 'const a = Math.random()'],
  ['sqlInItsPlace', 'server/src/cards/cards.queries.ts', 'const a = sql`select 1`'],
  ['sqlInItsPlace', 'server/src/platform/audit.ts', 'run("insert into audit values (1)")'],
  ['sqlInItsPlace', 'server/src/cards/cards.actions.ts', 'say("Select a card from the list", "with", "Update it")'],
  ['sqlOfSixteen', 'server/src/cards/cards.queries.ts', 'sql`update cards set a = 1 returning id` + old.a'],
  [
    'sqlOfSixteen',
    'server/src/db/migrations/0001_a.sql',
    'insert into a values (1) returning id into made; if new.b = old.b then',
  ],
  ['tellingName', 'server/src/platform/sessions.ts', ''],
  ['namedExports', 'e2e/global-setup.ts', 'export default 1'],
  ['nameByRule', 'web/src/app/fr-CA.ts', ''],
  ['nameByRule', 'server/src/db/functions/cards.sql', ''],
  ['nameByRule', 'web/src/cards/cards.routes.tsx', 'export const routes = []'],
  ['nameByRule', 'web/src/cards/CardsPage.tsx', 'export type Row = 1\nexport function CardsPage() {}'],
  ['awaitedInTry', 'server/src/a.ts', 'async function a() { try { return await b() } catch { return c() } }'],
  ['awaitedInTry', 'server/src/a.ts', 'function a() { try { return b() } catch {} }'],
  [
    'awaitedInTry',
    'server/src/a.ts',
    'async function a() { try { await b((c) => d(c), () => { return e() }) } catch {} }',
  ],
  ['awaitedInTry', 'server/src/a.test.ts', 'async function a() { try { return b() } catch {} }'],
  ['noBarrel', 'server/src/config.ts', "export { a } from './a.ts'\nexport const b = 1"],
  ['reasonedSuppression', 'server/src/a.ts', '// biome-ignore lint/a/b: the driver returns it untyped\nx()'],
  ['reasonedSuppression', 'server/src/a.ts', '// @ts-expect-error the types of the library are outdated\nx()'],
]

describe('each house rule', () => {
  it.each(bad)('%s rejects a bad sample in %s (%#)', (name, path, text) => {
    expect(rules[name](sourceFile(path, text))).not.toEqual([])
  })
  it.each(good)('%s accepts a good sample in %s (%#)', (name, path, text) => {
    expect(rules[name](sourceFile(path, text))).toEqual([])
  })
  it('has a bad sample', () => {
    expect(new Set(bad.map(([name]) => name))).toEqual(new Set(Object.keys(rules)))
  })

  it('reports edited, removed, unlisted and misnumbered migrations', () => {
    const one = { name: '0001_a.sql', text: 'create table a ();' }
    const sums = '59c4cb0e3ec3ebb3a90bcbb8bc8da6ef3c77d12e7c2b8ffcb9cc9ec3a3ea1b60  0001_a.sql\n'
    const right = /add the line: (.*)$/.exec(migrationFaults([one], '')[0] ?? '')?.[1] ?? ''
    expect(right).toMatch(/^[0-9a-f]{64} {2}0001_a\.sql$/)
    expect(migrationFaults([one], right)).toEqual([])
    expect(migrationFaults([one], sums)).toEqual([
      '0001_a.sql was edited after it landed; write a new migration instead.',
    ])
    expect(migrationFaults([], right)).toEqual(['0001_a.sql landed earlier but is missing.'])
    expect(migrationFaults([{ ...one, name: '0002_a.sql' }], right.replace('0001', '0002'))).toEqual([
      '0002_a.sql leaves a gap or repeats a number.',
    ])
  })
})
