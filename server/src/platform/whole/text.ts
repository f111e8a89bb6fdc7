/** Bytes that are no text, or text in which some are damaged. */
export class NotText extends Error {
  readonly isDamaged: boolean
  constructor(isDamaged: boolean) {
    super(isDamaged ? 'damaged text' : 'no text')
    this.isDamaged = isDamaged
  }
}

const decodeWith = (encoding: string, content: Buffer): string => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new NotText(true)
  }
}
const startsWith = (content: Buffer, ...bytes: number[]) => content.subarray(0, bytes.length).equals(Buffer.from(bytes))

/** What Windows-1252 does not define. */
const undefinedBytes = [0x81, 0x8d, 0x8f, 0x90, 0x9d]
const replaced = 0xfffd
/**
 * Text with accents in Windows-1252 is hardly ever valid as UTF-8. So bytes of which more are valid letters than not
 * are UTF-8 that was cut or changed: read by the code page, every accent would be wrong.
 */
function isDamagedUtf8(content: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(content)
  let surplus = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) surplus += code === replaced ? -1 : 1
  }
  return surplus > 0
}

/**
 * By its byte order mark, else UTF-8, else the code page of older spreadsheets on Windows. Throws NotText for anything
 * else (SEC-7).
 */
export function decodeText(content: Buffer): string {
  if (startsWith(content, 0xff, 0xfe)) return demandNoNul(decodeWith('utf-16le', content))
  if (startsWith(content, 0xfe, 0xff)) return demandNoNul(decodeWith('utf-16be', content))
  if (content.includes(0)) throw new NotText(false)
  if (startsWith(content, 0xef, 0xbb, 0xbf)) return decodeWith('utf-8', content)
  try {
    return decodeWith('utf-8', content)
  } catch (error) {
    if (isDamagedUtf8(content)) throw error
    if (undefinedBytes.some((byte) => content.includes(byte))) throw new NotText(false)
    return new TextDecoder('windows-1252').decode(content)
  }
}
function demandNoNul(text: string): string {
  if (text.includes('\0')) throw new NotText(false)
  return text
}
