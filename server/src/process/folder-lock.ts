import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/** Another running process uses the folder. */
export class FolderInUse extends StartError {
  override name = 'FolderInUse'
}

/**
 * Distinguishes a running process from a later one with the same id: on Linux, its start time. Null if the process has
 * ended or is a zombie, which still receives signals.
 */
export function processIdentity(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  if (process.platform !== 'linux') return 'alive'
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain anything. The fields after it start with the state (3rd); the start time is
    // the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** The pid of the running process that holds the folder, or null. */
export function folderOwner(folder: string): number | null {
  const [pid, identity] = (read(join(folder, 'portal.lock')) ?? '').trim().split(' ')
  return pid && identity && processIdentity(Number(pid)) === identity ? Number(pid) : null
}

/** Makes this process the folder's only user until `release`. It takes over the lock of a dead process. */
export async function lockFolder(folder: string): Promise<{ release(): void }> {
  const file = join(folder, 'portal.lock')
  const mine = `${process.pid} ${processIdentity(process.pid)}\n`
  const release = () => {
    if (read(file) === mine) rmSync(file, { force: true })
  }
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      return { release }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const found = read(file)
    const owner = folderOwner(folder)
    if (owner !== null)
      throw new FolderInUse(
        `The data folder ${folder} is in use by another portal (process ${owner}): stop that one, or set DATA_DIR.`,
      )
    // Another process is writing the lock, or has just removed it: check again.
    if (!found && attempt < 10) await sleep(20)
    else moveAside(file, found)
  }
  throw new FolderInUse(`The data folder ${folder} is being locked by another portal: try again.`)
}

/** Removes a dead process's lock, unless another process has already replaced it. */
function moveAside(file: string, dead: string | null): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (read(aside) !== dead) renameSync(aside, file)
  else rmSync(aside, { force: true })
}
