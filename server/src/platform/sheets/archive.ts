import { open, readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { AppError } from '@portal/contract/errors.ts'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

export const openArchive = (path: string): Promise<ZipFile> =>
  openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })

/**
 * Unpacks a part in pieces. Fails at the end if its checksum differs: the size, which the library compares, does not
 * reveal a changed digit.
 */
export async function* readPart(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} does not match.`)
}

/** Larger archives are not unpacked just to compare their checksums. */
const comparedBytes = 1_000_000_000
async function checkZip(path: string): Promise<void> {
  const zip = await openArchive(path)
  let inflated = 0
  try {
    for await (const entry of zip.eachEntry()) {
      inflated += entry.uncompressedSize
      if (inflated > comparedBytes)
        throw new AppError('file.too-large', undefined, { message: 'sheet.unpacks-to-gigabyte' })
      // An encrypted part, or one with another compression, cannot be compared.
      if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod)) continue
      for await (const _ of readPart(zip, entry));
    }
  } finally {
    zip.close()
  }
}

/** Each chunk of a PNG is its length, its name, its content and the checksum of name and content. */
function checkPng(content: Buffer): void {
  for (let at = 8, name = ''; name !== 'IEND'; ) {
    const end = at + 8 + content.readUInt32BE(at)
    name = content.toString('latin1', at + 4, at + 8)
    if (crc32(content.subarray(at + 4, end)) !== content.readUInt32BE(end))
      throw new Error(`The checksum of ${name} does not match.`)
    at = end + 4
  }
}

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))
const isPng = (head: Buffer) => head.equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
/** A file whose format has checksums (ZIP, and so .xlsx and .docx; PNG) is accepted only if they match (SEC-7). */
export async function demandWhole(path: string): Promise<void> {
  const file = await open(path)
  const head = Buffer.alloc(8)
  await file.read(head, 0, head.length, 0).finally(() => file.close())
  try {
    if (isZip(head)) await checkZip(path)
    if (isPng(head)) checkPng(await readFile(path))
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('file.damaged')
  }
}
