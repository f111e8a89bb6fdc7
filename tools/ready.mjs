// Runs before every npm script, on the machine's own Node (20 or later). So it is plain JavaScript and imports nothing
// from node_modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const modules = join(root, 'node_modules')
const bin = join(modules, '.bin')
const stamp = join(modules, '.installed')
const sha256 = (data) => createHash('sha256').update(data).digest('hex')
const isInstalled = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

class Refusal extends Error {}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * If two commands start at once in a fresh clone, one installs and the other waits. The lock is outside node_modules,
 * because `npm ci` deletes that folder.
 */
function acquireLock(wanted) {
  const file = join(tmpdir(), `portal-install-${process.getuid?.() ?? 0}-${sha256(root).slice(0, 12)}`)
  for (let hasReported = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Refusal(`Cannot write ${file}: ${error.message}`)
    }
    const owner = Number.parseInt(existsSync(file) ? readFileSync(file, 'utf8') : '', 10)
    if (Number.isInteger(owner) && !isAlive(owner)) rmSync(file, { force: true })
    else if (!hasReported) console.log('Waiting for another command to install the dependencies.')
    hasReported = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
    if (isInstalled(wanted)) return () => {}
  }
}

/** Settings from the shell or from `npm start --flag` must not change what is installed. */
function cleanEnvironment() {
  const dropped =
    /^(npm_config_(workspaces?|include_workspace_root|omit|only|production|include|ignore_scripts|dry_run|global|prefix)|node_env)$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !dropped.test(name)))
  // npm must run on the machine's own Node, because the one in node_modules is about to be replaced.
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => resolve(folder) !== bin)
    .join(delimiter)
  return env
}

function install(wanted) {
  const release = acquireLock(wanted)
  try {
    if (isInstalled(wanted)) return
    console.log('Installing the dependencies. This takes about a minute and happens only when they change.')
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined
    const own = process.env.npm_node_execpath
    const node = own && existsSync(own) && !own.startsWith(modules) ? own : process.execPath
    const options = { cwd: root, env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] }
    const done = npm ? spawnSync(node, [npm, ...args], options) : spawnSync('npm', args, options)
    if (done.error) throw new Refusal(`Cannot run npm: ${done.error.message}`)
    if (done.status !== 0)
      throw new Refusal('The dependencies could not be installed. See the output above. Nothing was started.')
    writeFileSync(stamp, wanted)
  } finally {
    release()
  }
}

/** The server runs TypeScript without a build, which needs Node 24. On Linux, Node 24 is a dependency. */
function checkNode() {
  const major = (version) => Number.parseInt(/^v(\d+)\./.exec(version)?.[1] ?? '0', 10)
  if (major(process.version) >= 24) return
  const own = spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' })
  if (own.status === 0 && major(own.stdout) >= 24) return
  throw new Refusal(
    `The portal needs Node 24 or later, and this is ${process.version}. The dependencies include Node 24 for Linux (x64 and arm64, glibc) only; ` +
      `this system is ${process.platform} ${process.arch}. Install Node 24 or later and run the command again.`,
  )
}

try {
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) throw new Refusal('package-lock.json is missing. This copy of the project is incomplete.')
  const wanted = sha256(readFileSync(lock))
  if (!isInstalled(wanted)) install(wanted)
  checkNode()
} catch (error) {
  console.error(error instanceof Refusal ? error.message : `Preparing the project failed: ${error.message}`)
  process.exit(1)
}
