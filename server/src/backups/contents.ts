import { ContentMissing, type Storage } from '../platform/storage/storage.ts'
import type { Manifest, RowContent } from './manifest.data.ts'

/** Says whether the row is still there. */
type StillThere = (content: RowContent) => Promise<boolean>
export type Copied = Omit<Manifest['contents'], 'parts'>

const keyBytes = 32
const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/**
 * All content as one stream, because a ZIP file with an entry for each would need memory for each. A content is its key,
 * its pieces with their lengths, and a length of 0.
 */
export async function* packContents(
  storage: Storage,
  keys: AsyncIterable<RowContent> | Iterable<RowContent>,
  isStillThere: StillThere,
  copied: Copied,
): AsyncGenerator<Buffer> {
  for await (const content of keys) {
    const pieces = await storage.get(content.key).catch((error: unknown) => {
      if (error instanceof ContentMissing) return null
      throw error
    })
    if (!pieces) {
      // A user may have deleted it since the snapshot.
      if (await isStillThere(content)) copied.missing.push(content)
      else copied.removed.push(content.key)
      continue
    }
    yield Buffer.from(content.key, 'latin1')
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      copied.bytes += piece.length
      if (piece.length > 0) yield Buffer.concat([lengthOf(piece.length), piece])
    }
    yield lengthOf(0)
    copied.count += 1
  }
}

/** Reads exact numbers of bytes from pieces of any length. */
function exactly(pieces: AsyncIterable<Buffer>) {
  const source = pieces[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (bytes: number): Promise<Buffer | null> => {
    const found: Buffer[] = [rest]
    let size = rest.length
    while (size < bytes) {
      const { done, value } = await source.next()
      if (done) break
      found.push(value)
      size += value.length
    }
    const all = found.length === 1 ? rest : Buffer.concat(found)
    if (all.length === 0) return null
    if (all.length < bytes) throw new Error('The files of the archive end too early.')
    rest = all.subarray(bytes)
    return all.subarray(0, bytes)
  }
}

/** Stores the content of a stream made by `packContents` under its keys. Returns their number. */
export async function unpackContents(pieces: AsyncIterable<Buffer>, storage: Storage): Promise<number> {
  const take = exactly(pieces)
  const demand = async (bytes: number): Promise<Buffer> => {
    const found = await take(bytes)
    if (!found) throw new Error('The files of the archive end too early.')
    return found
  }
  async function* pieceByPiece(): AsyncGenerator<Buffer> {
    for (let length = 1; length > 0; ) {
      length = (await demand(4)).readUInt32BE()
      if (length > 0) yield await demand(length)
    }
  }
  for (let count = 0; ; count++) {
    const key = (await take(keyBytes))?.toString('latin1')
    if (key === undefined) return count
    if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('The files of the archive have a wrong key.')
    await storage.putBack(key, pieceByPiece())
  }
}
