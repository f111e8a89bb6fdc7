import { describe, expect, it } from 'vitest'
import { importCycles, importFaults, importsOf } from './import-rules.ts'
import { codeFilesInGit, projectFiles, sourceFile } from './source-files.ts'

const files = projectFiles().filter((file) => file.parsed)

describe('imports', () => {
  it('follow the layers everywhere', () => {
    expect(files.flatMap(importFaults)).toEqual([])
  })

  it('form no cycle', () => {
    expect(importCycles(files)).toEqual([])
    const cycle = [
      sourceFile('web/src/a/a.routes.ts', "const page = () => import('./b.ts')"),
      sourceFile('web/src/a/b.ts', "import type { C } from './c.ts'"),
      sourceFile('web/src/a/c.ts', "import { a } from './a.routes.ts'"),
    ]
    expect(importCycles(cycle)).toEqual([
      'web/src/a/a.routes.ts → web/src/a/b.ts → web/src/a/c.ts → web/src/a/a.routes.ts',
    ])
    expect(importCycles(cycle.slice(1))).toEqual([])
  })

  it('are checked in every file that git lists', () => {
    const checked = new Set(files.map((file) => file.path))
    const listed = codeFilesInGit() ?? []
    expect(listed.filter((path) => !checked.has(path))).toEqual([])
    expect(files.length).toBeGreaterThanOrEqual(listed.length)
    expect(files.length).toBeGreaterThan(40)
  })

  it('are found in every syntax', () => {
    expect(files.flatMap(importsOf).length).toBeGreaterThan(files.length)
    const text =
      "import a from 'a'\nimport type { B } from 'b'\nexport { c } from 'c'\nexport * from 'd'\nconst e = await import('e')\nimport 'f'"
    expect(importsOf(sourceFile('server/src/a.ts', text)).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})

const bad: [string, string][] = [
  ['contract/src/cards.ts', 'pg'],
  ['contract/src/cards.ts', 'node:fs'],
  ['contract/src/cards.ts', '../../server/src/config.ts'],
  ['contract/src/cards.ts', './testing/price-oracle.ts'],
  ['server/src/platform/audit.ts', '../cards/cards.queries.ts'],
  ['server/src/platform/audit.ts', '../app.ts'],
  ['server/src/db/connect.ts', '../start.ts'],
  ['server/src/config.ts', './app.ts'],
  ['server/src/app.ts', './main.ts'],
  ['server/src/cards/cards.queries.ts', './cards.actions.ts'],
  ['server/src/cards/cards.columns.ts', './cards.queries.ts'],
  ['server/src/cards/cards.actions.ts', './cards.routes.ts'],
  ['server/src/cards/cards.queries.ts', '../app.ts'],
  ['server/src/cards/cards.actions.ts', '../invoices/invoices.queries.ts'],
  ['server/src/invoices/invoices.actions.ts', '../cards/cards.routes.ts'],
  ['server/src/invoices/invoices.actions.ts', '../cards/cards.pdf.ts'],
  ['server/src/gadgets/gadgets.queries.ts', '../db/connect.ts'],
  ['server/src/cards/cards.routes.ts', '../testing/factories.ts'],
  ['server/src/cards/cards.routes.ts', '../commands/demo.ts'],
  ['server/src/commands/demo.ts', '../start.ts'],
  ['server/src/cards/cards.routes.ts', '../../../web/src/ui/money.ts'],
  ['server/src/cards/cards.routes.ts', '../../../contract/src/cards.ts'],
  ['server/src/cards/cards.test.ts', '../../../web/src/ui/money.ts'],
  ['web/src/ui/StatusBadge.tsx', '../api/call.ts'],
  ['web/src/api/call.ts', '../list/paging.ts'],
  ['web/src/list/ListPage.tsx', '../cards/CardsPage.tsx'],
  ['web/src/cards/CardsPage.tsx', '../invoices/InvoicesPage.tsx'],
  ['web/src/cards/CardsPage.tsx', '../app/router.tsx'],
  ['web/src/app/router.tsx', '../main.tsx'],
  ['web/src/cards/CardsPage.tsx', '../../../server/src/config.ts'],
  ['web/src/cards/CardsPage.tsx', 'node:path'],
  ['e2e/cards.test.ts', '../web/src/cards/CardsPage.tsx'],
]
const good: [string, string][] = [
  ['contract/src/cards.ts', 'zod'],
  ['contract/src/cards.ts', './fields.ts'],
  ['contract/src/rules/money.test.ts', 'fast-check'],
  ['contract/src/rules/money.test.ts', '../testing/price-oracle.ts'],
  ['server/src/platform/audit.ts', '@portal/contract/errors.ts'],
  ['server/src/platform/audit.ts', '../db/connect.ts'],
  ['server/src/platform/web-build.ts', '../config.ts'],
  ['server/src/cards/cards.routes.ts', './cards.actions.ts'],
  ['server/src/cards/cards.actions.ts', './cards.queries.ts'],
  ['server/src/cards/cards.queries.ts', './cards.columns.ts'],
  ['server/src/cards/cards.actions.ts', '../companies/companies.queries.ts'],
  ['server/src/cards/cards.test.ts', '../testing/factories.ts'],
  ['server/src/app.ts', './cards/cards.routes.ts'],
  ['server/src/commands/demo.ts', '../db/seed/demo.ts'],
  ['web/src/list/ListPage.tsx', '../api/call.ts'],
  ['web/src/cards/CardsPage.tsx', '../list/ListPage.tsx'],
  ['web/src/app/router.tsx', '../cards/cards.routes.tsx'],
  ['web/src/main.tsx', './app/router.tsx'],
  ['tools/commands/start.test.ts', '../../server/src/config.ts'],
]

describe('the import rule', () => {
  it.each(bad)('rejects %s importing %s', (path, name) => {
    expect(importFaults(sourceFile(path, `import { x } from '${name}'`))).toHaveLength(1)
  })
  it.each(good)('accepts %s importing %s', (path, name) => {
    expect(importFaults(sourceFile(path, `import { x } from '${name}'`))).toEqual([])
  })
})
