import { isUtf8 } from 'node:buffer'
import type { Entry, ZipFile } from 'yauzl'
import { openArchive, readPart } from './archive.ts'
import { SheetRefusal } from './sheet.ts'

/** Enough for a workbook of 200,000 rows. A larger claim is rejected before a byte is unpacked (U3). */
const limits = { entries: 2000, inflatedBytes: 1_200_000_000, freeBytes: 64_000_000, ratio: 60 } as const
const damaged = () => new SheetRefusal('file.damaged')

export type Zip = {
  names: readonly string[]
  /** The part as text in UTF-8, in pieces. Fails at the end if its checksum or size does not match (SEC-7). */
  read(name: string): AsyncIterable<Buffer>
  /** For the small parts that describe how to read the large ones. */
  readSmall(name: string): Promise<Buffer>
  /**
   * Checks the parts that were not read to their end, and closes the file. Damage found here explains any earlier
   * error.
   */
  finish(): Promise<void>
}

function checkEntry(entry: Entry, known: Map<string, Entry>): void {
  const { fileName } = entry
  if (entry.isEncrypted()) throw new SheetRefusal('sheet.password')
  if (known.has(fileName)) throw damaged()
  if (known.size >= limits.entries) throw new SheetRefusal('sheet.too-many-parts')
  if (entry.uncompressedSize > limits.freeBytes && entry.uncompressedSize > entry.compressedSize * limits.ratio)
    throw new SheetRefusal('sheet.unpacks-too-large')
  known.set(fileName, entry)
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const known = new Map<string, Entry>()
  let inflated = 0
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry, known)
    inflated += entry.uncompressedSize
    if (inflated > limits.inflatedBytes) throw new SheetRefusal('sheet.unpacks-too-large')
  }
  return known
}

/** Where the last whole character of a piece of UTF-8 ends: a piece can end within one. */
function wholeEnd(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= 0 && at > bytes.length - 4; at--) {
    const byte = bytes[at] as number
    if (byte < 0x80) return bytes.length
    // The first byte of a character tells how many it has.
    if (byte >= 0xc0) return at + (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > bytes.length ? at : bytes.length
  }
  return bytes.length
}
/** Refuses what is not UTF-8. */
async function* checked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = begun.length > 0 ? Buffer.concat([begun, piece]) : piece
    const end = wholeEnd(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw damaged()
    yield whole
    begun = Buffer.from(bytes.subarray(end))
  }
  if (begun.length > 0) throw damaged()
}

/** The archive library detects absolute paths, `..`, contradictory sizes and wrong checksums. */
const asRefusal = (error: unknown): never => {
  throw error instanceof SheetRefusal ? error : damaged()
}
async function* orDamaged<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pieces
  } catch (error) {
    asRefusal(error)
  }
}

const smallBytes = 8_000_000

export async function openZip(path: string): Promise<Zip> {
  const zip = await openArchive(path).catch(asRefusal)
  const entries = await readEntries(zip).catch((error: unknown) => {
    zip.close()
    return asRefusal(error)
  })
  const unread = new Set(entries.values())
  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name)
    if (!entry) throw new SheetRefusal('sheet.part-missing')
    yield* orDamaged(checked(readPart(zip, entry)))
    unread.delete(entry)
  }
  return {
    names: [...entries.keys()],
    read,
    async readSmall(name) {
      const pieces: Buffer[] = []
      let length = 0
      for await (const piece of read(name)) {
        pieces.push(piece)
        length += piece.length
        if (length > smallBytes) throw new SheetRefusal('sheet.part-too-large')
      }
      return Buffer.concat(pieces)
    },
    async finish() {
      try {
        for (const entry of unread) for await (const _ of orDamaged(readPart(zip, entry)));
      } finally {
        zip.close()
      }
    },
  }
}
