import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../../process/start-error.ts'

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !['dist', 'node_modules'].includes(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort()

/**
 * Everything the built page depends on: its own files and settings, the contract, and the versions in the lock file.
 */
function sourcesHash(root: string): string {
  const hash = createHash('sha256')
  for (const file of [
    ...filesUnder(join(root, 'web')),
    ...filesUnder(join(root, 'contract/src')),
    join(root, 'package-lock.json'),
  ]) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function runVite(root: string, outDir: string): Promise<void> {
  // The web's own Vite: the one at the root may be another version, which Vitest installed.
  const vite = join(dirname(createRequire(join(root, 'web/package.json')).resolve('vite/package.json')), 'bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endWithUs = () => child.kill()
  process.once('exit', endWithUs)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('error', () => resolve(null))
  child.once('close', resolve)
  const status = await promise
  process.off('exit', endWithUs)
  if (status !== 0) throw new StartError(`The page could not be built:\n${output.trim()}`)
}

/**
 * Builds the web if its sources changed since the last build, and returns the folder to serve. Builds in a separate
 * folder and then moves it, so that neither a killed build nor two parallel ones leave a partial page.
 */
export async function buildWeb(root: string, log: (line: string) => void): Promise<string> {
  const dist = join(root, 'web/dist')
  const stamp = join(dist, '.stamp')
  const wanted = sourcesHash(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return dist
  log('Building the page, because it has changed.')
  const fresh = join(root, `node_modules/.web-build-${process.pid}`)
  const old = `${fresh}-old`
  try {
    await runVite(root, fresh)
    writeFileSync(join(fresh, '.stamp'), wanted)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
  return dist
}
