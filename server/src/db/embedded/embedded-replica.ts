import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '../../process/start-error.ts'
import { asSuperuser, owned, takeBaseBackup } from './base-backup.ts'
import { type RunningCluster, runningCluster } from './embedded.ts'
import { availableMemoryMb, embeddedSettings } from './embedded-settings.ts'
import { findAccount, findBinaries, grantAccess } from './postgres-account.ts'
import { type Cluster, type Postmaster, signal, startPostmaster, stopPostmaster } from './postmaster.ts'

const role = 'portal_replication'
const slot = 'portal_replica'

/** The role that streams the log, with a new password, and a slot that keeps the log until the replica has read it. */
async function prepareStreaming({ superuserUrl }: RunningCluster): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await asSuperuser(superuserUrl, async (superuser) => {
    const known = await superuser.query('select from pg_roles where rolname = $1', [role])
    const verb = known.rowCount === 0 ? 'create' : 'alter'
    await superuser.query(`${verb} role ${role} login replication password ${superuser.escapeLiteral(password)}`)
    const slots = await superuser.query<{ active: boolean }>(
      'select active from pg_replication_slots where slot_name = $1',
      [slot],
    )
    if (slots.rows[0]?.active) throw new StartError('This database already has a replica. End that one first.')
    if (slots.rows[0]) await superuser.query('select pg_drop_replication_slot($1)', [slot])
    await superuser.query('select pg_create_physical_replication_slot($1, true)', [slot])
  })
  return password
}
/** Otherwise the primary would keep its log for a replica that never reads it. */
const dropSlot = ({ superuserUrl }: RunningCluster) =>
  asSuperuser(superuserUrl, (superuser) => superuser.query('select pg_drop_replication_slot($1)', [slot]))

/** The password is in a file of its own, because the server logs this line when it changes. */
const conninfo = (port: number, passwordFile: string): string =>
  `primary_conninfo = 'host=127.0.0.1 port=${port} user=${role} passfile=${passwordFile} application_name=portal_replica'\n`

export type EmbeddedReplica = {
  /** For DATABASE_READ_URL. */
  readUrl: string
  superuserUrl: string
  postmaster(): Postmaster
  /** Stops the server and keeps its files. */
  halt(mode: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on its old port. */
  resume(): Promise<void>
  /** Follows a primary that was restarted on another port. */
  follow(): void
  /** Stops the server and releases the log on the primary. */
  stop(): Promise<void>
}

/**
 * Makes a streaming replica of a running embedded database from the same programs, in an empty folder, and starts it on
 * a free port of this machine. For trying out and for tests.
 */
export async function startReplica(dataDir: string, given: string): Promise<EmbeddedReplica> {
  const primary = runningCluster(dataDir)
  if (!primary) throw new StartError('The embedded database is not running. Start the portal first.')
  const home = resolve(given)
  const folder = join(home, 'postgres')
  if (existsSync(folder)) throw new StartError(`The folder ${home} already has a database. Name a new folder.`)
  const account = findAccount()
  const binaries = await findBinaries()
  const password = await prepareStreaming(primary)
  let known = primary.port
  // Relative to the server's folder, in which it runs.
  const passwordFile = 'replication.pass'
  const config = join(folder, 'postgresql.auto.conf')
  const cluster: Cluster = {
    folder,
    logFile: join(home, 'postgres.log'),
    program: binaries.postgres,
    account,
    settings: {
      ...embeddedSettings(availableMemoryMb(), true),
      // The primary keeps rows that a read here still needs; otherwise replaying would cancel the read.
      hot_standby_feedback: 'on',
    },
  }
  const undo = async () => void (await dropSlot(runningCluster(dataDir) ?? primary).catch(() => {}))
  try {
    await takeBaseBackup(primary, folder)
    grantAccess(account, home, binaries)
    appendFileSync(config, `${conninfo(known, passwordFile)}primary_slot_name = '${slot}'\n`)
    const files = { 'standby.signal': '', [passwordFile]: `127.0.0.1:*:*:${role}:${password}\n` }
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      await owned(join(folder, name), account)
    }
    let current: Postmaster = await startPostmaster(cluster)
    const moved = (url: string) => url.replace(`:${primary.port}/`, `:${current.port}/`)
    return {
      readUrl: moved(primary.appUrl),
      superuserUrl: moved(primary.superuserUrl),
      postmaster: () => current,
      halt: (mode) => stopPostmaster(folder, current, mode),
      async resume() {
        current = await startPostmaster(cluster, current.port)
      },
      follow() {
        const { port = known } = runningCluster(dataDir) ?? {}
        if (port === known) return
        writeFileSync(
          config,
          readFileSync(config, 'utf8').replace(conninfo(known, passwordFile), conninfo(port, passwordFile)),
        )
        known = port
        signal(current.pid, 'SIGHUP')
      },
      async stop() {
        await stopPostmaster(folder, current, 'fast')
        await undo()
      },
    }
  } catch (error) {
    await undo()
    throw error
  }
}
