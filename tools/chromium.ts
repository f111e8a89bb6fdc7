import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/** The browser of the machine, which `CHROMIUM` may point to. */
export const findChromium = (): string | undefined => [process.env.CHROMIUM, ...places].find((place) => place && existsSync(place))

/** Finds the browser, or installs Debian's where that is allowed. Answers with a sentence when neither works. */
export function readyChromium(): { path: string } | { fault: string } {
  const found = findChromium()
  if (found) return { path: found }
  const fault = 'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return { fault }
  console.log('Installing Chromium for the browser tests.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  apt('update')
  const installed = apt('install', '--yes', '--no-install-recommends', 'chromium')
  const path = findChromium()
  return path ? { path } : { fault: `${fault}\n${installed.stderr.trim()}` }
}
