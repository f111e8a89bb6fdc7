import { lineOf, nodesOf, type SourceFile, textOf } from './source-files.ts'

/**
 * Sentences that users read belong in the catalogue of messages (UX-5). These files are exempt: operators read them on
 * a console, they contain both languages, or they describe the API.
 */
const exempt: Record<string, RegExp> = {
  'the catalogue itself': /\.messages\.ts$/,
  'tests, their samples and the demo': /\.test\.ts$|^server\/src\/(testing|demo)\//,
  'console output for operators':
    /^server\/src\/(start|main|users\/first-admin\.queries)\.ts$|^server\/src\/(backups|commands|process|db)\/.*\.ts$/,
  'metrics, the web build and settings':
    /^server\/src\/platform\/(jobs\/[\w-]*metrics|http\/web-build|storage\/[\w-]+)\.ts$/,
  'the French of messages that e-mails say too': /\.french\.ts$/,
  'documents and mails, in English and French':
    /-mail\.ts$|-mail-text\.ts$|\/statement-pdf\.ts$|\/(invoice|credit-note)-words\.ts$/,
  'API documentation': /^server\/src\/documentation\//,
  'place names and column names of providers’ files': /\.data\.ts$|^server\/src\/booking\/layouts\//,
}
const isExempt = (path: string): boolean => Object.values(exempt).some((pattern) => pattern.test(path))

/** Three words or more, starting with a capital letter or a value. A label is shorter, or has no lower-case word. */
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
/** A template with `{}` in place of its values. */
const plainText = (file: SourceFile, node: Node): string =>
  isText(node)
    ? String(node.value)
    : textOf(file, node)
        .slice(1, -1)
        .replace(/\$\{[^}]*\}/g, '{}')

/** Text that no user reads: errors that no reply shows, log lines, and summaries of endpoints. */
const unshown: Record<string, RegExp> = { NewExpression: /^(Type|Range)?Error$/, CallExpression: /(^|\.)log\??\.\w+$/ }
const isQuiet = (file: SourceFile, above: readonly Node[]): boolean =>
  above.some((node) => {
    if (node.type === 'Property') return textOf(file, node).startsWith('summary:')
    return unshown[node.type]?.test(textOf(file, node.callee as Node)) ?? false
  })

/** The texts in SQL, without its comments. */
const sqlTexts = (sql: string): string[] =>
  [...sql.replace(/--[^\n]*|comment on [^;]*;/g, '').matchAll(/'((?:[^']|'')*)'/g)].map((match) => match[1] ?? '')

/** Texts with French beside them: the page’s own, and the words of reports. */
export const frenchWords = (files: readonly SourceFile[]): ReadonlySet<string> =>
  new Set(
    files
      .filter(({ path }) => /^web\/src\/.*fr-CA\.ts$|\.french\.ts$/.test(path))
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
  // The service replaces what a database function raises with a message.
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

/** Keys that no source uses, and text in the contract's schemas that looks like a key but is not in the catalogue. */
export function keyFaults(
  files: readonly SourceFile[],
  keys: readonly string[],
): { unused: string[]; unknown: string[] } {
  const known = new Set(keys)
  const named = new Set(files.filter(isSource).flatMap(textsOf))
  const groups = new Set(keys.map((key) => key.split('.')[0]))
  // Log actions, permissions and the events of webhooks have the same form.
  const ours = files.filter(
    ({ path }) =>
      /^contract\/src\//.test(path) && !/\/logs\.ts$|permissions\.ts$|\/webhook[\w-]*(\.data)?\.ts$/.test(path),
  )
  const isLikeKey = (text: string) => /^[a-z-]+\.[a-z]+(-[a-z]+)*$/.test(text) && groups.has(text.split('.')[0] ?? '')
  return {
    unused: keys.filter((key) => !named.has(key)),
    unknown: [...new Set(ours.filter(isSource).flatMap(textsOf))].filter((text) => isLikeKey(text) && !known.has(text)),
  }
}
