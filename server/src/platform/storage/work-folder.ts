import { constants, readFileSync, readlinkSync } from 'node:fs'
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { processIdentity } from '../../process/folder-lock.ts'

/**
 * A folder for what is being worked on. Several processes may share it: each gives its files and folders names of its
 * own.
 */
export type WorkFolder = { own(name: string): string }

/**
 * What another machine or container left is no longer in use after so long: no file takes an hour to be read or
 * written.
 */
const silentMs = 3_600_000
const sweepMs = 60_000

/**
 * Process numbers mean something only where they were given: on this machine since it started, and in this container.
 */
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
 * Of this place, once its process is gone, even if another has its number by now. Of another place, such as a container
 * on the same volume, by its age.
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

/** Takes away what killed processes left in the folder, now and from time to time. */
export async function openWorkFolder(folder: string): Promise<WorkFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK)
  await sweep(folder)
  setInterval(() => sweep(folder).catch(() => {}), sweepMs).unref()
  return { own: (name) => join(folder, `${owner}.${name}`) }
}
