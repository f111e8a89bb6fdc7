import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../house/source-files.ts'

type Locked = {
  version: string
  license?: string
  integrity?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Package = {
  /** Where it is installed, under the root. */
  path: string
  name: string
  version: string
  licence: string
  integrity: string
  /** The paths of what it needs. */
  needs: string[]
}

/** Packages that do not state in the lock file what their own licence file says. */
const unstated: Readonly<Record<string, string>> = { 'png-js': 'MIT' }
/** What the product runs on. */
const runsOn = ({ os, cpu }: Locked) =>
  (!os || os.includes('linux')) && (!cpu || cpu.includes('x64') || cpu.includes('arm64'))

/** The same search as Node's: the nearest folder of packages that has the name. */
function find(locked: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (Object.hasOwn(locked, path)) return path
    if (folder === '') return undefined
  }
}
const namesOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }: Locked) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional),
]

/** Every package that the server runs or the page contains, with what it needs itself, by name and version. */
export function shippedPackages(): Package[] {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Map<string, Package>()
  const waiting: string[] = []
  const needsOf = (path: string, from: Locked) =>
    namesOf(from).flatMap((name) => {
      const target = find(locked, path, name)
      if (!target || name.startsWith('@portal/') || !runsOn(locked[target] as Locked)) return []
      waiting.push(target)
      return [target]
    })
  for (const own of ['', 'contract', 'server', 'web']) needsOf(own, locked[own] as Locked)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const { version, license, integrity = '', ...others } = locked[path] as Locked
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = license ?? unstated[name] ?? 'unknown'
    const entry = { path, name, version, licence, integrity, needs: [] as string[] }
    found.set(path, entry)
    entry.needs = needsOf(path, { version, ...others })
  }
  const sortedBy = (one: Package) => `${one.name} ${one.version} ${one.path}`
  return [...found.values()].sort((a, b) => (sortedBy(a) < sortedBy(b) ? -1 : 1))
}

/** Licences that let the product use, change and pass on what they cover, for the notice alone. */
const permissive = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])
/** The picture library, a shared library of its own that anyone can replace. */
const isReplaceable = ({ name, licence }: Package) =>
  name.startsWith('@img/sharp-libvips-') && licence === 'LGPL-3.0-or-later'
/** Packages that need a decision before they can be part of the product. */
export const unwelcome = (packages: readonly Package[]): string[] =>
  packages
    .filter((one) => !permissive.has(one.licence) && !isReplaceable(one))
    .map(({ name, licence }) => `${name}: ${licence}`)
