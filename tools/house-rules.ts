import { createHash } from 'node:crypto'
import { lineOf, nodesOf, type SourceFile, textOf } from './source-files.ts'

/** Each rule looks at one file and answers with its faults, each a sentence. */
type Rule = (file: SourceFile) => string[]

const at = (file: SourceFile, offset: number) => `${file.path}:${lineOf(file, offset)}`
const nameOf = (path: string): string => path.split('/').at(-1) ?? path
const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.startsWith('e2e/')

export const fileLength: Rule = (file) => {
  const lines = file.text.trimEnd().split('\n').length
  return file.parsed && lines > 400 ? [`${file.path} has ${lines} lines; 400 is the limit.`] : []
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
export const functionLength: Rule = (file) =>
  nodesOf(file).flatMap(({ node, parent }) => {
    if (!functions.has(node.type)) return []
    const lines = textOf(file, node).split('\n').length
    // A `describe` is a heading over its tests, not a function that does something.
    const isHeading =
      isTest(file.path) && parent?.type === 'CallExpression' && /^(test\.)?describe\b/.test(textOf(file, parent))
    return lines > 70 && !isHeading ? [`${at(file, node.start)} is a function of ${lines} lines; 70 is the limit.`] : []
  })

/** What lists have in common is `web/src/list`'s, so a list page says only what is its own. */
export const listPageLength: Rule = (file) => {
  if (!/^web\/src\/.*Page\.tsx$/.test(file.path)) return []
  const isList = nodesOf(file).some(
    ({ node }) => node.type === 'JSXOpeningElement' && /^<ListPage\b/.test(textOf(file, node)),
  )
  const lines = file.text.trimEnd().split('\n').length
  return isList && lines > 60 ? [`${file.path} is a list page of ${lines} lines; 60 is the limit.`] : []
}

// Spelt in two halves, so that the rule does not find itself.
const unfinished = new RegExp(`\\b(${'TO'}DO|${'FIX'}ME|X${'XX'})\\b`, 'g')
export const nothingUnfinished: Rule = (file) =>
  [...file.text.matchAll(unfinished)].map(
    (match) => `${at(file, match.index)} says ${match[0]}: do it, or open an issue.`,
  )

export const namedExports: Rule = (file) => {
  // Playwright takes its global setup by default export only.
  if (file.path.endsWith('.config.ts') || file.path === 'e2e/global-setup.ts') return []
  const exported = nodesOf(file).filter(({ node }) => node.type === 'ExportDefaultDeclaration')
  return exported.map(({ node }) => `${at(file, node.start)} exports a default; only *.config.ts may.`)
}

const impure = /^(Date\.now|Math\.random|performance\.now|Temporal\.Now\b.*|(globalThis\.)?crypto\b.*)$/
export const pureContract: Rule = (file) => {
  if (!file.path.startsWith('contract/src/') || isTest(file.path)) return []
  return nodesOf(file).flatMap(({ node }) => {
    const text = textOf(file, node)
    const isClock = node.type === 'NewExpression' && /^new Date(\(\s*\))?$/.test(text)
    const isImpure = node.type === 'MemberExpression' && impure.test(text)
    return isClock || isImpure
      ? [`${at(file, node.start)} reads a clock or chance (${text}); the contract is pure.`]
      : []
  })
}

/** SQL is written all lower or all upper case here; a sentence begins with a capital letter. */
const statement =
  /^\s*(select\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|(create|alter|drop|truncate)\s+\w+\s|begin\b|commit\b)/
const isStatement = (text: string): boolean =>
  statement.test(text) || (text === text.toUpperCase() && statement.test(text.toLowerCase()))
const builders = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/
const mayHoldSql = (path: string): boolean =>
  !path.startsWith('server/src/') ||
  /\.queries\.ts$/.test(path) ||
  isTest(path) ||
  /^server\/src\/(platform|db|testing)\//.test(path)
export const sqlInItsPlace: Rule = (file) => {
  if (mayHoldSql(file.path)) return []
  return nodesOf(file).flatMap(({ node }) => {
    const text = textOf(file, node)
    const isTagged = node.type === 'TaggedTemplateExpression' && /^sql\b/.test(text)
    const isText = (node.type === 'Literal' || node.type === 'TemplateLiteral') && isStatement(text.slice(1, -1))
    const isBuilt = node.type === 'MemberExpression' && builders.test(text)
    return isTagged || isText || isBuilt
      ? [`${at(file, node.start)} holds SQL; it belongs into *.queries.ts, platform/ or db/.`]
      : []
  })
}

/**
 * PostgreSQL 16 is supported (OPS-2), and the tests run on a newer one: what only that knows is named here as it is
 * met.
 */
const newerSql =
  /\breturning\b[^;`]*\b(?:old|new)\.\w|\b(?:uuidv7|json_table|array_sort|array_reverse|casefold|merge_action)\s*\(/i
export const sqlOfSixteen: Rule = (file) => {
  if (!/\.(sql|ts)$/.test(file.path) || isTest(file.path) || file.path.startsWith('tools/')) return []
  const texts = file.parsed
    ? nodesOf(file).flatMap(({ node }) => (node.type === 'TemplateLiteral' ? [textOf(file, node)] : []))
    : [file.text]
  const found = texts.map((text) => newerSql.exec(text)?.[0].replace(/\s+/g, ' ')).filter((text) => text !== undefined)
  return found.map((text) => `${file.path} says "${text}", which PostgreSQL 16 does not know.`)
}

const vague = /^(utils?|helpers?|common|services?|managers?)$/
export const tellingName: Rule = ({ path }) => {
  const words = path.split('/').flatMap((part) => part.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/))
  const found = words.find((word) => vague.test(word.toLowerCase()))
  return found ? [`${path} is named "${found}", which says nothing.`] : []
}

/** The messages of a language are named by its tag, such as fr-CA. */
const kebab = /^([a-z]{2}-[A-Z]{2}|[a-z0-9]+(-[a-z0-9]+)*)(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|tsx|mjs)$/
const pascal = /^([A-Z][A-Za-z0-9]*)\.tsx$/
export const nameByRule: Rule = (file) => {
  const name = nameOf(file.path)
  if (!file.parsed)
    return name.endsWith('.sql') && !/^\d{4}_[a-z0-9_]+\.sql$/.test(name)
      ? [`${file.path} should be NNNN_words.sql.`]
      : []
  const component = pascal.exec(name)?.[1]
  if (!component)
    return kebab.test(name) ? [] : [`${file.path} should be kebab-case, or PascalCase.tsx for a component.`]
  const values = file.parsed.module.staticExports.flatMap((item) =>
    item.entries.filter((entry) => !entry.isType).map((entry) => entry.exportName.name),
  )
  return values.length === 1 && values[0] === component
    ? []
    : [`${file.path} should export ${component} and nothing else but types.`]
}

/** A file that only passes on what others export hides where things are. */
export const noBarrel: Rule = (file) => {
  if (!file.parsed) return []
  if (/^index\.(ts|tsx|mjs)$/.test(nameOf(file.path))) return [`${file.path} is named as a barrel.`]
  const { body } = file.parsed.program
  const passesOn = (node: (typeof body)[number]) =>
    node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null)
  const all = body.find((node) => node.type === 'ExportAllDeclaration')
  if (all) return [`${at(file, all.start)} passes on a whole module.`]
  const isBarrel =
    body.length > 0 && body.every((node) => passesOn(node) || node.type === 'ImportDeclaration') && body.some(passesOn)
  return isBarrel ? [`${file.path} only passes on what others export.`] : []
}

export const reasonedSuppression: Rule = (file) =>
  (file.parsed?.comments ?? []).flatMap(({ value, start }) => {
    const isBare = /^\s*(biome-ignore\b(?!.*:\s+\S+\s+\S)|@ts-expect-error(?!\s+\S+\s+\S)|@ts-(ignore|nocheck)\b)/.test(
      value,
    )
    return isBare ? [`${at(file, start)} silences a check without saying why.`] : []
  })

type Branch = ReturnType<typeof nodesOf>[number]['node'] & {
  async?: boolean
  argument?: Branch | null
  block?: Branch
  handler?: Branch
  finalizer?: Branch | null
}
/**
 * A promise returned from inside a `try`, or from a `catch` that a `finally` follows, has nothing that waits for it
 * until the `try` is over: its failure passes the `catch` by, or fails unheard while the `finally` waits. `return
 * await` is no waste there.
 */
export const awaitedInTry: Rule = (file) => {
  if (!file.path.startsWith('server/src/') || isTest(file.path)) return []
  const faults: string[] = []
  const walk = (given: unknown, isGuarded: boolean, isAsync: boolean): void => {
    if (Array.isArray(given)) for (const one of given) walk(one, isGuarded, isAsync)
    const node = given as Branch | null
    if (typeof node?.type !== 'string') return
    if (node.type === 'TryStatement') {
      walk(node.block, true, isAsync)
      walk(node.handler, isGuarded || Boolean(node.finalizer), isAsync)
      walk(node.finalizer, isGuarded, isAsync)
      return
    }
    const returned = node.type === 'ReturnStatement' ? node.argument : null
    const isBare = returned?.type === 'CallExpression' && !/\bawait\b/.test(textOf(file, returned))
    if (isBare && isGuarded && isAsync)
      faults.push(`${at(file, node.start)} returns a call from a try without waiting for it: write return await.`)
    const isNew = functions.has(node.type)
    for (const child of Object.values(node)) walk(child, !isNew && isGuarded, isNew ? node.async === true : isAsync)
  }
  walk(file.parsed?.program, false, false)
  return faults
}

export const rules = {
  fileLength,
  functionLength,
  listPageLength,
  nothingUnfinished,
  namedExports,
  pureContract,
  sqlInItsPlace,
  sqlOfSixteen,
  tellingName,
  nameByRule,
  noBarrel,
  reasonedSuppression,
  awaitedInTry,
} satisfies Record<string, Rule>

/**
 * A landed migration has run on someone's database and is never edited. The list of sums is committed beside the files:
 * unlike git's history it is there in a shallow clone too, and an edit shows up in review as a changed line instead of
 * an added one.
 */
export function migrationFaults(migrations: { name: string; text: string }[], sums: string): string[] {
  const listed = new Map(
    sums.split('\n').flatMap((line) => (line.trim() ? [line.split(/\s+/).toReversed() as [string, string]] : [])),
  )
  const changed = migrations.flatMap(({ name, text }) => {
    const sum = createHash('sha256').update(text).digest('hex')
    const known = listed.get(name)
    if (known === undefined) return [`${name} is not in checksums.txt; add the line: ${sum}  ${name}`]
    return known === sum ? [] : [`${name} was edited after it landed; write a new migration instead.`]
  })
  const removed = [...listed.keys()].filter((name) => !migrations.some((migration) => migration.name === name))
  const misnumbered = migrations.filter(({ name }, index) => Number(name.slice(0, 4)) !== index + 1)
  return [
    ...changed,
    ...removed.map((name) => `${name} landed once and is gone.`),
    ...misnumbered.map(({ name }) => `${name} leaves a gap or takes a number twice.`),
  ]
}
