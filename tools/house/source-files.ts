import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParseResult, parseSync } from 'oxc-parser'

export const root = resolve(fileURLToPath(import.meta.url), '../../..')
/** A file as the rules see it: its path from the root, its text, and its syntax tree if it is code. */
export type SourceFile = { path: string; text: string; parsed: ParseResult | null }

const skipped = new Set([
  '.git',
  'node_modules',
  'dist',
  'data',
  'test-results',
  'playwright-report',
  'results',
  'gallery',
])
const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)
const isText = (path: string): boolean => isCode(path) || /\.(sql|css|md|html|json|txt)$/.test(path)

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]))

/** The file does not have to exist, so that the rules' tests can use samples. */
export const sourceFile = (path: string, text: string): SourceFile => ({
  path,
  text,
  parsed: isCode(path) ? parseSync(path, text) : null,
})

/** Every file of the project that is not generated, by its path from the root. */
export const projectPaths = (): string[] => walk(root).map((file) => relative(root, file))

/** Every text file of the project that is not generated. Read from disk, so that files not yet in git count. */
export const projectFiles = (): SourceFile[] =>
  projectPaths()
    .filter((path) => isText(path) && path !== 'package-lock.json' && path !== 'server/src/db/schema.ts')
    .sort()
    .map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')))

/** The code files that git tracks, to prove that the walk misses none. Null without git, as in an unpacked archive. */
export function codeFilesInGit(): string[] | null {
  if (!existsSync(join(root, '.git'))) return null
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  return listed.filter((path) => isCode(path) && path !== 'server/src/db/schema.ts' && existsSync(join(root, path)))
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every node of the file's syntax tree, with its parent. */
export function nodesOf(file: SourceFile): { node: Node; parent: Node | null }[] {
  const found: { node: Node; parent: Node | null }[] = []
  const visit = (value: unknown, parent: Node | null): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, parent)
    if (!isNode(value)) return
    found.push({ node: value, parent })
    for (const key of Object.keys(value)) if (key !== 'parent') visit(value[key], value)
  }
  if (file.parsed) visit(file.parsed.program, null)
  return found
}

export const textOf = (file: SourceFile, node: Node): string => file.text.slice(node.start, node.end)
export const lineOf = (file: SourceFile, offset: number): number => file.text.slice(0, offset).split('\n').length
