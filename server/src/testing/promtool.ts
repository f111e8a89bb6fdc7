import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The machine's promtool; `PROMTOOL` overrides the search. */
const findPromtool = (): string | undefined =>
  [process.env.PROMTOOL, '/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => path && existsSync(path))

/** Finds promtool, or installs Debian's if permitted, without starting Prometheus. */
export function ensurePromtool(): string {
  const found = findPromtool()
  if (found) return found
  const fault =
    'The alert rules are checked with promtool. Install it (Debian: apt-get install prometheus), or set PROMTOOL to its path.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(fault)
  // A runlevel of 1 keeps the package from starting its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  apt('update')
  const installed = apt('install', '--yes', '--no-install-recommends', 'prometheus')
  const path = findPromtool()
  if (!path) throw new Error(`${fault}\n${installed.stderr.trim()}`)
  return path
}
