import { chownSync, mkdirSync, readdirSync } from 'node:fs'
import { chmod, chown, copyFile, lstat, mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import type { RunningCluster } from './embedded.ts'
import { findAccount, type SystemAccount } from './postgres-account.ts'

/** Kept as folders without their contents, as PostgreSQL's documentation asks for. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut = (name: string): boolean =>
  ['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'standby.signal', 'recovery.signal'].includes(
    name,
  ) ||
  name.startsWith('pgsql_tmp') ||
  name.startsWith('pg_internal.init')

export const owned = async (path: string, { uid, gid }: SystemAccount): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** Copies a folder of a running server. A file that the server deletes meanwhile is in the log that is replayed. */
async function copyTree(from: string, to: string, account: SystemAccount, isTop = true): Promise<void> {
  for (const name of await readdir(from)) {
    if (leftOut(name)) continue
    const [source, target] = [join(from, name), join(to, name)]
    try {
      const stat = await lstat(source)
      if (stat.isDirectory()) {
        await mkdir(target, { mode: 0o700 })
        if (!(isTop && emptied.has(name))) await copyTree(source, target, account, false)
      } else if (stat.isSymbolicLink()) await symlink(await readlink(source), target)
      else if (stat.isFile()) {
        await copyFile(source, target)
        await chmod(target, 0o600)
      }
      if (!stat.isSymbolicLink()) await owned(target, account)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/** Creates an empty folder for a cluster, or refuses one with contents. */
function makeClusterFolder(folder: string, { uid, gid }: SystemAccount): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0)
    throw new StartError(`The folder ${folder} is not empty. Name an empty or a new one.`)
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

export const asSuperuser = async <T>(url: string, work: (superuser: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'portal base backup' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Copies the files of a running cluster into an empty folder with PostgreSQL's low-level calls. The copy can start only
 * with the log since then: streamed from the primary, or from an archive (`waitsForArchive`).
 */
export async function takeBaseBackup(
  { folder, superuserUrl }: Pick<RunningCluster, 'folder' | 'superuserUrl'>,
  target: string,
  { waitsForArchive = false } = {},
): Promise<void> {
  const account = findAccount()
  makeClusterFolder(target, account)
  await asSuperuser(superuserUrl, async (superuser) => {
    await superuser.query(`select pg_backup_start('portal', fast => true)`)
    await copyTree(folder, target, account)
    const { rows } = await superuser.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop(wait_for_archive => $1)',
      [waitsForArchive],
    )
    const label = join(target, 'backup_label')
    await writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 })
    await owned(label, account)
  })
}
