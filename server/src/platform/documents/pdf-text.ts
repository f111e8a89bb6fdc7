import { fileURLToPath } from 'node:url'
import { newDocument } from './pdf-library.ts'

export type Face = 'regular' | 'bold'

/** The characters outside Latin-1 that a PDF's built-in fonts can write, and their bytes (WinAnsi). */
const specials = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const special = new Map(
  [...specials].flatMap((sign, n) => (sign === ' ' ? [] : [[sign.codePointAt(0) as number, 0x80 + n] as const])),
)
const byteOf = (code: number): number | undefined =>
  (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) ? code : special.get(code)

/**
 * Letters missing from the built-in fonts, such as those of Łódź, Київ or ᐃᖃᓗᐃᑦ, come from an embedded font. Only the
 * letters used are embedded. These are the ranges it covers.
 */
const furtherRanges = [
  [0x0100, 0x02e9],
  [0x0370, 0x0377],
  [0x037a, 0x037f],
  [0x0384, 0x038a],
  [0x038e, 0x03a1],
  [0x03a3, 0x0525],
  [0x0531, 0x0556],
  [0x0561, 0x0587],
  [0x10d0, 0x10fc],
  [0x1401, 0x1407],
  [0x1409, 0x141b],
  [0x141d, 0x1435],
  [0x1437, 0x144a],
  [0x144c, 0x1452],
  [0x1454, 0x14bd],
  [0x14c0, 0x14ea],
  [0x14ec, 0x1507],
  [0x1510, 0x153e],
  [0x1540, 0x1550],
  [0x1552, 0x156a],
  [0x1574, 0x1585],
  [0x158a, 0x1596],
  [0x166e, 0x1676],
  [0x1e00, 0x1efb],
  [0x20a0, 0x20b5],
  [0x2116, 0x2116],
] as const
const isFurther = (code: number): boolean => furtherRanges.some(([from, to]) => code >= from && code <= to)
export const furtherFont = fileURLToPath(new URL('fonts/DejaVuSansCondensed.ttf', import.meta.url))

/** Encoded text: bytes for a built-in font, or letters for the embedded font if any letter needs it. */
type Encoded = { bytes: string } | { letters: string }
const plain = /^[\x20-\x7e\xa0-\xff]*$/
const questionMark = '?'

/** The nearest form of a letter that some font can write. */
function plainer(letter: string): string {
  const code = letter.codePointAt(0) as number
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029) return ' '
  if (code === 0x202f || code === 0x2009) return '\u00a0'
  if (code === 0x2212 || code === 0x2010 || code === 0x2011) return '-'
  if (byteOf(code) !== undefined || isFurther(code)) return letter
  // Wide and joined forms become plain letters; anything else becomes a question mark.
  const simple = letter.normalize('NFKD')
  return [...simple].every((sign) => byteOf(sign.codePointAt(0) as number) !== undefined) ? simple : questionMark
}
/** Nearly all text uses only letters of the built-in fonts; null if a letter needs more work. */
function encodeQuickly(text: string): string | null {
  let bytes = ''
  for (let n = 0; n < text.length; n++) {
    const byte = byteOf(text.charCodeAt(n))
    if (byte === undefined) return null
    bytes += String.fromCharCode(byte)
  }
  return bytes
}
function encodeText(text: string): Encoded {
  if (plain.test(text)) return { bytes: text }
  const quick = encodeQuickly(text)
  if (quick !== null) return { bytes: quick }
  const letters = Array.from(text.toWellFormed().normalize('NFC'), plainer).join('')
  const bytes = Array.from(letters, (letter) => byteOf(letter.codePointAt(0) as number))
  return bytes.every((byte) => byte !== undefined) ? { bytes: String.fromCharCode(...bytes) } : { letters }
}

export const fontNames = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const
/** The widths of the built-in fonts' letters by byte, in thousandths of the size; read once from the library. */
const widths: Partial<Record<Face, Uint16Array>> = {}
function widthsOf(face: Face): Uint16Array {
  const known = widths[face]
  if (known) return known
  const measuring = newDocument({ autoFirstPage: false }).font(fontNames[face]).fontSize(1000)
  const letters = new Map([...special].map(([code, byte]) => [byte, code]))
  const made = Uint16Array.from({ length: 256 }, (_, byte) => {
    const code = letters.get(byte) ?? byte
    return byteOf(code) === undefined ? 0 : Math.round(measuring.widthOfString(String.fromCodePoint(code)))
  })
  widths[face] = made
  return made
}

export function widthOfBytes(bytes: string, face: Face, size: number): number {
  const table = widthsOf(face)
  let sum = 0
  for (let n = 0; n < bytes.length; n++) sum += table[bytes.charCodeAt(n)] ?? 0
  return (sum * size) / 1000
}
let further: PDFKit.PDFDocument | undefined
function widthOfLetters(letters: string, size: number): number {
  further ??= newDocument({ autoFirstPage: false, font: furtherFont })
  return further.fontSize(size).widthOfString(letters)
}
const widthOf = (text: Encoded, face: Face, size: number): number =>
  'bytes' in text ? widthOfBytes(text.bytes, face, size) : widthOfLetters(text.letters, size)
const widthOfText = (text: string, face: Face, size: number): number => widthOf(encodeText(text), face, size)

export type Measured = { encoded: Encoded; width: number }
export function measureText(text: string, face: Face, size: number): Measured {
  const encoded = encodeText(text)
  return { encoded, width: widthOf(encoded, face, size) }
}
/** Truncates the text to a width and marks the cut. */
export function fitText(text: string, width: number, face: Face, size: number): Measured {
  const measured = measureText(text, face, size)
  return measured.width <= width ? measured : measureText(cutText(text, width, face, size), face, size)
}
function cutText(text: string, width: number, face: Face, size: number): string {
  const letters = [...text]
  let least = 0
  let most = letters.length
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (widthOfText(`${letters.slice(0, middle).join('')}…`, face, size) <= width) least = middle
    else most = middle - 1
  }
  return `${letters.slice(0, least).join('').trimEnd()}…`
}

/** Wraps a text to a width; a word longer than a line is split. */
export function wrapText(text: string, width: number, face: Face, size: number): string[] {
  return text.split(/\r?\n/).flatMap((part) => {
    const lines: string[] = []
    for (const word of part.split(/[ \t]+/)) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && widthOfText(longer, face, size) <= width) lines[lines.length - 1] = longer
      else lines.push(widthOfText(word, face, size) <= width ? word : cutText(word, width, face, size))
    }
    return lines
  })
}

/** A PDF string literal, with brackets and backslashes escaped. */
export const literal = (bytes: string): string => `(${/[()\\]/.test(bytes) ? bytes.replace(/[()\\]/g, '\\$&') : bytes})`
