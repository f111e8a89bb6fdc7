import { createHash } from 'node:crypto'
import { lineOf, nodesOf, type SourceFile, textOf } from './source-files.ts'

/** A rule checks one file and returns a sentence for each fault. */
type Rule = (file: SourceFile) => string[]

const at = (file: SourceFile, offset: number) => `${file.path}:${lineOf(file, offset)}`
const nameOf = (path: string): string => path.split('/').at(-1) ?? path
const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.startsWith('e2e/')

const fileLength: Rule = (file) => {
  const lines = file.text.trimEnd().split('\n').length
  return file.parsed && lines > 400 ? [`${file.path} has ${lines} lines; the limit is 400.`] : []
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const functionLength: Rule = (file) =>
  nodesOf(file).flatMap(({ node, parent }) => {
    if (!functions.has(node.type)) return []
    const lines = textOf(file, node).split('\n').length
    // A `describe` only groups tests.
    const isHeading =
      isTest(file.path) && parent?.type === 'CallExpression' && /^(test\.)?describe\b/.test(textOf(file, parent))
    return lines > 70 && !isHeading ? [`${at(file, node.start)} is a function of ${lines} lines; the limit is 70.`] : []
  })

/** A list page declares what is specific to it; everything that lists share belongs in `web/src/list`. */
const listPageLength: Rule = (file) => {
  if (!/^web\/src\/.*Page\.tsx$/.test(file.path)) return []
  const isList = nodesOf(file).some(
    ({ node }) => node.type === 'JSXOpeningElement' && /^<ListPage\b/.test(textOf(file, node)),
  )
  const lines = file.text.trimEnd().split('\n').length
  return isList && lines > 60 ? [`${file.path} is a list page of ${lines} lines; the limit is 60.`] : []
}

// Split in two, so that the rule does not match itself.
const unfinished = new RegExp(`\\b(${'TO'}DO|${'FIX'}ME|X${'XX'})\\b`, 'g')
const nothingUnfinished: Rule = (file) =>
  [...file.text.matchAll(unfinished)].map(
    (match) => `${at(file, match.index)} has a ${match[0]}. Do it now, or open an issue.`,
  )

const namedExports: Rule = (file) => {
  // Playwright requires a default export for its global setup.
  if (file.path.endsWith('.config.ts') || file.path === 'e2e/global-setup.ts') return []
  const exported = nodesOf(file).filter(({ node }) => node.type === 'ExportDefaultDeclaration')
  return exported.map(
    ({ node }) => `${at(file, node.start)} has a default export; only *.config.ts files can have one.`,
  )
}

const impure = /^(Date\.now|Math\.random|performance\.now|Temporal\.Now\b.*|(globalThis\.)?crypto\b.*)$/
/** Every use of a clock or of randomness in a file, with its place and its text. */
export const impureReads = (file: SourceFile): { at: string; text: string }[] =>
  nodesOf(file).flatMap(({ node }) => {
    const text = textOf(file, node)
    const isClock = node.type === 'NewExpression' && /^new Date(\(\s*\))?$/.test(text)
    const isImpure = node.type === 'MemberExpression' && impure.test(text)
    return isClock || isImpure ? [{ at: at(file, node.start), text }] : []
  })
const pureContract: Rule = (file) => {
  if (!file.path.startsWith('contract/src/') || isTest(file.path)) return []
  return impureReads(file).map(
    ({ at, text }) => `${at} uses a clock or randomness (${text}); the contract must be pure.`,
  )
}

/** SQL here is all lower or all upper case; a sentence starts with a capital letter. */
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
const sqlInItsPlace: Rule = (file) => {
  if (mayHoldSql(file.path)) return []
  return nodesOf(file).flatMap(({ node }) => {
    const text = textOf(file, node)
    const isTagged = node.type === 'TaggedTemplateExpression' && /^sql\b/.test(text)
    const isText = (node.type === 'Literal' || node.type === 'TemplateLiteral') && isStatement(text.slice(1, -1))
    const isBuilt = node.type === 'MemberExpression' && builders.test(text)
    return isTagged || isText || isBuilt
      ? [`${at(file, node.start)} contains SQL; move it to *.queries.ts, platform/ or db/.`]
      : []
  })
}

/** PostgreSQL 16 is supported (OPS-2), but the tests run on a newer version. Lists newer SQL as it comes up. */
const newerSql =
  /\breturning\b[^;`]*\b(?:old|new)\.\w|\b(?:uuidv7|json_table|array_sort|array_reverse|casefold|merge_action)\s*\(/i
const sqlOfSixteen: Rule = (file) => {
  if (!/\.(sql|ts)$/.test(file.path) || isTest(file.path) || file.path.startsWith('tools/')) return []
  const texts = file.parsed
    ? nodesOf(file).flatMap(({ node }) => (node.type === 'TemplateLiteral' ? [textOf(file, node)] : []))
    : [file.text]
  const found = texts.map((text) => newerSql.exec(text)?.[0].replace(/\s+/g, ' ')).filter((text) => text !== undefined)
  return found.map((text) => `${file.path} uses "${text}", which PostgreSQL 16 does not support.`)
}

const vague = /^(utils?|helpers?|common|services?|managers?)$/
const tellingName: Rule = ({ path }) => {
  const words = path.split('/').flatMap((part) => part.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/))
  const found = words.find((word) => vague.test(word.toLowerCase()))
  return found ? [`${path} has "${found}" in its name, which is too vague.`] : []
}

/** Message files are named by their language tag, such as fr-CA. */
const kebab = /^([a-z]{2}-[A-Z]{2}|[a-z0-9]+(-[a-z0-9]+)*)(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|tsx|mjs)$/
const pascal = /^([A-Z][A-Za-z0-9]*)\.tsx$/
const nameByRule: Rule = (file) => {
  const name = nameOf(file.path)
  if (!file.parsed && name.endsWith('.sql')) {
    const [form, example] = !file.path.includes('/migrations/')
      ? [/^[a-z0-9]+(-[a-z0-9]+)*\.sql$/, 'words.sql']
      : [/^\d{4}_[a-z0-9_]+\.sql$/, 'NNNN_words.sql']
    return form.test(name) ? [] : [`${file.path} must be named ${example}.`]
  }
  if (!file.parsed) return []
  const component = pascal.exec(name)?.[1]
  if (!component) return kebab.test(name) ? [] : [`${file.path} must be kebab-case, or PascalCase.tsx for a component.`]
  const values = file.parsed.module.staticExports.flatMap((item) =>
    item.entries.filter((entry) => !entry.isType).map((entry) => entry.exportName.name),
  )
  return values.length === 1 && values[0] === component ? [] : [`${file.path} must export only ${component} and types.`]
}

/** A file that only re-exports hides where code is defined. */
const noBarrel: Rule = (file) => {
  if (!file.parsed) return []
  if (/^index\.(ts|tsx|mjs)$/.test(nameOf(file.path))) return [`${file.path} is named like a barrel.`]
  const { body } = file.parsed.program
  const isReExport = (node: (typeof body)[number]) =>
    node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null)
  const all = body.find((node) => node.type === 'ExportAllDeclaration')
  if (all) return [`${at(file, all.start)} re-exports a whole module.`]
  const isBarrel =
    body.length > 0 &&
    body.every((node) => isReExport(node) || node.type === 'ImportDeclaration') &&
    body.some(isReExport)
  return isBarrel ? [`${file.path} only re-exports other modules.`] : []
}

const reasonedSuppression: Rule = (file) =>
  (file.parsed?.comments ?? []).flatMap(({ value, start }) => {
    const isBare = /^\s*(biome-ignore\b(?!.*:\s+\S+\s+\S)|@ts-expect-error(?!\s+\S+\s+\S)|@ts-(ignore|nocheck)\b)/.test(
      value,
    )
    return isBare ? [`${at(file, start)} suppresses a check without a reason.`] : []
  })

type Branch = ReturnType<typeof nodesOf>[number]['node'] & {
  async?: boolean
  argument?: Branch | null
  block?: Branch
  handler?: Branch
  finalizer?: Branch | null
}
/**
 * A promise returned without `await` from a `try`, or from a `catch` before a `finally`, is not awaited until the whole
 * statement ends. Its rejection skips the `catch`, or is unhandled while the `finally` runs.
 */
const awaitedInTry: Rule = (file) => {
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
      faults.push(`${at(file, node.start)} returns a call from a try without awaiting it; use return await.`)
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
 * A landed migration has run on real databases and is never edited. The checksums are committed with the files. Unlike
 * git history, they exist in a shallow clone, and an edit shows in review as a changed line instead of an added one.
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
    ...removed.map((name) => `${name} landed earlier but is missing.`),
    ...misnumbered.map(({ name }) => `${name} leaves a gap or repeats a number.`),
  ]
}
