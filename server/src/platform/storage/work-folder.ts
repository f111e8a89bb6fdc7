import { constants, readFileSync, readlinkSync } from 'node:fs'
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { processIdentity } from '../../process/folder-lock.ts'

/** A folder for work in progress. Several processes may share it: each uses its own names. */
export type WorkFolder = { own(name: string): string }

/**
 * An upload may take five minutes, and so may reading a file, so another machine's or container's older files are
 * abandoned.
 */
const silentMs = 20 * 60_000
const sweepMs = 60_000

/** Process ids are valid only on this machine since its start, and in this container. */
function readPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
    return `${boot}-${/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]}`
  } catch {
    return 'here'
  }
}
const place = readPlace()
const owner = `${place}.${process.pid}.${processIdentity(process.pid)}`

/**
 * Files of this machine and container are abandoned once their process is gone, even if its id is in use again. Others,
 * such as another container's on the same volume, go by age.
 */
async function isLeft(path: string, name: string): Promise<boolean> {
  const [where, pid, identity] = name.split('.')
  if (where === place) return processIdentity(Number(pid)) !== identity
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > silentMs
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isLeft(path, name)) await rm(path, { recursive: true, force: true })
  }
}

/** Removes what killed processes left in the folder, now and periodically. */
export async function openWorkFolder(folder: string): Promise<WorkFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK)
  await sweep(folder)
  setInterval(() => sweep(folder).catch(() => {}), sweepMs).unref()
  return { own: (name) => join(folder, `${owner}.${name}`) }
}
