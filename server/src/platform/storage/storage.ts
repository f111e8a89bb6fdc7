import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@portal/contract/errors.ts'
import { StartError } from '../../process/start-error.ts'
import { openWorkFolder, type WorkFolder } from './work-folder.ts'

export type Stored = { storage_key: string; size_bytes: number; sha256: Buffer }
/** Checks the content as a file. */
type Check = (path: string) => Promise<void>
type Shown = { name: string; type: string }
/** Stores the content of files. Keys are random; no user input becomes part of a path. */
export type Storage = {
  /**
   * Stores the content as it arrives, up to `maxBytes`; `check` can reject it afterwards. On any failure, nothing is
   * left behind (U1).
   */
  put(content: AsyncIterable<Uint8Array>, maxBytes: number, check?: Check): Promise<Stored>
  /** Rejects before the first byte if the key does not exist. */
  get(key: string): Promise<Readable>
  remove(key: string): Promise<void>
  /** Stores the content of a backup under the key it had there, over what has this key (OPS-1). */
  putBack(key: string, content: AsyncIterable<Uint8Array>): Promise<unknown>
  /** The keys of all content. */
  keys(): AsyncIterable<string>
  /** The store's own signed address, or null if the portal serves the content itself (FILE-1). */
  presign(key: string, shown: Shown, seconds: number): Promise<string | null>
}

/** The row exists but its content does not. */
export class ContentMissing extends Error {}

const newKey = (): string => randomBytes(16).toString('hex')

/** Writes, counts and flushes the content to disk. A partial file is removed. */
async function spool(
  path: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  check?: Check,
): Promise<Omit<Stored, 'storage_key'>> {
  const hash = createHash('sha256')
  let size_bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      size_bytes += chunk.length
      if (size_bytes > maxBytes) throw new AppError('file.too-large')
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
    await check?.(path)
  } catch (error) {
    await rm(path, { force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new AppError('file.no-room') : error
  } finally {
    await file.close()
  }
  return { size_bytes, sha256: hash.digest() }
}

export async function openFolder(root: string): Promise<Storage> {
  // Inside the store, so that a finished file is moved and never copied.
  const incoming = await openWorkFolder(join(root, 'incoming')).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`Files cannot be stored in ${root} (${error.code}): set FILES_URL to a writable folder.`)
  })
  // Two letters of the key spread the files over many folders.
  const folderOf = (key: string) => join(root, key.slice(0, 2))
  const pathOf = (key: string) => join(folderOf(key), key)
  const putAs = async (storage_key: string, content: AsyncIterable<Uint8Array>, maxBytes: number, check?: Check) => {
    const path = incoming.own(storage_key)
    const counted = await spool(path, content, maxBytes, check)
    try {
      await mkdir(folderOf(storage_key), { recursive: true, mode: 0o700 })
      await rename(path, pathOf(storage_key))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return { storage_key, ...counted }
  }
  return {
    put: (content, maxBytes, check) => putAs(newKey(), content, maxBytes, check),
    putBack: (key, content) => putAs(key, content, Number.POSITIVE_INFINITY),
    async *keys() {
      for (const folder of await readdir(root)) if (folder.length === 2) yield* await readdir(join(root, folder))
    },
    async get(key) {
      const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new ContentMissing(key) : error
      })
      return file.createReadStream()
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    presign: async () => null,
  }
}

/**
 * Writes the content to a file in `aside` first: the bucket needs the size in advance, and never gets a partial upload.
 */
export async function spoolAside<T>(
  aside: WorkFolder,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  send: (stored: Stored, body: Readable) => Promise<T>,
  check?: Check,
  storage_key: string = newKey(),
): Promise<Stored> {
  const path = aside.own(storage_key)
  try {
    const stored = { storage_key, ...(await spool(path, content, maxBytes, check)) }
    const body = createReadStream(path)
    // The client sees a read error itself; one that comes after it gave up must not end the process.
    body.on('error', () => {})
    await send(stored, body).finally(() => body.destroy())
    return stored
  } finally {
    await rm(path, { force: true })
  }
}
