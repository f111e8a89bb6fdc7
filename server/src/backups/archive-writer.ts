import { createCipheriv, createHash, type Hmac } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, rmSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { ZipFile } from 'yazl'
import { fileReason } from '../process/file-fault.ts'
import { StartError } from '../process/start-error.ts'
import { contentKeyOf, newSeal, nonceOf, sealBytes } from './archive-key.ts'
import { type ArchivePart, type Manifest, manifestName } from './manifest.data.ts'

/** AES-GCM encrypts at most 64 GB under one nonce, and a small part shows damage early. */
const partBytes = 256 * 1024 * 1024
const cipherName = 'aes-256-gcm'
const stored = { compress: false }

export type ArchiveWriter = {
  /** Compresses and encrypts a stream as one or more parts. */
  write(name: string, content: Readable | AsyncIterable<Buffer>): Promise<ArchivePart[]>
  /** Writes the manifest, and puts the archive in its place once it is on disk. Returns its size. */
  finish(manifest: Manifest): Promise<number>
  /** Ends without an archive. */
  abandon(): Promise<void>
}

const find = (path: string) => stat(path).catch(() => null)

/** Refuses a file that exists, and one in a folder that does not. */
export async function refusePlace(file: string): Promise<void> {
  const found = await find(file)
  if (found?.isDirectory()) throw new StartError(`${file} is a folder. Name a file in it.`)
  if (found) throw new StartError(`${file} exists already. Name a file that does not.`)
  const folder = await find(dirname(file))
  if (!folder) throw new StartError(`The folder ${dirname(file)} does not exist.`)
  if (!folder.isDirectory()) throw new StartError(`${dirname(file)} is not a folder.`)
}

const writeFault = (file: string, error: NodeJS.ErrnoException): unknown => {
  const reason = fileReason(error)
  return reason ? new StartError(`The archive ${file} cannot be written (${reason}).`) : error
}

/** Renaming is lasting only once the folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Replaces the last bytes, which `keep` leaves room for, by the seal of all bytes before them. */
async function* sealed(pieces: AsyncIterable<Buffer>, seal: Hmac): AsyncGenerator<Buffer> {
  let last: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const all = Buffer.concat([last, piece])
    const end = Math.max(0, all.length - sealBytes)
    last = all.subarray(end)
    seal.update(all.subarray(0, end))
    yield all.subarray(0, end)
  }
  yield Buffer.from(seal.digest('hex'))
}

/** The file beside the archive's place. A process that ends before the archive is complete leaves nothing. */
function openPartial(file: string, seal: Hmac) {
  const partial = `${file}.partial`
  const zip = new ZipFile()
  // Signals end commands through `exit` too.
  const removePartial = () => rmSync(partial, { force: true })
  process.once('exit', removePartial)
  let current: PassThrough | null = null
  let failure: unknown = null
  const target = createWriteStream(partial, { mode: 0o600, flush: true })
  const writing = pipeline(sealed(zip.outputStream as PassThrough, seal), target).catch((error) => {
    failure = writeFault(file, error)
    current?.destroy(failure as Error)
  })
  const check = () => {
    if (failure) throw failure
  }
  return {
    zip,
    check,
    addEntry(name: string): PassThrough {
      check()
      const entry = new PassThrough({ highWaterMark: 1024 * 1024 })
      // An error is thrown where the entry is written.
      entry.on('error', () => {})
      zip.addReadStream(entry, name, stored)
      current = entry
      return entry
    },
    async keep(): Promise<number> {
      zip.end({ comment: '0'.repeat(sealBytes), forceZip64Format: false })
      await writing
      check()
      const { size } = await stat(partial)
      // Another command may have used the name since.
      await refusePlace(file)
      await rename(partial, file)
      await syncFolder(dirname(file))
      process.off('exit', removePartial)
      return size
    },
    async discard(): Promise<void> {
      ;(zip.outputStream as PassThrough).destroy()
      await writing
      process.off('exit', removePartial)
      await rm(partial, { force: true }).catch(() => {})
    },
  }
}

/** A ZIP file: its directory is at the end, so that an archive cut short is noticed. */
export async function createArchive(file: string, key: Buffer, salt: string): Promise<ArchiveWriter> {
  await refusePlace(file)
  const { zip, check, addEntry, keep, discard } = openPartial(file, newSeal(key, salt))
  const contentKey = contentKeyOf(key, salt)
  let parts = 0

  function openPart(name: string) {
    const entry = addEntry(name)
    const number = parts++
    const cipher = createCipheriv(cipherName, contentKey, nonceOf(number)).setAAD(Buffer.from(name))
    const hash = createHash('sha256')
    let bytes = 0
    const add = async (piece: Buffer) => {
      bytes += piece.length
      hash.update(piece)
      if (!entry.write(piece)) await once(entry, 'drain')
      check()
    }
    return {
      write: (piece: Buffer) => add(cipher.update(piece)),
      isFull: () => bytes >= partBytes,
      end: async (): Promise<ArchivePart> => {
        await add(cipher.final())
        entry.end()
        return { name, number, bytes, sha256: hash.digest('hex'), tag: cipher.getAuthTag().toString('hex') }
      },
    }
  }

  return {
    async write(name, content) {
      const written: ArchivePart[] = []
      const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
      await pipeline(content, compress, async (pieces: AsyncIterable<Buffer>) => {
        let part: ReturnType<typeof openPart> | null = null
        for await (const piece of pieces) {
          part ??= openPart(`${name}.${written.length + 1}.zst.aes`)
          await part.write(piece)
          if (!part.isFull()) continue
          written.push(await part.end())
          part = null
        }
        if (part) written.push(await part.end())
      })
      return written
    },
    finish(manifest) {
      zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), manifestName, stored)
      return keep()
    },
    abandon: discard,
  }
}
