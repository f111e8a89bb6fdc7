import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

export const openArchive = (path: string): Promise<ZipFile> =>
  openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })

/** Each piece passes through several streams, which takes longer than unpacking as little as zlib would at a time. */
const pieceBytes = 256 * 1024
async function unpacked(zip: ZipFile, entry: Entry): Promise<Readable> {
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  if (entry.compressionMethod === 0) return packed
  if (entry.compressionMethod !== 8) throw new Error(`${entry.fileName} is packed in an unknown way.`)
  // Whichever of the two fails or is left, the other one ends, and the reader sees the error.
  return pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), () => {})
}

/**
 * Unpacks a part in pieces. Fails if its own name is not the one in the archive's list: the list has no checksum. Fails
 * if it is longer than declared, and at the end if it is shorter or its checksum differs: the size does not reveal a
 * changed digit.
 */
export async function* readPart(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry)
  if (!fileName.equals(entry.fileNameRaw)) throw new Error(`${entry.fileName} has another name in the list of parts.`)
  let sum = 0
  let left = entry.uncompressedSize
  for await (const piece of (await unpacked(zip, entry)) as AsyncIterable<Buffer>) {
    left -= piece.length
    if (left < 0) break
    sum = crc32(piece, sum)
    yield piece
  }
  if (left !== 0) throw new Error(`${entry.fileName} has another size than declared.`)
  if (sum !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} does not match.`)
}
