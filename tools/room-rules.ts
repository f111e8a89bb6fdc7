import { posix } from 'node:path'
import { impureReads } from './house-rules.ts'
import { lineOf, nodesOf, type SourceFile, textOf } from './source-files.ts'

const isRules = (path: string): boolean => path.endsWith('.rules.ts')

/** What the rules may use of the platform. These modules are held to the same rule, so that none of them does I/O. */
const pureModules = [
  'server/src/platform/documents/document-format.ts',
  'server/src/platform/sheets/cells.ts',
  'server/src/platform/sheets/header.ts',
  'server/src/platform/sheets/sheet.ts',
]

/** The modules that a file imports values of; an import of types alone is gone when the code runs. */
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

/** Rules are pure functions: what they answer follows from what they are given. */
export function pureRules(file: SourceFile): string[] {
  if (!isRules(file.path) && !pureModules.includes(file.path)) return []
  const imports = valueImportsOf(file).filter((name) => !isPureImport(file.path, name))
  return [
    ...imports.map((name) => `${file.path} imports ${name}; rules import the contract, other rules, data and columns.`),
    ...impureReads(file).map(({ at, text }) => `${at} reads a clock or chance (${text}); rules are given both.`),
  ]
}

/** A rule is tested beside itself: x.rules.ts in x.rules.test.ts of the same folder. */
export function testBeside(paths: readonly string[]): string[] {
  const known = new Set(paths)
  return paths
    .filter((path) => isRules(path) && !known.has(path.replace(/\.ts$/, '.test.ts')))
    .map((path) => `${path} has no test beside it.`)
}

const mostFiles = 30
/** Migrations are a sequence, and the others hold data; none of them is a room of code. */
const isExempt = (folder: string): boolean =>
  folder === 'server/src/db/migrations' || /(^|\/)(fonts|samples|places)$/.test(folder)
/** A folder holds one concept. With more files than these a second one has moved in, and gets a folder of its own. */
export function roomSize(paths: readonly string[]): string[] {
  const rooms = Map.groupBy(paths, (path) => posix.dirname(path))
  return [...rooms]
    .filter(([folder, files]) => files.length > mostFiles && !isExempt(folder))
    .map(([folder, files]) => `${folder} holds ${files.length} files; ${mostFiles} is the limit.`)
}

type Expression = { type: string; start: number; end: number } & Record<string, unknown>
/** What is spread, without parentheses and `as const`. Another type may be the reason for a spread. */
function spreadValue(file: SourceFile, argument: Expression): Expression {
  const { type, expression, typeAnnotation } = argument as Expression & {
    expression?: Expression
    typeAnnotation?: Expression
  }
  const isConst = type === 'TSAsExpression' && typeAnnotation && textOf(file, typeAnnotation) === 'const'
  return expression && (type === 'ParenthesizedExpression' || isConst) ? spreadValue(file, expression) : argument
}
/** The properties of a literal can stand where the literal is spread; it would only group lines for the formatter. */
export const noSpreadLiteral = (file: SourceFile): string[] => {
  // Few files have a candidate, and the syntax of the others need not be walked.
  if (!/\.\.\.[\s(]*\{/.test(file.text)) return []
  return nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'SpreadElement' && node.type !== 'JSXSpreadAttribute') return []
    const value = spreadValue(file, node.argument as Expression)
    return value.type === 'ObjectExpression'
      ? [`${file.path}:${lineOf(file, node.start)} spreads an object literal; write its properties out.`]
      : []
  })
}
