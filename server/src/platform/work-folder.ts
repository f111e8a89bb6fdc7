import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { processIdentity } from './folder-lock.ts'

const beatMs = 30_000
/** A process that was not heard of for so long is gone: one that lives touches its folder every half minute. */
const silentMs = 10 * 60_000
const sweepMs = 60_000

/** Process numbers mean something only where they were given: on this machine since it started, and in this container. */
function readPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
    return `${boot}-${/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]}`
  } catch {
    return 'here'
  }
}
const place = readPlace()

/**
 * A folder of this place is its process's own for as long as that lives. A folder of another place, such as another container on the same volume, is its
 * process's own for as long as it is heard of.
 */
async function isLeft(parent: string, name: string): Promise<boolean> {
  const [where, pid, identity] = name.split('.')
  if (where === place) return processIdentity(Number(pid)) !== identity
  const found = await stat(join(parent, name)).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > silentMs
}

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) if (await isLeft(parent, name)) await rm(join(parent, name), { recursive: true, force: true })
}

const opened = new Set<string>()
const removeOpened = () => {
  for (const path of opened) rmSync(path, { recursive: true, force: true })
}
/** A folder of this process's own under `parent`, for what it is working on. It goes with the process, and what killed processes left there goes first. */
export async function openWorkFolder(parent: string): Promise<string> {
  const path = join(parent, `${place}.${process.pid}.${processIdentity(process.pid)}.${opened.size + 1}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  await sweep(parent)
  if (opened.size === 0) process.once('exit', removeOpened)
  opened.add(path)
  setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), beatMs).unref()
  setInterval(() => sweep(parent).catch(() => {}), sweepMs).unref()
  return path
}
