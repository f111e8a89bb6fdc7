import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** What a server feature may use of another: the queries and actions of those to its left. */
export const featureOrder = [
  'lookups',
  'companies',
  'sessions',
  'outbox',
  'users',
  'profile',
  'files',
  'imports',
  'cards',
  'balances',
  'rates',
  'pricing',
  'markups',
  'transactions',
  'booking',
  'billing',
  'invoices',
  'accounts',
  'payments',
  'customers',
  'dashboard',
  'reports',
  'logs',
  'documentation',
  'demo',
]

/** The modules a file names, whether it imports, re-exports, or loads them later. */
export function importsOf(file: SourceFile): string[] {
  if (!file.parsed) return []
  const { staticImports, staticExports, dynamicImports } = file.parsed.module
  const later = dynamicImports.map(
    ({ moduleRequest }) => /^['"`]([^$]*)['"`]$/.exec(file.text.slice(moduleRequest.start, moduleRequest.end))?.[1],
  )
  const passed = staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value))
  return [
    ...new Set(
      [...staticImports.map((item) => item.moduleRequest.value), ...passed, ...later].filter(
        (name) => name !== undefined,
      ),
    ),
  ]
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const inFolder = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** A relative import as a path from the root; a package as its own name. */
const targetOf = (path: string, name: string): string =>
  name.startsWith('.') ? posix.join(posix.dirname(path), name) : name
const isPath = (target: string): boolean => /^(contract|server|web|tools|e2e|bench)\//.test(target)

function contractFault(path: string, target: string): string | null {
  if (target === 'zod' || inFolder(target, 'contract/src')) return null
  if (isTest(path) && /^(vitest|fast-check|node:.*)$/.test(target)) return null
  return 'the contract imports zod and itself only'
}

type ServerPlace = { layer: string; feature?: string; role?: string }
/** The server, bottom to top. */
const layers = ['process', 'db', 'platform', 'feature', 'app', 'start', 'main']
function serverPlace(path: string): ServerPlace {
  const [first = '', ...rest] = path.slice('server/src/'.length).split('/')
  if (rest.length === 0) return { layer: first.replace(/\.ts$/, '') }
  if (['process', 'db', 'platform', 'commands', 'testing'].includes(first)) return { layer: first }
  return { layer: 'feature', feature: first, role: /\.([a-z-]+)\.ts$/.exec(rest.join('/'))?.[1] ?? '' }
}

const ranks: Record<string, number> = { data: 0, rules: 0, columns: 0, queries: 1, routes: 3 }
const rank = (role = ''): number => ranks[role] ?? 2
/** What a feature offers to those on its right. */
const shared = ['data', 'rules', 'queries', 'actions']
function featureFault(from: ServerPlace, to: ServerPlace): string | null {
  if (from.feature === to.feature)
    return rank(to.role) > rank(from.role) ? `${from.role || 'a part'} does not import ${to.role}` : null
  if (!shared.includes(to.role ?? ''))
    return `of another feature only ${shared.map((role) => `.${role}`).join(', ')} are imported`
  const isLeft = featureOrder.indexOf(to.feature ?? '') < featureOrder.indexOf(from.feature ?? '')
  return isLeft ? null : `${from.feature} stands before ${to.feature} in the order of features`
}

function serverFault(path: string, target: string): string | null {
  if (!isPath(target)) return null
  if (!inFolder(target, 'server/src'))
    return 'the server imports the contract by its name, and nothing of the web or the tools'
  const from = serverPlace(path)
  const to = serverPlace(target)
  if (from.feature && !featureOrder.includes(from.feature)) return `${from.feature} is not in the order of features`
  if (isTest(path) || from.layer === 'testing') return null
  if (to.layer === 'testing' || isTest(target)) return 'only tests import what is for tests'
  if (to.layer === 'commands') return from.layer === 'commands' ? null : 'commands are started, not imported'
  if (from.layer === 'commands')
    return layers.indexOf(to.layer) <= layers.indexOf('feature') ? null : 'a command does not start the portal'
  if (from.layer === 'feature' && to.layer === 'feature') return featureFault(from, to)
  return layers.indexOf(to.layer) <= layers.indexOf(from.layer) ? null : `${from.layer} does not import ${to.layer}`
}

/**
 * The page, bottom to top; what stands on one step may use each other, but for features and for `ui`, which knows of no
 * calls.
 */
const webSteps: Record<string, number> = {
  ui: 0,
  api: 1,
  list: 2,
  form: 2,
  pickers: 2,
  attachments: 2,
  imports: 2,
  accounts: 2,
  payments: 2,
  app: 4,
}
const webFolder = (path: string): string => /^web\/src\/([^/]+)\//.exec(path)?.[1] ?? 'main'
const webStep = (folder: string): number => webSteps[folder] ?? (folder === 'main' ? 5 : 3)

function webFault(path: string, target: string): string | null {
  if (!inFolder(path, 'web/src')) return null
  if (isTest(path) && !isPath(target)) return null
  if (target.startsWith('node:')) return 'the page runs in a browser'
  if (!isPath(target)) return null
  if (!inFolder(target, 'web/src'))
    return 'the web imports the contract by its name, and nothing of the server or the tools'
  const from = webFolder(path)
  const to = webFolder(target)
  if (from === to) return null
  if (target.endsWith('.paths.ts') && webStep(from) >= 2) return null
  if (webStep(from) === 3 && webStep(to) === 3) return 'features of the web import of each other the .paths only'
  return webStep(to) <= webStep(from) ? null : `${from} does not import ${to}`
}

/**
 * Product code imports no tools; tools, journeys and benchmarks may import the server and each other, never the page's
 * sources.
 */
const toolFault = (_path: string, target: string): string | null =>
  inFolder(target, 'web/src') ? 'the page is tried through a browser' : null

const faultOf = (path: string, target: string): string | null => {
  if (inFolder(path, 'contract')) return contractFault(path, target)
  if (inFolder(path, 'server')) return serverFault(path, target)
  if (inFolder(path, 'web')) return webFault(path, target)
  return toolFault(path, target)
}

/** The imports of a file that go against the direction, each a sentence. */
export const importFaults = (file: SourceFile): string[] =>
  importsOf(file).flatMap((name) => {
    const fault = faultOf(file.path, targetOf(file.path, name))
    return fault ? [`${file.path} imports ${name}: ${fault}.`] : []
  })

/** The files that a file imports, as paths from the root. */
const contractName = '@portal/contract/'
const filesOf = (file: SourceFile): string[] =>
  importsOf(file).map((name) =>
    name.startsWith(contractName) ? `contract/src/${name.slice(contractName.length)}` : targetOf(file.path, name),
  )

/** Circles of imports, types and pages that are loaded later included: each as the files in their order. */
export function importCircles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.path, filesOf(file)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) circles.push([...way.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}
