import { lineOf, nodesOf, type SourceFile, textOf } from './source-files.ts'

/**
 * Sentences for persons stand in the catalogue of messages (UX-5). These files hold none of it: what operators read on a
 * console, what stands in both languages side by side, and the description of the calls.
 */
const exempt: Record<string, RegExp> = {
  'the catalogue itself': /\.messages\.ts$/,
  'tests, their samples and the demo': /\.test\.ts$|^server\/src\/(testing|demo)\//,
  'the console of operators':
    /^server\/src\/(start|main|users\/first-admin\.queries)\.ts$|^server\/src\/(commands|process|db)\/.*\.ts$/,
  'metrics, the build of the page and settings':
    /^server\/src\/platform\/(jobs\/metrics|http\/web-build|storage\/[\w-]+)\.ts$/,
  'documents and mails, in English and French': /-mail\.ts$|-mail-text\.ts$|\/statement-pdf\.ts$|\/invoice-words\.ts$/,
  'the description of the calls': /^server\/src\/documentation\//,
  'names of places and columns of providers’ files':
    /\.data\.ts$|^server\/src\/booking\/layouts\/|\/rate-layouts\.rules\.ts$/,
}
const isExempt = (path: string): boolean => Object.values(exempt).some((pattern) => pattern.test(path))

/** Three words or more, with a capital letter or a value to begin with; a label has fewer, or no small word in it. */
export function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/)
  const begins = /^[“"]?([A-Z]|\{)/.test(text.trim())
  const ends = /[a-z)}”"][.!?]$/.test(text.trim())
  const isLong = words.length >= 4 && words.slice(1).some((word) => /^[a-z]{2,}$/.test(word))
  const isSpoken = words.filter((word) => /[A-Za-z]{2}/.test(word)).length >= 2
  return begins && isSpoken && words.length >= 3 && (ends || isLong || / is required$/.test(text))
}

type Node = ReturnType<typeof nodesOf>[number]['node']
const isText = (node: Node): boolean => node.type === 'Literal' && typeof node.value === 'string'
/** A template with its values left blank. */
const plainText = (file: SourceFile, node: Node): string =>
  isText(node)
    ? String(node.value)
    : textOf(file, node)
        .slice(1, -1)
        .replace(/\$\{[^}]*\}/g, '{}')

/** Of errors that no answer shows, of log lines, and of the summary of a call. */
const unshown: Record<string, RegExp> = { NewExpression: /^(Type|Range)?Error$/, CallExpression: /(^|\.)log\??\.\w+$/ }
const isQuiet = (file: SourceFile, above: readonly Node[]): boolean =>
  above.some((node) => {
    if (node.type === 'Property') return textOf(file, node).startsWith('summary:')
    return unshown[node.type]?.test(textOf(file, node.callee as Node)) ?? false
  })

/** Comments of the database are for its readers. */
const sqlTexts = (sql: string): string[] =>
  [...sql.replace(/--[^\n]*|comment on [^;]*;/g, '').matchAll(/'((?:[^']|'')*)'/g)].map((match) => match[1] ?? '')

/** The words of the page that have French; what the contract shares of them is no message. */
export const frenchWords = (files: readonly SourceFile[]): ReadonlySet<string> =>
  new Set(
    files
      .filter(({ path }) => /^web\/src\/.*fr-CA\.ts$/.test(path))
      .flatMap((file) => nodesOf(file).flatMap(({ node }) => (node.type === 'Property' ? [keyOf(node)] : []))),
  )
const keyOf = ({ key }: Node): string => {
  const { name, value } = key as { name?: string; value?: unknown }
  return name ?? String(value)
}

export function sentenceFaults(file: SourceFile, words: ReadonlySet<string>): string[] {
  if (!/^(server|contract)\/src\//.test(file.path) || isExempt(file.path)) return []
  const said = (offset: number, text: string) =>
    isSentence(text) && !words.has(text)
      ? [`${file.path}:${lineOf(file, offset)} says “${text.slice(0, 80)}”: give it a key in a *.messages.ts.`]
      : []
  // What a function of the database raises, the service answers with a message of its own.
  if (file.path.endsWith('.sql'))
    return sqlTexts(file.text.replace(/raise exception '(?:[^']|'')*'/g, '')).flatMap((text) => said(0, text))
  const nodes = nodesOf(file)
  const parents = new Map(nodes.map(({ node, parent }) => [node, parent]))
  return nodes.flatMap(({ node, parent }) => {
    if (!isText(node) && node.type !== 'TemplateLiteral') return []
    const above: Node[] = []
    for (let one = parent; one; one = parents.get(one) ?? null) above.push(one)
    const isSql = parent?.type === 'TaggedTemplateExpression'
    const texts = isSql ? sqlTexts(textOf(file, node).slice(1, -1)) : [plainText(file, node)]
    return isQuiet(file, above) ? [] : texts.flatMap((text) => said(node.start, text))
  })
}

const textsOf = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => (isText(node) ? [String(node.value)] : []))
const isSource = ({ path }: SourceFile): boolean =>
  /^(server|contract|web)\/src\//.test(path) && !/\.test\.ts$|\.messages\.ts$|fr-CA\.ts$/.test(path)

/** The keys that no source names, and what looks like a key in the contract's schemas and is none. */
export function keyFaults(
  files: readonly SourceFile[],
  keys: readonly string[],
): { unused: string[]; unknown: string[] } {
  const known = new Set(keys)
  const named = new Set(files.filter(isSource).flatMap(textsOf))
  const groups = new Set(keys.map((key) => key.split('.')[0]))
  // Actions of the log and permissions are written alike.
  const ours = files.filter(({ path }) => /^contract\/src\//.test(path) && !/\/logs\.ts$|permissions\.ts$/.test(path))
  const isLikeKey = (text: string) => /^[a-z-]+\.[a-z]+(-[a-z]+)*$/.test(text) && groups.has(text.split('.')[0] ?? '')
  return {
    unused: keys.filter((key) => !named.has(key)),
    unknown: [...new Set(ours.filter(isSource).flatMap(textsOf))].filter((text) => isLikeKey(text) && !known.has(text)),
  }
}
