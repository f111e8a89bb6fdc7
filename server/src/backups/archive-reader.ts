import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { StartError } from '../process/start-error.ts'
import { contentKeyOf, keyIdOf, manifestMac, nonceOf } from './archive-key.ts'
import { type ArchivePart, type Manifest, macName, manifestName, readManifest } from './manifest.data.ts'
import { archivePartsOf } from './manifest.rules.ts'

/** An archive whose every part was compared with its manifest. */
export type ProvedArchive = {
  manifest: Manifest
  /** Passes the unpacked stream of these parts to `use`. */
  read<T>(parts: readonly ArchivePart[], use: (content: AsyncIterable<Buffer>) => Promise<T>): Promise<T>
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
    throw new StartError(`${file} cannot be read (${error.code}).`)
  })
  if (!found.isFile()) throw foreign(file)
  if (found.size === 0) throw new StartError(`${file} is empty.`)
  if (!(await beginsAsZip(file))) throw foreign(file)
  return openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(() => {
    throw damaged(file, 'it was cut off, since its end is missing')
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

async function proveManifest(file: string, zip: ZipFile, entries: Map<string, Entry>, key: Buffer): Promise<Manifest> {
  const [entry, macEntry] = [entries.get(manifestName), entries.get(macName)]
  if (!entry || !macEntry) throw foreign(file)
  const text = await readText(file, zip, entry)
  const manifest = readManifest(text.toString('utf8'))
  if (!manifest) throw damaged(file, 'its manifest cannot be read, or is of a newer version of the portal')
  if (manifest.key_id !== keyIdOf(key))
    throw new StartError(`The archive ${file} was made with another key. Set BACKUP_KEY to that one.`)
  const given = Buffer.from((await readText(file, zip, macEntry)).toString('latin1').trim(), 'hex')
  const own = manifestMac(key, manifest.salt, text)
  if (given.length !== own.length || !timingSafeEqual(given, own)) throw damaged(file, 'its manifest was changed')
  return manifest
}

async function provePart(file: string, zip: ZipFile, entry: Entry | undefined, part: ArchivePart): Promise<void> {
  if (!entry || entry.compressedSize !== part.bytes || entry.compressionMethod !== 0)
    throw damaged(file, `${part.name} is missing or has another size`)
  const hash = createHash('sha256')
  try {
    for await (const piece of await piecesOf(zip, entry)) hash.update(piece)
  } catch {
    throw damaged(file, `${part.name} cannot be read`)
  }
  if (hash.digest('hex') !== part.sha256) throw damaged(file, `${part.name} was changed`)
}

/**
 * Opens an archive and compares all of it with its manifest, and the manifest with the key, before anything is restored
 * from it (OPS-1). Every failure is one sentence.
 */
export async function proveArchive(file: string, key: Buffer | null): Promise<ProvedArchive> {
  const zip = await openZip(file)
  try {
    if (!key) throw new StartError('Archives are encrypted. Set BACKUP_KEY to the key that this one was made with.')
    const entries = await readEntries(file, zip)
    const manifest = await proveManifest(file, zip, entries, key)
    for (const part of archivePartsOf(manifest)) await provePart(file, zip, entries.get(part.name), part)
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
      async read(parts, use) {
        return pipeline(Readable.from(decrypted(parts)), createZstdDecompress(), use)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}
