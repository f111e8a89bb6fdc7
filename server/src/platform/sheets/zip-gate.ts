import { type Entry, open, type ZipFile } from 'yauzl'
import { SheetRefusal } from './sheet.ts'

/** What a workbook of two hundred thousand rows needs, and no more. A claim beyond it is refused before a byte is unpacked (U3). */
const limits = { entries: 2000, inflatedBytes: 1_200_000_000, freeBytes: 64_000_000, ratio: 60 } as const
const damaged = 'The file is damaged: it cannot be unpacked.'

export type Zip = {
  names: readonly string[]
  /** The part as text, in pieces. More than it claimed to be is an error of the stream. */
  read(name: string): Promise<AsyncIterable<string>>
  /** For the small parts that say how to read the large ones. */
  readSmall(name: string): Promise<string>
  close(): void
}

function checkEntry(entry: Entry, known: Map<string, Entry>): void {
  const { fileName } = entry
  if (entry.isEncrypted()) throw new SheetRefusal('The file is protected by a password. Save it without one and try again.')
  if (known.has(fileName)) throw new SheetRefusal(damaged)
  if (known.size >= limits.entries) throw new SheetRefusal('The file is no ordinary workbook: it has too many parts.')
  if (entry.uncompressedSize > limits.freeBytes && entry.uncompressedSize > entry.compressedSize * limits.ratio)
    throw new SheetRefusal('The file unpacks to far more than a sheet can hold.')
  known.set(fileName, entry)
}

function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Entry>>()
  const known = new Map<string, Entry>()
  let inflated = 0
  zip.on('entry', (entry: Entry) => {
    try {
      checkEntry(entry, known)
      inflated += entry.uncompressedSize
      if (inflated > limits.inflatedBytes) throw new SheetRefusal('The file unpacks to far more than a sheet can hold.')
      zip.readEntry()
    } catch (error) {
      reject(error)
    }
  })
  zip.on('end', () => resolve(known))
  // Absolute paths, `..` and sizes that contradict each other are found by the reader itself.
  zip.on('error', () => reject(new SheetRefusal(damaged)))
  zip.readEntry()
  return promise
}

async function* decoded(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of stream) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof SheetRefusal ? error : new SheetRefusal(damaged)
  }
}

const smallBytes = 8_000_000

export async function openZip(path: string): Promise<Zip> {
  const opening = Promise.withResolvers<ZipFile>()
  open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
    error ? opening.reject(new SheetRefusal(damaged)) : opening.resolve(zip),
  )
  const zip = await opening.promise
  const entries = await readEntries(zip).catch((error: unknown) => {
    zip.close()
    throw error
  })
  const read = async (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new SheetRefusal('The file is no workbook: a part of it is missing.')
    const stream = Promise.withResolvers<AsyncIterable<Buffer>>()
    zip.openReadStream(entry, (error, opened) => (error ? stream.reject(new SheetRefusal(damaged)) : stream.resolve(opened)))
    return decoded(await stream.promise)
  }
  return {
    names: [...entries.keys()],
    read,
    async readSmall(name) {
      let text = ''
      for await (const piece of await read(name)) {
        text += piece
        if (text.length > smallBytes) throw new SheetRefusal('The file is no ordinary workbook: a part of it is too large.')
      }
      return text
    },
    close: () => zip.close(),
  }
}
