import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without a window. The journeys take two thirds of the time in it. */
const shell = '/usr/bin/chromium-headless-shell'
const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The machine's browser; `CHROMIUM` overrides the search. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM, shell, ...browsers].find((path) => path && existsSync(path))

/** Finds the browser, or installs Debian's if permitted. Returns a message if neither works. */
export function ensureChromium(): { path: string } | { fault: string } {
  const found = findChromium()
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (found && (!browsers.includes(found) || !mayInstall)) return { path: found }
  const fault =
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM to its path.'
  if (!mayInstall) return { fault }
  console.log('Installing Chromium for the browser tests.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  apt('update')
  const installed = apt('install', '--yes', '--no-install-recommends', 'chromium-headless-shell')
  const path = findChromium()
  return path ? { path } : { fault: `${fault}\n${installed.stderr.trim()}` }
}
