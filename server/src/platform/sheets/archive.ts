import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

export const openArchive = (path: string): Promise<ZipFile> =>
  openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })

/**
 * Unpacks a part in pieces. Fails if its own name is not the one in the archive's list: the list has no checksum. Fails
 * at the end if its checksum differs: the size, which the library compares, does not reveal a changed digit.
 */
export async function* readPart(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry)
  if (!fileName.equals(entry.fileNameRaw)) throw new Error(`${entry.fileName} has another name in the list of parts.`)
  let sum = 0
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} does not match.`)
}
