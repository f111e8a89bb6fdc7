import { crc32 } from 'node:zlib'

export type PictureType = 'png' | 'jpeg' | 'webp'
const starts = (content: Buffer, bytes: string, at = 0) =>
  content.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))
/** By the first bytes, not by name or declared type: they select one of three decoders (U2). */
export function pictureTypeOf(content: Buffer): PictureType | null {
  if (starts(content, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(content, '\xff\xd8\xff')) return 'jpeg'
  return starts(content, 'RIFF') && starts(content, 'WEBP', 8) ? 'webp' : null
}

/** More than any encoder writes. A file of empty chunks would keep everyone else waiting. */
const maxChunks = 100_000
/** Each chunk of a PNG is its length, its name, its content and the checksum of name and content. */
function checkPng(content: Buffer): void {
  for (let at = 8, name = '', chunks = 0; name !== 'IEND'; ) {
    if (++chunks > maxChunks) throw new Error('It has too many chunks.')
    const end = at + 8 + content.readUInt32BE(at)
    name = content.toString('latin1', at + 4, at + 8)
    if (crc32(content.subarray(at + 4, end)) !== content.readUInt32BE(end))
      throw new Error(`The checksum of ${name} does not match.`)
    at = end + 4
  }
}

const scan = 0xda
const endOfImage = 0xd9
/** Where the packed pixels end: at the next marker that is neither a stuffed byte nor a restart. */
function afterScan(content: Buffer, from: number): number {
  for (let at = from; at + 1 < content.length; at++) {
    if (content[at] !== 0xff) continue
    const marker = content[at + 1] as number
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  throw new Error('The picture does not end.')
}
/** A JPEG has no checksums, but its segments have lengths, and it ends with a marker. Phones add more after that. */
function checkJpeg(content: Buffer): void {
  for (let at = 2, hasPixels = false; ; ) {
    if (content.readUInt8(at) !== 0xff) throw new Error('A segment is missing.')
    const marker = content.readUInt8(at + 1)
    if (marker === endOfImage && hasPixels) return
    if (marker === 0xff) {
      at += 1
      continue
    }
    at += 2 + content.readUInt16BE(at + 2)
    if (marker !== scan) continue
    hasPixels = true
    at = afterScan(content, at)
  }
}

/** The first chunk states the size of all others. */
function checkWebp(content: Buffer): void {
  const bytes = content.readUInt32LE(4) + 8
  if (content.length < bytes || content.length > bytes + 1) throw new Error('It is longer or shorter than it says.')
}

const checks = { png: checkPng, jpeg: checkJpeg, webp: checkWebp }

/** More than any camera in use here. A picture that claims more is not decoded (U3). */
export const maxPixels = 25_000_000

/** Loaded with the first picture. */
export async function decoder() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
let decoding: Promise<unknown> = Promise.resolve()
/** One at a time, since a decoded picture can take 100 MB. */
export function decodeInTurn<T>(decode: () => Promise<T>): Promise<T> {
  const drawn = decoding.then(decode)
  decoding = drawn.catch(() => {})
  return drawn
}

/** Fails unless the picture is complete and can be drawn (SEC-7). */
export async function checkPicture(content: Buffer, type: PictureType): Promise<void> {
  checks[type](content)
  const sharp = await decoder()
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) return
  await decodeInTurn(() =>
    sharp(content, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
      .timeout({ seconds: 10 })
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer(),
  )
}
