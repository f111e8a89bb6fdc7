import { posix } from 'node:path'
import { impureReads } from './house-rules.ts'
import { lineOf, nodesOf, type SourceFile, textOf } from './source-files.ts'

const isRules = (path: string): boolean => path.endsWith('.rules.ts')

/** Platform modules that rules may import. The same rule applies to them, so that none of them does I/O. */
const pureModules = [
  'server/src/platform/documents/document-format.ts',
  'server/src/platform/sheets/cells.ts',
  'server/src/platform/sheets/csv.ts',
  'server/src/platform/sheets/header.ts',
  'server/src/platform/sheets/sheet.ts',
]

/** The modules that a file imports values from. An import of types alone is erased. */
function valueImportsOf(file: SourceFile): string[] {
  if (!file.parsed) return []
  const { staticImports, staticExports, dynamicImports } = file.parsed.module
  const imported = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const passed = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
  )
  const later = dynamicImports.map(({ moduleRequest }) => file.text.slice(moduleRequest.start, moduleRequest.end))
  return [...new Set([...imported, ...passed, ...later])]
}

function isPureImport(path: string, name: string): boolean {
  if (name.startsWith('@portal/contract/')) return true
  if (!name.startsWith('.')) return name === 'zod' && path.startsWith('contract/')
  const target = posix.join(posix.dirname(path), name)
  return (
    target.startsWith('contract/src/') || /\.(rules|data|columns)\.ts$/.test(target) || pureModules.includes(target)
  )
}

/** Rules are pure functions: their result depends on their arguments alone. */
export function pureRules(file: SourceFile): string[] {
  if (!isRules(file.path) && !pureModules.includes(file.path)) return []
  const imports = valueImportsOf(file).filter((name) => !isPureImport(file.path, name))
  return [
    ...imports.map((name) => `${file.path} imports ${name}; rules import the contract, other rules, data and columns.`),
    ...impureReads(file).map(
      ({ at, text }) => `${at} uses a clock or randomness (${text}); rules take both as arguments.`,
    ),
  ]
}

/** Every x.rules.ts has its test x.rules.test.ts in the same folder. */
export function testBeside(paths: readonly string[]): string[] {
  const known = new Set(paths)
  return paths
    .filter((path) => isRules(path) && !known.has(path.replace(/\.ts$/, '.test.ts')))
    .map((path) => `${path} has no test beside it.`)
}

const mostFiles = 30
/** Migrations and decisions are a sequence, and the other folders hold data. */
const isExempt = (folder: string): boolean =>
  ['server/src/db/migrations', 'docs/decisions'].includes(folder) || /(^|\/)(fonts|samples|places)$/.test(folder)
/** A folder holds one concept. A folder with more files holds a second one, which gets a folder of its own. */
export function roomSize(paths: readonly string[]): string[] {
  const rooms = Map.groupBy(paths, (path) => posix.dirname(path))
  return [...rooms]
    .filter(([folder, files]) => files.length > mostFiles && !isExempt(folder))
    .map(([folder, files]) => `${folder} holds ${files.length} files; ${mostFiles} is the limit.`)
}

type Expression = { type: string; start: number; end: number } & Record<string, unknown>
/** The spread value without parentheses and `as const`. A cast to another type can be a reason to spread. */
function spreadValue(file: SourceFile, argument: Expression): Expression {
  const { type, expression, typeAnnotation } = argument as Expression & {
    expression?: Expression
    typeAnnotation?: Expression
  }
  const isConst = type === 'TSAsExpression' && typeAnnotation && textOf(file, typeAnnotation) === 'const'
  return expression && (type === 'ParenthesizedExpression' || isConst) ? spreadValue(file, expression) : argument
}
/** Spreading a literal only groups lines for the formatter: its contents can be written in place. */
export const noSpreadLiteral = (file: SourceFile): string[] => {
  // Walking the syntax of every file is slow, and few files have a candidate.
  if (!/\.\.\.[\s(]*[{[]/.test(file.text)) return []
  return nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'SpreadElement' && node.type !== 'JSXSpreadAttribute') return []
    const value = spreadValue(file, node.argument as Expression)
    return value.type === 'ObjectExpression' || value.type === 'ArrayExpression'
      ? [`${file.path}:${lineOf(file, node.start)} spreads a literal; write out its contents.`]
      : []
  })
}

/** What a file exports itself; a name that it passes on belongs to the file that it comes from. */
const ownExports = (file: SourceFile): string[] =>
  (file.parsed?.module.staticExports ?? []).flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) => (exportName.name && !moduleRequest ? [exportName.name] : [])),
  )
/** Each feature exports its French under the same two names, and `app/french.ts` collects them. */
const hasPairs = (path: string): boolean => path.endsWith('/fr-CA.ts') || path === 'web/src/app/french.ts'
/**
 * One meaning per exported name. The server and the web may each have routes of one feature, because neither imports
 * the other.
 */
export function repeatedNames(files: readonly SourceFile[]): string[] {
  const sides = ['server/', 'web/'].map((side) => files.filter(({ path }) => !path.startsWith(side) && !hasPairs(path)))
  const faults = sides.flatMap((side) => {
    const found = side.flatMap((file) => ownExports(file).map((name) => ({ name, path: file.path })))
    return [...Map.groupBy(found, ({ name }) => name)]
      .filter(([, places]) => new Set(places.map(({ path }) => path)).size > 1)
      .map(([name, places]) => `${name} is exported by ${places.map(({ path }) => path).join(' and ')}.`)
  })
  return [...new Set(faults)]
}
