import type { Entry, ZipFile } from 'yauzl'
import { openArchive, readPart } from './archive.ts'
import { SheetRefusal } from './sheet.ts'

/** Enough for a workbook of 200,000 rows. A larger claim is rejected before a byte is unpacked (U3). */
const limits = { entries: 2000, inflatedBytes: 1_200_000_000, freeBytes: 64_000_000, ratio: 60 } as const
const damaged = () => new SheetRefusal('file.damaged')

export type Zip = {
  names: readonly string[]
  /** The part as text, in pieces. Fails at the end if its checksum or size does not match (SEC-7). */
  read(name: string): AsyncIterable<string>
  /** For the small parts that describe how to read the large ones. */
  readSmall(name: string): Promise<string>
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

async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
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
  async function* read(name: string): AsyncGenerator<string> {
    const entry = entries.get(name)
    if (!entry) throw new SheetRefusal('sheet.part-missing')
    yield* orDamaged(decoded(readPart(zip, entry)))
    unread.delete(entry)
  }
  return {
    names: [...entries.keys()],
    read,
    async readSmall(name) {
      let text = ''
      for await (const piece of read(name)) {
        text += piece
        if (text.length > smallBytes) throw new SheetRefusal('sheet.part-too-large')
      }
      return text
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
