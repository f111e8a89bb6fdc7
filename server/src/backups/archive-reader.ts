import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { fileReason } from '../process/file-fault.ts'
import { StartError } from '../process/start-error.ts'
import { contentKeyOf, keyIdOf, newSeal, nonceOf, sealBytes } from './archive-key.ts'
import { type ArchivePart, type Manifest, manifestName, readManifest } from './manifest.data.ts'
import { archivePartsOf } from './manifest.rules.ts'

/** An archive whose every byte was compared with its seal. */
export type ProvedArchive = {
  manifest: Manifest
  /** Passes the unpacked stream of these parts to `use`; `ending` makes it fail. */
  read<T>(
    parts: readonly ArchivePart[],
    use: (content: AsyncIterable<Buffer>) => Promise<T>,
    ending?: AbortSignal,
  ): Promise<T>
  close(): void
}

const damaged = (file: string, why: string) =>
  new StartError(`The archive ${file} is damaged: ${why}. Nothing was changed.`)
const foreign = (file: string) => new StartError(`${file} is not a backup of the portal.`)

async function beginsAsZip(file: string): Promise<boolean> {
  const handle = await open(file)
  const head = Buffer.alloc(4)
  await handle.read(head, 0, 4, 0).finally(() => handle.close())
  return head.equals(Buffer.from('PK\x03\x04', 'latin1'))
}

async function openZip(file: string): Promise<ZipFile> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be read (${fileReason(error)}).`)
  })
  if (found.isDirectory()) throw new StartError(`${file} is a folder. Name the file of a backup.`)
  if (!found.isFile()) throw foreign(file)
  if (found.size === 0) throw new StartError(`${file} is empty.`)
  if (!(await beginsAsZip(file))) throw foreign(file)
  return openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(() => {
    throw damaged(file, 'it was cut off, or something was added to its end')
  })
}

async function readEntries(file: string, zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch {
    throw damaged(file, 'its directory cannot be read')
  }
  return entries
}

const piecesOf = async (zip: ZipFile, entry: Entry) =>
  (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer> & Readable

/** A manifest of millions of rows is small: it lists tables, not rows. */
const manifestBytes = 64 * 1024 * 1024
async function readText(file: string, zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > manifestBytes) throw foreign(file)
  try {
    return Buffer.concat(await (await piecesOf(zip, entry)).toArray())
  } catch {
    throw damaged(file, `${entry.fileName} cannot be read`)
  }
}

async function findManifest(file: string, zip: ZipFile, entries: Map<string, Entry>, key: Buffer): Promise<Manifest> {
  const entry = entries.get(manifestName)
  if (!entry) throw foreign(file)
  const manifest = readManifest((await readText(file, zip, entry)).toString('utf8'))
  if (!manifest) throw damaged(file, 'its manifest cannot be read, or is of a newer version of the portal')
  if (manifest.key_id !== keyIdOf(key))
    throw new StartError(`The archive ${file} was made with another key. Set BACKUP_KEY to that one.`)
  return manifest
}

/** Whether every byte of the file is as it was written: all but the last ones are what those seal. */
async function isSealed(file: string, key: Buffer, { salt }: Manifest): Promise<boolean> {
  const seal = newSeal(key, salt)
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const given = Buffer.alloc(sealBytes)
    await handle.read(given, 0, sealBytes, size - sealBytes)
    for await (const piece of handle.createReadStream({ start: 0, end: size - sealBytes - 1, autoClose: false }))
      seal.update(piece)
    const isEqual = timingSafeEqual(given, Buffer.from(seal.digest('hex')))
    return isEqual
  } finally {
    await handle.close()
  }
}

async function faultOfPart(zip: ZipFile, entry: Entry | undefined, part: ArchivePart): Promise<string | null> {
  if (!entry || entry.compressedSize !== part.bytes || entry.compressionMethod !== 0)
    return `${part.name} is missing or has another size`
  const hash = createHash('sha256')
  try {
    for await (const piece of await piecesOf(zip, entry)) hash.update(piece)
  } catch {
    return `${part.name} cannot be read`
  }
  return hash.digest('hex') === part.sha256 ? null : `${part.name} was changed`
}
/** What is wrong with an archive whose seal is broken. */
async function faultOf(zip: ZipFile, entries: Map<string, Entry>, manifest: Manifest): Promise<string> {
  for (const part of archivePartsOf(manifest)) {
    const fault = await faultOfPart(zip, entries.get(part.name), part)
    if (fault) return fault
  }
  return 'its manifest or its directory was changed'
}

/**
 * Opens an archive and compares every byte of it with its seal, which only the key can make, before anything is restored
 * from it (OPS-1). Every failure is one sentence.
 */
export async function proveArchive(file: string, key: Buffer | null): Promise<ProvedArchive> {
  const zip = await openZip(file)
  try {
    if (!key)
      throw new StartError(
        'Archives are encrypted. Set BACKUP_KEY to the key of this one: the BACKUP_KEY of the portal that made it, or what is in the file backup.key of its DATA_DIR.',
      )
    const entries = await readEntries(file, zip)
    const manifest = await findManifest(file, zip, entries, key)
    if (!(await isSealed(file, key, manifest))) throw damaged(file, await faultOf(zip, entries, manifest))
    const contentKey = contentKeyOf(key, manifest.salt)
    async function* decrypted(parts: readonly ArchivePart[]): AsyncGenerator<Buffer> {
      for (const part of parts) {
        const decipher = createDecipheriv('aes-256-gcm', contentKey, nonceOf(part.number))
          .setAAD(Buffer.from(part.name))
          .setAuthTag(Buffer.from(part.tag, 'hex'))
        for await (const piece of await piecesOf(zip, entries.get(part.name) as Entry)) yield decipher.update(piece)
        decipher.final()
      }
    }
    return {
      manifest,
      async read(parts, use, signal) {
        return pipeline(Readable.from(decrypted(parts)), createZstdDecompress(), use, { signal })
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}
