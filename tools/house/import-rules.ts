import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** A server feature can import data, rules, queries and actions of features earlier in this list. */
const featureOrder = [
  'lookups',
  'companies',
  'sessions',
  'outbox',
  'users',
  'profile',
  'views',
  'files',
  'imports',
  'cards',
  'units',
  'balances',
  'rates',
  'exceptions',
  'pricing',
  'markups',
  'transactions',
  'booking',
  'billing',
  'documents',
  'invoices',
  'accounts',
  'receipts',
  'payments',
  'credit-notes',
  'write-offs',
  'receivables',
  'bank-files',
  'books',
  'reminders',
  'customers',
  'notifications',
  'webhooks',
  'smart-buy',
  'margins',
  'ifta',
  'budgets',
  'exchange-rates',
  'reports',
  'claims',
  'journal',
  'dashboard',
  'todo',
  'search',
  'help',
  'logs',
  'api-keys',
  'operations',
  'customer-export',
  'verify',
  'documentation',
  'demo',
  'backups',
]

/** The modules that a file imports, re-exports or loads dynamically. */
export function importsOf(file: SourceFile): string[] {
  if (!file.parsed) return []
  const { staticImports, staticExports, dynamicImports } = file.parsed.module
  const dynamic = dynamicImports.map(
    ({ moduleRequest }) => /^['"`]([^$]*)['"`]$/.exec(file.text.slice(moduleRequest.start, moduleRequest.end))?.[1],
  )
  const reExported = staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value))
  return [
    ...new Set(
      [...staticImports.map((item) => item.moduleRequest.value), ...reExported, ...dynamic].filter(
        (name) => name !== undefined,
      ),
    ),
  ]
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const inFolder = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** A path from the root for a relative import; otherwise the package name. */
const targetOf = (path: string, name: string): string =>
  name.startsWith('.') ? posix.join(posix.dirname(path), name) : name
const isPath = (target: string): boolean => /^(contract|server|web|tools|e2e|bench)\//.test(target)

function contractFault(path: string, target: string): string | null {
  const testing = 'contract/src/testing'
  if (inFolder(target, testing) && !inFolder(path, testing) && !isTest(path)) return 'only tests can import test code'
  if (target === 'zod' || inFolder(target, 'contract/src')) return null
  if (isTest(path) && /^(vitest|fast-check|node:.*)$/.test(target)) return null
  return 'the contract can import only zod and itself'
}

type ServerPlace = { layer: string; feature?: string; role?: string }
/** The server's layers, bottom to top. */
const layers = ['process', 'db', 'platform', 'feature', 'app', 'start', 'run', 'main']
function serverPlace(path: string): ServerPlace {
  const [first = '', ...rest] = path.slice('server/src/'.length).split('/')
  if (rest.length === 0) return { layer: first.replace(/\.ts$/, '') }
  if (['process', 'db', 'platform', 'commands', 'testing'].includes(first)) return { layer: first }
  return { layer: 'feature', feature: first, role: /\.([a-z-]+)\.ts$/.exec(rest.join('/'))?.[1] ?? '' }
}

const ranks: Record<string, number> = { data: 0, rules: 0, columns: 0, queries: 1, routes: 3 }
const rank = (role = ''): number => ranks[role] ?? 2
/** The file roles that other features can import. */
const shared = ['data', 'rules', 'queries', 'actions']
function featureFault(from: ServerPlace, to: ServerPlace): string | null {
  if (from.feature === to.feature)
    return rank(to.role) > rank(from.role) ? `${from.role || 'a file without a role'} cannot import ${to.role}` : null
  if (!shared.includes(to.role ?? ''))
    return `only ${shared.map((role) => `.${role}`).join(', ')} of another feature can be imported`
  const isLeft = featureOrder.indexOf(to.feature ?? '') < featureOrder.indexOf(from.feature ?? '')
  return isLeft ? null : `${from.feature} comes before ${to.feature} in featureOrder`
}

function serverFault(path: string, target: string): string | null {
  if (!isPath(target)) return null
  if (!inFolder(target, 'server/src'))
    return 'the server imports the contract by package name, and nothing from web or tools'
  const from = serverPlace(path)
  const to = serverPlace(target)
  if (from.feature && !featureOrder.includes(from.feature)) return `${from.feature} is not in featureOrder`
  if (isTest(path) || from.layer === 'testing') return null
  if (to.layer === 'testing' || isTest(target)) return 'only tests can import test code'
  if (to.layer === 'commands') return from.layer === 'commands' ? null : 'commands are run, not imported'
  if (from.layer === 'commands')
    return layers.indexOf(to.layer) <= layers.indexOf('feature') ? null : 'a command cannot start the portal'
  if (from.layer === 'feature' && to.layer === 'feature') return featureFault(from, to)
  return layers.indexOf(to.layer) <= layers.indexOf(from.layer) ? null : `${from.layer} cannot import ${to.layer}`
}

/** The web app's layers, bottom to top. Folders of one layer can import each other, except features. */
const webLayers: Record<string, number> = {
  ui: 0,
  api: 1,
  list: 2,
  form: 2,
  pickers: 2,
  links: 2,
  attachments: 2,
  imports: 2,
  accounts: 2,
  documents: 2,
  security: 2,
  payments: 2,
  receipts: 2,
  'write-offs': 2,
  margins: 2,
  todo: 2,
  app: 4,
}
const webFolder = (path: string): string => /^web\/src\/([^/]+)\//.exec(path)?.[1] ?? 'main'
const webLayer = (folder: string): number => webLayers[folder] ?? (folder === 'main' ? 5 : 3)

function webFault(path: string, target: string): string | null {
  if (!inFolder(path, 'web/src')) return null
  if (isTest(path) && !isPath(target)) return null
  if (target.startsWith('node:')) return 'the web app runs in a browser'
  if (!isPath(target)) return null
  if (!inFolder(target, 'web/src'))
    return 'the web app imports the contract by package name, and nothing from server or tools'
  const from = webFolder(path)
  const to = webFolder(target)
  if (from === to) return null
  if (target.endsWith('.paths.ts') && webLayer(from) >= 2) return null
  if (webLayer(from) === 3 && webLayer(to) === 3) return 'a web feature can import only .paths of another one'
  return webLayer(to) <= webLayer(from) ? null : `${from} cannot import ${to}`
}

/** Tools, journeys and benchmarks can import the server and each other, but not the web app's sources. */
const toolFault = (_path: string, target: string): string | null =>
  inFolder(target, 'web/src') ? 'the web app is tested through a browser' : null

const faultOf = (path: string, target: string): string | null => {
  if (inFolder(path, 'contract')) return contractFault(path, target)
  if (inFolder(path, 'server')) return serverFault(path, target)
  if (inFolder(path, 'web')) return webFault(path, target)
  return toolFault(path, target)
}

/** A sentence for each import that the rules forbid. */
export const importFaults = (file: SourceFile): string[] =>
  importsOf(file).flatMap((name) => {
    const fault = faultOf(file.path, targetOf(file.path, name))
    return fault ? [`${file.path} imports ${name}: ${fault}.`] : []
  })

const contractName = '@portal/contract/'
const filesOf = (file: SourceFile): string[] =>
  importsOf(file).map((name) =>
    name.startsWith(contractName) ? `contract/src/${name.slice(contractName.length)}` : targetOf(file.path, name),
  )

/** Import cycles, including types and dynamic imports, each as its files in order. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, filesOf(file)]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) cycles.push([...way.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}
