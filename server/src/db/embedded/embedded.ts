import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { folderOwner, lockFolder } from '../../process/folder-lock.ts'
import { StartError } from '../../process/start-error.ts'
import { availableMemoryMb, embeddedSettings } from './embedded-settings.ts'
import { type Binaries, findAccount, findBinaries, grantAccess, type SystemAccount } from './postgres-account.ts'
import {
  type Cluster,
  isRunning,
  type Postmaster,
  runningPostmaster,
  signal,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'

/** How the owner of the tables, requests and the gate reach the embedded database, each by a login of its own. */
export type EmbeddedUrls = { ownerUrl: string; appUrl: string; gateUrl: string }
export type EmbeddedDatabase = EmbeddedUrls & {
  /** `immediate` does not wait for a checkpoint. Committed data is safe either way. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
}
type Options = {
  dataDir: string
  log?: (line: string) => void
  /** For tests only: false trades safety for speed (no fsync) and lets the owner create databases. */
  durable?: boolean
  /** For tests only: another PostgreSQL than the package's. */
  binaries?: Binaries
}
/** Created with the cluster and stored in its folder, so that neither exists without the other. */
type Passwords = { superuser: string; owner: string; app: string; gate: string }

const databaseName = 'portal'
const passwordsFile = (folder: string) => join(folder, 'portal.json')
const superuser = 'postgres'

/** The address of another database on the same server, with the same role. */
export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(database)}`
  return changed.href
}

const urlOf = (port: number, role: string, password: string, database = databaseName): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`

const gateLogin = 'portal_gate_login'
const urlsOf = (port: number, passwords: Passwords): EmbeddedUrls => ({
  ownerUrl: urlOf(port, 'portal_owner', passwords.owner),
  appUrl: urlOf(port, 'portal_app', passwords.app),
  gateUrl: urlOf(port, gateLogin, passwords.gate),
})

const readPasswords = (folder: string): Passwords =>
  JSON.parse(readFileSync(passwordsFile(folder), 'utf8')) as Passwords

const secret = (): string => randomBytes(24).toString('base64url')
function writePasswords(folder: string, passwords: Passwords, { uid, gid }: SystemAccount): void {
  const partial = `${passwordsFile(folder)}.partial`
  writeFileSync(partial, JSON.stringify(passwords), { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) chownSync(partial, uid, gid)
  renameSync(partial, passwordsFile(folder))
}
/** A cluster of an earlier version has no login of the gate yet (SEC-4). */
function completePasswords(folder: string, account: SystemAccount): Passwords {
  const known = readPasswords(folder)
  const passwords = { ...known, gate: known.gate ?? secret() }
  if (!known.gate) writePasswords(folder, passwords, account)
  return passwords
}

function run(
  program: string,
  args: string[],
  account: SystemAccount,
): Promise<{ status: number | null; output: string }> {
  const { promise, resolve: done } = Promise.withResolvers<{ status: number | null; output: string }>()
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  child.once('error', (error) => done({ status: null, output: error.message }))
  child.once('close', (status) => done({ status, output }))
  return promise
}

const builtinSince = 17
/** The built-in provider sorts by code point on every machine. The system's locale only classifies characters. */
async function localeFlags(binaries: Binaries, account: SystemAccount): Promise<string[]> {
  const { output } = await run(binaries.initdb, ['--version'], account)
  return Number(/\d+/.exec(output)?.[0]) >= builtinSince
    ? ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8']
    : []
}

/**
 * Creates the cluster next to its final place and moves it when complete. A start killed halfway leaves nothing that
 * looks like a database.
 */
async function createCluster(
  folder: string,
  binaries: Binaries,
  account: SystemAccount,
  durable: boolean,
): Promise<void> {
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  const own = (path: string) =>
    account.uid !== undefined && account.gid !== undefined && chownSync(path, account.uid, account.gid)
  own(partial)
  const passwords: Passwords = { superuser: secret(), owner: secret(), app: secret(), gate: secret() }
  const passwordFile = `${partial}.password`
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 })
  own(passwordFile)
  const provider = await localeFlags(binaries, account)
  const initialise = (locale: string) =>
    run(
      binaries.initdb,
      [
        '--pgdata',
        partial,
        '--username',
        superuser,
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
        '--encoding',
        'UTF8',
        ...provider,
        '--locale',
        locale,
        '--lc-messages',
        'C',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      account,
    )
  try {
    let made = await initialise('C.UTF-8')
    if (made.status !== 0 && made.output.includes('invalid locale')) made = await initialise('C')
    if (made.status !== 0)
      throw new StartError(
        `PostgreSQL could not create its files in ${folder}: ${made.output.trim().split('\n').at(-1)}`,
      )
  } finally {
    rmSync(passwordFile, { force: true })
  }
  writePasswords(partial, passwords, account)
  renameSync(partial, folder)
}

/**
 * Creates the portal's three logins and its database. Each step runs only if needed, so it also recovers from a crash. The
 * superuser is not used elsewhere.
 */
async function createRoles(port: number, passwords: Passwords, durable: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, superuser, passwords.superuser, 'postgres') })
  await client.connect()
  try {
    const roles = new Set(
      (await client.query<{ rolname: string }>('select rolname from pg_roles')).rows.map((row) => row.rolname),
    )
    const literal = (text: string) => client.escapeLiteral(text)
    if (!roles.has('portal_owner'))
      await client.query(
        `create role portal_owner login createrole ${durable ? '' : 'createdb'} password ${literal(passwords.owner)}`,
      )
    const logins = { portal_app: passwords.app, [gateLogin]: passwords.gate }
    for (const [name, password] of Object.entries(logins))
      if (!roles.has(name)) await client.query(`create role ${name} login password ${literal(password)}`)
    const databases = await client.query('select from pg_database where datname = $1', [databaseName])
    if (databases.rowCount === 0) await client.query(`create database ${databaseName} owner portal_owner`)
  } finally {
    await client.end()
  }
}

const isMade = (folder: string): boolean => existsSync(passwordsFile(folder))

/**
 * The cluster's folder. A complete cluster is moved into place, which fails onto a mounted volume. So an existing
 * `postgres` folder holds the cluster one level deeper.
 */
function clusterFolder(dataDir: string): string {
  const folder = join(dataDir, 'postgres')
  return isMade(folder) || !existsSync(folder) ? folder : join(folder, 'cluster')
}

/** Whether the data folder has a database that was created before. */
export const hasDatabase = (dataDir: string): boolean => isMade(clusterFolder(resolve(dataDir)))

/** Present on a new volume, or left by a start killed halfway. */
const isIgnorable = (name: string): boolean => name === 'lost+found' || name.startsWith('cluster.partial')
function refuseOtherFiles(folder: string): void {
  const other = existsSync(folder) ? readdirSync(folder).find((name) => !isIgnorable(name)) : undefined
  if (other)
    throw new StartError(
      `The folder ${folder} contains ${other} but no database of the portal. Empty that folder, or set DATA_DIR to another one.`,
    )
}

/** Creates one level at a time: Node's recursive option loops forever if a parent accepts no folders, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o711 })
}

/** Explains file system errors. Others are rethrown unchanged. */
function folderFault(dataDir: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EEXIST: 'it is not a folder',
    ENOTDIR: 'it is not a folder',
    ENOENT: 'it cannot be created there',
  }
  return reasons[code]
    ? new StartError(
        `The data folder ${dataDir} cannot be written (${reasons[code]}). Set DATA_DIR to a folder you can write to.`,
      )
    : error
}

/**
 * Restarts the server on its old port when it ends unexpectedly, so that the pools reconnect without restarting the
 * portal.
 */
function watch(cluster: Cluster, first: Postmaster, log: (line: string) => void) {
  let current = first
  let restarting: Promise<void> | null = null
  const restart = async () => {
    log('PostgreSQL ended unexpectedly. Starting it again.')
    try {
      current = await startPostmaster(cluster, first.port)
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
    restarting = null
  }
  const timer = setInterval(() => {
    if (!restarting && !isRunning(cluster, current)) restarting = restart()
  }, 500).unref()
  return {
    current: () => current,
    end: async () => {
      clearInterval(timer)
      await restarting
    },
  }
}

/** Runs PostgreSQL under `${dataDir}/postgres`. Only one process can do so per folder. */
export async function startEmbedded({
  dataDir: given,
  log = () => {},
  durable = true,
  ...options
}: Options): Promise<EmbeddedDatabase> {
  const dataDir = resolve(given)
  const binaries = options.binaries ?? (await findBinaries())
  const account = findAccount()
  let lock: { release(): void } | undefined
  try {
    makeFolder(dataDir)
    grantAccess(account, dataDir, binaries)
    lock = await lockFolder(dataDir)
    const folder = clusterFolder(dataDir)
    if (dirname(folder) !== dataDir) grantAccess(account, dirname(folder), binaries)
    if (!isMade(folder)) {
      refuseOtherFiles(join(dataDir, 'postgres'))
      log('Creating the database.')
      await createCluster(folder, binaries, account, durable)
    }
    const settings = embeddedSettings(availableMemoryMb(), durable)
    const cluster: Cluster = {
      folder,
      logFile: join(dataDir, 'postgres.log'),
      program: binaries.postgres,
      account,
      settings,
    }
    const passwords = completePasswords(folder, account)
    const postmaster = await startPostmaster(cluster)
    if (postmaster.isLeft) log('Using the database server that a killed portal left running.')
    return await keep(cluster, postmaster, passwords, durable, lock, log)
  } catch (error) {
    lock?.release()
    throw folderFault(dataDir, error)
  }
}

async function keep(
  cluster: Cluster,
  postmaster: Postmaster,
  passwords: Passwords,
  durable: boolean,
  lock: { release(): void },
  log: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const watcher = watch(cluster, postmaster, log)
  // Unless killed with -9, this process stops the server when it exits.
  const lastResort = () => signal(watcher.current().pid, 'SIGINT')
  process.once('exit', lastResort)
  let stopping: Promise<void> | undefined
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    if (stopping && mode === 'immediate') signal(watcher.current().pid, 'SIGQUIT')
    stopping ??= (async () => {
      await watcher.end()
      await stopPostmaster(cluster.folder, watcher.current(), mode)
      process.off('exit', lastResort)
      lock.release()
    })()
    await stopping
  }
  try {
    await createRoles(postmaster.port, passwords, durable)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...urlsOf(postmaster.port, passwords), stop }
}

/** The database addresses of a portal running on this data folder, for commands, or null if none runs. */
export function attachEmbedded(dataDir: string): EmbeddedUrls | null {
  const folder = clusterFolder(resolve(dataDir))
  const postmaster = folderOwner(resolve(dataDir)) === null ? null : runningPostmaster(folder)
  return postmaster && urlsOf(postmaster.port, readPasswords(folder))
}

export type RunningCluster = { folder: string; port: number; superuserUrl: string; appUrl: string }
/** The running cluster of a data folder, for backups and replicas, which need its superuser. */
export function runningCluster(dataDir: string): RunningCluster | null {
  const folder = clusterFolder(resolve(dataDir))
  const postmaster = runningPostmaster(folder)
  if (!postmaster) return null
  const { port } = postmaster
  const passwords = readPasswords(folder)
  return {
    folder,
    port,
    superuserUrl: urlOf(port, superuser, passwords.superuser),
    appUrl: urlOf(port, 'portal_app', passwords.app),
  }
}
